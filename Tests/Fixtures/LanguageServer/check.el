;;; check.el --- Edits a script in Emacs with editors/emacs  -*- lexical-binding: t; -*-

;; emacs --batch -q -L editors/emacs -l todoscript-mode -l check.el FILE

;;; Code:

(require 'package)
(package-initialize)
(require 'eglot)
(require 'todoscript-mode)

(defun check (condition format &rest arguments)
  "Exit with the message FORMAT of ARGUMENTS unless CONDITION holds."
  (unless condition
    (message "failed: %s" (apply #'format format arguments))
    (kill-emacs 1)))

(defun face-at (needle)
  "The face at the start of NEEDLE."
  (goto-char (point-min))
  (search-forward needle)
  (let ((face (get-text-property (match-beginning 0) 'face)))
    (if (listp face) (car face) face)))

(defun wait-for (what condition)
  "Wait until CONDITION holds; WHAT is its name."
  (let ((limit (time-add nil 60)))
    (while (and (not (funcall condition)) (time-less-p nil limit))
      (accept-process-output nil 0.01))
    (check (funcall condition) "waited for %s" what)))

(defun messages ()
  "The errors shown in the buffer, as their lines."
  (mapcar (lambda (diagnostic) (line-number-at-pos (flymake-diagnostic-beg diagnostic))) (flymake-diagnostics)))

(find-file (car command-line-args-left))
(setq command-line-args-left nil)
(check (eq major-mode 'todoscript-mode) "the mode is %s" major-mode)
(insert "# a comment\nrepeat 2\nadd \"😀 Milk\" don't # why\n| output\nend\n.clear(id: 12)\nlog --by typed $n\n")
(font-lock-ensure)
(dolist (case '(("# a comment" font-lock-comment-face) ("repeat" font-lock-builtin-face)
                ("add" font-lock-keyword-face) ("\"😀" font-lock-string-face) ("don't" nil)
                ("# why" font-lock-comment-face) ("| output" font-lock-doc-face) (".clear" font-lock-keyword-face)
                ("12" font-lock-constant-face) ("--by" font-lock-type-face) ("$n" font-lock-variable-name-face)))
  (check (eq (face-at (car case)) (cadr case)) "%s has the face %s" (car case) (face-at (car case))))
(indent-region (point-min) (point-max))
(check (string-match-p "^repeat 2\n  add .*\n  | output\nend\n" (buffer-string)) "indented: %s" (buffer-string))

(erase-buffer)
(insert "let n = 1\nadd \"😀\" 'x\nnonsense\ntog")
(save-buffer)
(let ((eglot-sync-connect 60)) (apply #'eglot (eglot--guess-contact)))
(check (eglot-managed-p) "eglot manages the buffer")
(wait-for "the errors" (lambda () (flymake-start) (equal (sort (messages) #'<) '(2 3 4))))
(let ((completions (eglot-completion-at-point)))
  (check (member "toggle" (all-completions "tog" (nth 2 completions))) "the completions of tog"))
(goto-char (point-min))
(search-forward " 'x")
(replace-match "")
(search-forward "nonsense\ntog")
(replace-match "add $n")
(goto-char (1- (point)))
(eglot--signal-textDocument/didChange)
(let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                              (eglot--TextDocumentPositionParams))))
  (check (string-match-p "\\$n = 1" (plist-get (plist-get hover :contents) :value)) "hover: %S" hover))
(wait-for "no errors" (lambda () (flymake-start) (null (messages))))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot--current-server-or-lose))
(message "ok")

;;; check.el ends here
