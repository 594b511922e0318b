import Core

extension ExploreRequest {
  /// A digest of what is searched for and from where, which is the same for all parts of one search.
  ///
  /// The limits in time do not count: a part may be given more runs than another.
  func digest(from shell: AnyInterpreter) -> String {
    let session = shell.session
    let lists = [
      choice.only.map(\.text).sorted(), choice.without.map(\.text).sorted(), unordered.map(\.text).sorted(),
      properties.map(\.text), session.moment.effects.map { EffectSummary($0).text },
      session.moment.effects.map { $0.deadline?.formatted ?? "" },
    ]
    let settings = [
      "\(plan.depth)", "\(choice.sendsActions)", "\(plan.triesOrders)", "\(isAtRestOnly)",
      shell.recorder.origin.command, session.now.formatted, String(customDumping: session.state),
    ]
    // The lengths tell apart texts that are divided in different ways.
    let texts = settings + lists.flatMap { ["\($0.count)"] + $0 }
    return stableName(of: texts.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n"))
  }
}
