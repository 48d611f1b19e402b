// Starts `traitgen lsp` when a table is opened, and stops it with the editor.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = vscode.workspace.getConfiguration("traitgen");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const command = settings.get("path").replace("${workspaceFolder}", folder);
  const server = { command, args: ["lsp", ...settings.get("arguments")] };
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{traits,samples,names}");
  client = new LanguageClient("traitgen", "traitgen", server, {
    documentSelector: ["traits", "traits-samples", "traits-names"].map((language) => ({ language })),
    synchronize: { fileEvents: watcher },
  });
  return client.start();
};

exports.deactivate = () => client?.stop();
