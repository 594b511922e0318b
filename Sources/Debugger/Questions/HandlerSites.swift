import Core

/// Where the code of the features handles an action, children before their parents.
func handlerSites(of action: Any) -> [String] {
  let type = type(of: action)
  var sites = Choice.payload(of: action).flatMap { handlerSites(of: $0.value) }
  func handlers<R: Reducer>(of _: R.Type) -> [[String]] { R.Action.self == type ? R._handlers : [] }
  guard let feature = Metadata.enclosingType(of: type) as? any Reducer.Type else { return sites }
  for cases in handlers(of: feature) {
    for handler in cases {
      let parts = handler.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      // Patterns that contain expressions cannot be parsed.
      guard let pattern = try? ActionPattern<Any>(parsing: SourceText(String(parts[1])), of: type),
        pattern.matches(action)
      else { continue }
      let isCertain = parts[0].last != "?"
      let site = isCertain ? parts[0] : parts[0].dropLast()
      if !site.isEmpty { sites.append(String(site)) }
      if isCertain { break }
    }
  }
  return sites
}
