let exportedTests: [ExportedTest] = []
