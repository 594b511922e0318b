" Colours for scripts of TodoShell, for Vim and for Neovim before the language server answers.
" The first word of a line is a command, whatever its name: vocabularies, macros and aliases add their own.
if exists('b:current_syntax')
  finish
endif

syntax match todoscriptCommand /^\s*\zs\a[0-9A-Za-z_-]*/ nextgroup=todoscriptNested skipwhite
syntax match todoscriptNested /\%(^\s*repeat\s\+\S\+\s\+\%(as\s\+\h\w*\s\+\)\?\)\@<=\%(as\>\)\@!\a[0-9A-Za-z_-]*/
syntax match todoscriptBlock /^\s*\zs\%(macro\|repeat\|end\)\>/
syntax match todoscriptOutput /^\s*|.*$/
syntax match todoscriptCase /\%(\\\)\@<!\%(^\|[[:space:](:,\[]\)\zs\.\h\w*/
syntax match todoscriptNumber /\%(^\|[[:space:](,\[]\)\@<=[-+@#]\?\d[0-9A-Za-z.,%-]*/
syntax match todoscriptOption /\s\zs--\?\a[0-9A-Za-z-]*/
syntax match todoscriptVariable /\$\%({\h\w*}\|\h\w*\)/
syntax match todoscriptEscape /\\\%(u{\x\+}\|.\)/ contained
syntax region todoscriptString start=/"/ skip=/\\./ end=/"/ contains=todoscriptEscape,todoscriptVariable
syntax region todoscriptString start=/'/ end=/'/ oneline
syntax match todoscriptComment /\%(^\|\s\)\zs#\s.*$/
syntax match todoscriptComment /^\s*#.*$/
syntax match todoscriptContinuation /\\$/

highlight default link todoscriptCommand Keyword
highlight default link todoscriptNested Keyword
highlight default link todoscriptBlock Statement
highlight default link todoscriptOutput Comment
highlight default link todoscriptCase Keyword
highlight default link todoscriptNumber Number
highlight default link todoscriptOption Special
highlight default link todoscriptVariable Identifier
highlight default link todoscriptEscape SpecialChar
highlight default link todoscriptString String
highlight default link todoscriptComment Comment
highlight default link todoscriptContinuation Special

let b:current_syntax = 'todoscript'
