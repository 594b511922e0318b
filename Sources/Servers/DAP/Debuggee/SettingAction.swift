import TodoShellCommands
import Core

/// The action that sets a part of the state, if the feature has one: a binding, or one of a child.
struct SettingAction {
  private let path: [Expression.PathStep]
  private let moment: AnyMoment
  private let action: Any.Type

  /// - Parameters:
  ///   - part: An expression for a part of the state.
  ///   - moment: The moment of the state.
  ///   - type: The type of the feature's actions.
  init(_ part: Expression, at moment: AnyMoment, of type: Any.Type) {
    action = type
    path = part.path ?? []
    self.moment = moment
  }

  /// The text of the action; `nil` if the feature has none for this part.
  func text(setting value: String) -> String? {
    candidates(path[...], of: action, value).first { text in
      (try? ActionSyntax.action(of: action, parsing: SourceText(text))) != nil
    }
  }

  /// The texts of actions that would set a part, by the conventions for the names of actions: one for each child on the
  /// way to it.
  ///
  /// - Parameter type: The type of the actions, whose cases tell which of the path's members are children.
  private func candidates(
    _ path: ArraySlice<Expression.PathStep>,
    of type: Any.Type,
    _ value: String
  ) -> [String] {
    guard case .member(let name)? = path.first, let actions = Shape.of(type).choice else { return [] }
    if actions.cases.count == 2, actions.named("dismiss") != nil,
      let presented = actions.named("presented")?.payload?.type
    {
      return candidates(path, of: presented, value).map { ".presented(\($0))" }
    }
    var texts: [String] = []
    let members = path.compactMap { if case .member(let name) = $0 { name } else { nil } }
    if members.count == path.count {
      texts.append(".binding(.set(\\.\(members.joined(separator: ".")), \(value)))")
    }
    guard let child = actions.named(name)?.payload?.type else { return texts }
    var rest = path.dropFirst()
    guard case .element(let element)? = rest.popFirst() else {
      return texts + candidates(path.dropFirst(), of: child, value).map { ".\(name)(\($0))" }
    }
    guard let action = Shape.of(child).choice?.named("element")?.parameters.last?.type,
      let expression = try? Expression(parsing: SourceText("\(element).id")),
      let id = try? expression.value(at: moment).formatted(dump: { actionText($0) })
    else { return texts }
    return texts
      + candidates(rest, of: action, value).map { ".\(name)(.element(id: \(id), action: \($0)))" }
  }
}
