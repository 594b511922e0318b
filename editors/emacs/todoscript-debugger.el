;;; todoscript-debugger.el --- Debug scripts of TodoShell with dape -*- lexical-binding: t -*-

;;; Commentary:

;; Load this file; then `M-x dape' in a script offers the configuration `todoscript'.

;;; Code:

(require 'todoscript-mode)

(defvar dape-configs)

(with-eval-after-load 'dape
  (add-to-list 'dape-configs
               '(todoscript
                 modes (todoscript-mode)
                 command (lambda () todoscript-program)
                 command-args ("dap")
                 :type "todoscript"
                 :request "launch"
                 :program dape-buffer-default
                 :stopOnEntry t)))

(provide 'todoscript-debugger)
;;; todoscript-debugger.el ends here
