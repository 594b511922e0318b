/// Reports that a test used a dependency that it did not set.
func reportUnimplemented(_ name: String, remedy: String) {
  reportIssue(
    """
    Unimplemented: the dependency "\(name)" was used in a test that does not set it.

    Set it where the store is made: "withDependencies: { \(remedy) }".
    """
  )
}
