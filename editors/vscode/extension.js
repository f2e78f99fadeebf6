// SPDX-License-Identifier: Apache-2.0
// Starts `petriloom lsp` for .loom files.
"use strict";
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const command = vscode.workspace.getConfiguration("petriloom").get("command");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  const options = { documentSelector: [{ language: "petriloom" }] };
  client = new LanguageClient("petriloom", "Petriloom", server, options);
  context.subscriptions.push(client);
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
