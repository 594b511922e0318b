// Starts the language server, 'todoshell lsp', for scripts.
const { workspace } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

let client

exports.activate = () => {
  const command = workspace.getConfiguration('todoscript').get('program')
  client = new LanguageClient(
    'todoscript',
    'TodoShell',
    { command, args: ['lsp'] },
    {
      documentSelector: [{ language: 'todoscript' }],
      synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.todoscript') }
    }
  )
  return client.start()
}

exports.deactivate = () => client?.stop()
