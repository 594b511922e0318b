/// Watches and breakpoints. Each has a unique number that is never reused.
package struct Stops {
  /// The watches.
  package var watches: [Watch] = []
  /// The breakpoints.
  package var breakpoints: [Breakpoint] = []
  private var nextWatch = 1
  /// The number of the next breakpoint.
  package private(set) var nextBreakpoint = 1
  /// Breakpoints with lower numbers end the running program; `nil` if none does.
  package var pausing: Int?

  mutating func watch(_ expression: Expression) -> Watch {
    defer { nextWatch += 1 }
    let watch = Watch(number: nextWatch, query: HistoryQuery(expression))
    watches.append(watch)
    return watch
  }

  mutating func stop(at condition: BreakCondition) -> Breakpoint {
    defer { nextBreakpoint += 1 }
    let breakpoint = Breakpoint(number: nextBreakpoint, condition: condition)
    breakpoints.append(breakpoint)
    return breakpoint
  }
}
