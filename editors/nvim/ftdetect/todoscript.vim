autocmd BufNewFile,BufRead *.todoscript setfiletype todoscript
