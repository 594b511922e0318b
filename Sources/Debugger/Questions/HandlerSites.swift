import Core

/// Where the features' code handles an action, children before their parents: `A or B` if the case is uncertain, and
/// `or elsewhere` at the end if there may be other locations.
func handlerSites(of action: Any) -> [String] {
  let type = type(of: action)
  var sites = Choice.payload(of: action).flatMap { handlerSites(of: $0.value) }
  typealias Handlers = [[(pattern: String, site: String, isCertain: Bool)]]
  func handlers<R: Reducer>(of _: R.Type) -> Handlers { R.Action.self == type ? R._handlers : [] }
  guard let feature = Metadata.enclosingType(of: type) as? any Reducer.Type else { return sites }
  /// Whether a pattern matches; `nil` if it is not a pattern of the action's type.
  func matches(_ pattern: some StringProtocol) -> Bool? {
    (try? ActionPattern<Any>(parsing: SourceText(String(pattern)), of: type))?.matches(action)
  }
  var possible: [String] = []
  for cases in handlers(of: feature) {
    var found: [String] = []
    var isCertain = false
    for handler in cases where !isCertain {
      let exact = matches(handler.pattern)
      // A part of a pattern may name a constant. A whole pattern may, too, or it may be in code that was not compiled.
      guard exact ?? matches(handler.pattern.prefix { $0 != "(" }) ?? handler.isCertain else { continue }
      isCertain = handler.isCertain && exact != nil
      found.append(handler.site)
    }
    if isCertain, !found.contains("") {
      sites.append(found.removingDuplicates.joined(separator: " or "))
    } else {
      possible += found.filter { !$0.isEmpty }
    }
  }
  if !possible.isEmpty {
    sites.append((possible + ["elsewhere"]).removingDuplicates.joined(separator: " or "))
  }
  return sites
}
