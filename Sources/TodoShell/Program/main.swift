import TodoShell

TodoShell.main()
