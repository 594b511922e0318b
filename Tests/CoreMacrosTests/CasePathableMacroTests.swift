import Testing

struct CasePathableMacroTests {
  @Test func eachCaseHasAPath() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case idle
        case child(Child.Action)
        case element(id: Int, action: Self)
      }
      """,
      is: """
        """
    )
  }
}
