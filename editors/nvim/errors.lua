-- Prints what the language server reports about the current file: nvim --headless -S errors.lua FILE
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 10)
for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
  io.write(diagnostic.lnum + 1, ': ', diagnostic.message, '\n')
end
vim.cmd('qall!')
