import BookShell

BookShell.main()
