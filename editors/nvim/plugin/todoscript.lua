-- Starts the language server for each script: see ../lsp/todoscript.lua.
if vim.lsp.enable then
  vim.lsp.enable('todoscript')
end
