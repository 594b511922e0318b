// Calls core_test_support_start when the program is loaded: Swift has no code that runs by itself.
