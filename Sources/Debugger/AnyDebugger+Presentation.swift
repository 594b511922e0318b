import Core

extension AnyDebugger {
  /// The presentations at the current moment, the front one last.
  package var presentations: [Presentation<Any>] { session.presentations(at: session.moment) }

  /// The front alert or dialog, which must be answered first.
  package func frontPrompt() throws -> PresentedPrompt<Any> {
    guard let prompt = presentations.last?.prompt else {
      throw CommandFailure("no alert or dialog is shown", hint: "'screen' shows what is presented")
    }
    return prompt
  }

  /// The current presentations.
  public var screen: ScreenAnswer { screen(at: session.moment) }

  /// The presentations at a moment.
  public func screen(at moment: Moment<some Any, some Any>) -> ScreenAnswer {
    ScreenAnswer(presentations: session.presented(at: AnyMoment(moment)))
  }

  /// Emits the alerts and dialogs of a moment that were not shown at an earlier one.
  ///
  /// - Parameters:
  ///   - moment: The current moment.
  ///   - earlier: The moment to compare with; `nil` at the start.
  ///   - isInTurn: Whether the moment is one of a turn, at whose end those that are left can be shown.
  package func tellPrompts(at moment: AnyMoment, since earlier: AnyMoment?, isInTurn: Bool = false) {
    guard events.isProgressTaken else { return }
    let new = session.presented(at: moment, since: earlier).compactMap(\.prompt)
    if !new.isEmpty { events.emit(Presented(moment: moment.number, prompts: new, isInTurn: isInTurn)) }
  }
}

extension AnySession {
  /// The presentations at a moment, the front one last.
  fileprivate func presented(at moment: AnyMoment) -> [ScreenAnswer.Presented] {
    presentations(at: moment).map { presentation in
      ScreenAnswer.Presented(
        style: "\(presentation.style)",
        path: String(presentation.path.drop { $0 == "." }),
        prompt: presentation.prompt.map { PromptBox($0) }
      )
    }
  }

  /// The presentations at a moment that were not there at an earlier one; an alert whose content has changed counts as new.
  ///
  /// - Parameter earlier: The moment to compare with; `nil` at the start.
  fileprivate func presented(at moment: AnyMoment, since earlier: AnyMoment?) -> [ScreenAnswer.Presented] {
    let now = presented(at: moment)
    if now.isEmpty { return [] }
    let before = earlier.map(presented) ?? []
    return now.filter { presentation in
      !before.contains {
        if presentation.prompt != nil { return $0.prompt == presentation.prompt }
        return ($0.style, $0.path) == (presentation.style, presentation.path)
      }
    }
  }

  /// The change of the state between two moments, with what the second one presents.
  func change(from old: AnyMoment, to new: AnyMoment) -> StateChange {
    StateChange(from: old, to: new, presented: { self.presented(at: new, since: old) })
  }
}
