import ShellKit

/// Reflection finds stored properties only; what the person sees under a filter is computed.
extension Todos.State: ExpressionMembers {
  static var expressionMemberNames: [String] { ["filteredTodos"] }

  func expressionMember(_ name: String) -> Any? {
    name == "filteredTodos" ? filteredTodos : nil
  }
}
