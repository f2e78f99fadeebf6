// SPDX-License-Identifier: Apache-2.0
int main(int arguments, char** /*values*/) { return arguments > 1 ? 1 : 0; }
