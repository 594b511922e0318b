import Core

/// The action that sets a member of the state, if the feature has one: a binding, or one of a child.
package struct SettingAction<State, Action> {
  private let path: String
  private let moment: Moment<State, Action>

  package init(_ path: String, at moment: Moment<State, Action>) {
    self.path = path.hasPrefix("self.") ? String(path.dropFirst(5)) : path
    self.moment = moment
  }

  /// The text of the action; `nil` if the feature has none for this member.
  package func text(setting value: String) -> String? {
    candidates(path[...], prefix: "", value).first { text in
      (try? ActionSyntax.action(Action.self, parsing: SourceText(text))) != nil
    }
  }

  /// The texts of actions that would set a member, by the conventions for the names of actions.
  ///
  /// - Parameter prefix: The path of the child that the member belongs to.
  private func candidates(_ path: Substring, prefix: String, _ value: String) -> [String] {
    var texts = path.contains("[") ? [] : [".binding(.set(\\.\(path), \(value)))"]
    let name = path.prefix { $0 != "." && $0 != "[" && $0 != "?" }
    let rest = path.dropFirst(name.count)
    if rest.first == "[", let end = rest.firstIndex(of: "]") {
      let element = prefix + name + rest[...end]
      let member = rest[rest.index(after: end)...].drop { $0 == "." || $0 == "?" }
      guard !member.isEmpty, let id = identifier(of: element) else { return texts }
      texts += candidates(member, prefix: element + ".", value).map {
        ".\(name)(.element(id: \(id), action: \($0)))"
      }
    } else if let start = rest.firstIndex(where: { $0 != "." && $0 != "?" }) {
      for action in candidates(rest[start...], prefix: prefix + name + rest[..<start], value) {
        texts += [".\(name)(\(action))", ".\(name)(.presented(\(action)))"]
      }
    }
    return texts
  }

  private func identifier(of element: String) -> String? {
    guard let expression = try? Expression(parsing: SourceText("\(element).id")),
      let value = try? expression.value(at: moment)
    else { return nil }
    return value.formatted { actionText($0) }
  }
}
