-- The language server of TodoShell. For another program with the same shell:
-- vim.lsp.config('todoscript', { cmd = { 'bookshell', 'lsp' } })
return {
  cmd = { 'todoshell', 'lsp' },
  filetypes = { 'todoscript' },
  -- The scripts of a package share one server.
  root_markers = { 'Package.swift', '.git' },
}
