import ShellKit

/// Reflection finds only stored properties, and the filtered list is computed.
extension Todos.State: ExpressionMembers {
  static var expressionMemberNames: [String] { ["filteredTodos"] }

  func expressionMember(_ name: String) -> Any? {
    name == "filteredTodos" ? filteredTodos : nil
  }
}
