// SPDX-License-Identifier: Apache-2.0
// The files of this project as the house rules look at them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace petriloom::house {

struct File {
  std::string path;                ///< from the root, with '/'
  std::vector<std::string> lines;  ///< without line ends
};

/// All text files of the project in order of path, without what builds leave behind.
const std::vector<File>& project_files();
/// Whether a file is C++, by its ending.
bool is_cpp(const File& file);
/// Whether a file belongs to the program: not to tests or benchmarks.
bool is_program(const File& file);
/// A file's lines with comments, strings and characters blanked out; lines keep their numbers.
std::vector<std::string> code_only(const File& file);
/// A line of tests/house/allowed.txt: "rule path reason".
struct Exception {
  std::string rule, path, reason;
};

/// The lines of tests/house/allowed.txt.
std::vector<Exception> exceptions();
/// Paths that they excuse from a rule.
std::vector<std::string> allowed(std::string_view rule);

/// A function body found by counting braces, with the lines of its head.
struct Function {
  std::string head;  ///< beginning of its declaration, for messages
  std::size_t first_line = 0;
  std::size_t lines = 0;
};

std::vector<Function> functions(const File& file);

/// A class, and how many lines its body and the definitions of its members take in all files of its
/// folder. Types inside it count for it. A class of a source file is of that file alone.
struct Class {
  std::string path;  ///< of the file that its body stands in
  std::string name;
  std::size_t lines = 0;
};

std::vector<Class> classes(const std::vector<File>& files);

}  // namespace petriloom::house
