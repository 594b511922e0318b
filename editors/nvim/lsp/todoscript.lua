-- The language server of TodoShell. For another program with the same shell:
-- vim.lsp.config('todoscript', { cmd = { 'bookshell', 'lsp' } })
return {
  cmd = { 'todoshell', 'lsp' },
  filetypes = { 'todoscript' },
  -- The folder with the Swift sources, for 'go to definition' of actions.
  root_markers = { 'Package.swift', '.git' },
}
