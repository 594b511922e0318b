-- Prints what the language server reports about the current file: nvim --headless -S errors.lua FILE
local client
vim.wait(10000, function()
  client = vim.lsp.get_clients({ bufnr = 0 })[1]
  return client ~= nil
end, 10)
if not client then
  io.stderr:write('the language server did not start; its program must be in the PATH\n')
  vim.cmd('cquit 69')
end
local answer = client:request_sync('textDocument/diagnostic', {
  textDocument = vim.lsp.util.make_text_document_params(0),
}, 60000, 0)
if not answer or answer.err then
  io.stderr:write('the language server did not answer\n')
  vim.cmd('cquit 69')
end
for _, diagnostic in ipairs(answer.result.items) do
  io.write(diagnostic.range.start.line + 1, ': ', diagnostic.message, '\n')
end
vim.cmd(#answer.result.items == 0 and 'qall!' or 'cquit 1')
