import Core
import CustomDump
import Testing

/// Expects the dump of a value to be that of the reference.
func expectSameDump<T>(
  _ value: T,
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let ours = String(coreDump: value)
  let reference = String(referenceDump: value)
  #expect(ours == reference, comment, sourceLocation: sourceLocation)
  for depth in 0...3 {
    var (ours, reference) = ("", "")
    Core.customDump(value, to: &ours, name: "name", indent: 3, maxDepth: depth)
    CustomDump.customDump(value, to: &reference, name: "name", indent: 3, maxDepth: depth)
    #expect(ours == reference, "\(comment ?? "") at depth \(depth)", sourceLocation: sourceLocation)
  }
}

/// Expects the diff of two values to be that of the reference, both ways.
func expectSameDiff<T>(
  _ old: T,
  _ new: T,
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for (old, new) in [(old, new), (new, old), (old, old)] {
    let ours = Core.diff(old, new)
    let reference = CustomDump.diff(old, new)
    #expect(ours == reference, comment, sourceLocation: sourceLocation)
    let proportional = CustomDump.diff(old, new, format: .proportional)
    #expect(
      Core.diff(old, new, format: .proportional) == proportional,
      comment,
      sourceLocation: sourceLocation
    )
  }
}

extension String {
  init<T>(coreDump value: T) {
    self.init()
    Core.customDump(value, to: &self)
  }

  init<T>(referenceDump value: T) {
    self.init()
    CustomDump.customDump(value, to: &self)
  }
}
