;;; todoscript-mode.el --- Scripts of TodoShell  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages

;;; Commentary:

;; Colours, indentation and the language server (M-x eglot) for files that end in .todoscript.

;;; Code:

(defgroup todoscript nil
  "Scripts of TodoShell."
  :group 'languages)

(defcustom todoscript-program "todoshell"
  "The program whose language server answers."
  :type 'string)

;; Strings and comments are found by the keywords below: an apostrophe is often not a quote.
(defvar todoscript-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\" "." table)
    (modify-syntax-entry ?' "." table)
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?- "w" table)
    table)
  "The syntax of words.")

;; The first word of a line is a command, whatever its name: vocabularies, macros and aliases add their own.
(defconst todoscript-font-lock-keywords
  `(("^[ \t]*\\(#.*\\)$" 1 font-lock-comment-face t)
    ("^[ \t]*\\(|.*\\)$" 1 font-lock-doc-face t)
    ("\"\\(?:[^\"\\\n]\\|\\\\.\\)*\"\\|'[^'\n]*'" 0 font-lock-string-face keep)
    ("[ \t]\\(#[ \t].*\\)$" 1 font-lock-comment-face keep)
    ("^[ \t]*\\(macro\\|repeat\\|end\\)\\_>" 1 font-lock-builtin-face keep)
    ("^[ \t]*\\([[:alpha:]][[:alnum:]_-]*\\)" 1 font-lock-keyword-face keep)
    ("\\(?:^\\|[ \t(:,[]\\)\\(\\.[[:alpha:]_][[:alnum:]_]*\\)" 1 font-lock-keyword-face keep)
    ("\\$\\(?:{[[:alpha:]_][[:alnum:]_]*}\\|[[:alpha:]_][[:alnum:]_]*\\)" 0 font-lock-variable-name-face prepend)
    ("[ \t]\\(--?[[:alpha:]][[:alnum:]-]*\\)" 1 font-lock-type-face keep)
    ("\\(?:[ \t(,[]\\)\\([-+@#]?[0-9][[:alnum:].,%-]*\\)" 1 font-lock-constant-face keep))
  "What is coloured in scripts.")

(defun todoscript-indent-line ()
  "Indent a line by two spaces for each open block."
  (interactive)
  (let ((depth 0))
    (save-excursion
      (beginning-of-line)
      (when (looking-at "[ \t]*end\\_>") (setq depth -1))
      (while (zerop (forward-line -1))
        (cond
         ((looking-at "[ \t]*end\\_>") (setq depth (1- depth)))
         ((looking-at "[ \t]*\\(?:macro[ \t]+[^ \t\n]\\|repeat[ \t]+[^ \t\n]+\\(?:[ \t]+as[ \t]+[^ \t\n]+\\)?[ \t]*\\(?:#.*\\)?$\\)")
          (setq depth (1+ depth))))))
    (save-excursion (indent-line-to (max 0 (* 2 depth))))
    (when (< (current-column) (current-indentation)) (back-to-indentation))))

;;;###autoload
(define-derived-mode todoscript-mode prog-mode "Todoscript"
  "Major mode for scripts of TodoShell."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#[ \t]*")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'todoscript-indent-line)
  (setq-local font-lock-defaults '(todoscript-font-lock-keywords t)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.todoscript\\'" . todoscript-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons 'todoscript-mode (lambda (&rest _) (list todoscript-program "lsp")))))

(provide 'todoscript-mode)
;;; todoscript-mode.el ends here
