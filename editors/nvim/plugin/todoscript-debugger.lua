-- Debugs scripts with nvim-dap, if it is installed. The program can be set before: vim.g.todoscript_program = 'lamp'.
local found, dap = pcall(require, 'dap')
if not found then
  return
end

dap.adapters.todoscript = dap.adapters.todoscript
  or function(callback)
    callback({ type = 'executable', command = vim.g.todoscript_program or 'todoshell', args = { 'dap' } })
  end

dap.configurations.todoscript = dap.configurations.todoscript
  or {
    { type = 'todoscript', request = 'launch', name = 'Debug this script', program = '${file}', stopOnEntry = true },
    { type = 'todoscript', request = 'launch', name = 'Run this script to a breakpoint', program = '${file}' },
  }
