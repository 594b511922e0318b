// Starts the language server, 'todoshell lsp', for scripts, and 'todoshell dap' to debug them.
const { DebugAdapterExecutable, debug, workspace } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

let client

exports.activate = context => {
  const command = workspace.getConfiguration('todoscript').get('program')
  context.subscriptions.push(
    debug.registerDebugAdapterDescriptorFactory('todoscript', {
      createDebugAdapterDescriptor: () => new DebugAdapterExecutable(command, ['dap'])
    })
  )
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
