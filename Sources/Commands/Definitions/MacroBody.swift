/// The lines of a macro that is being read, in chunks that its copies share.
///
/// A script that is being edited keeps a copy for each of its parts, of a macro without an `end` as well.
struct MacroBody {
  private final class Chunk {
    let lines: [CommandLine]

    init(_ lines: [CommandLine]) { self.lines = lines }
  }

  private var chunks: [Chunk] = []
  private var rest: [CommandLine] = []
  private(set) var count = 0

  var lines: [CommandLine] { chunks.flatMap(\.lines) + rest }

  mutating func append(_ line: CommandLine) {
    rest.append(line)
    count += 1
  }

  mutating func append(_ other: MacroBody) {
    seal()
    chunks += other.chunks
    rest = other.rest
    count += other.count
  }

  /// Ends a chunk, so that copies share all lines so far.
  mutating func seal() {
    guard !rest.isEmpty else { return }
    chunks.append(Chunk(rest))
    rest = []
  }

  /// What was added to an earlier copy; `nil` if it is not one.
  func suffix(after earlier: MacroBody) -> MacroBody? {
    guard earlier.rest.isEmpty, earlier.chunks.count <= chunks.count else { return nil }
    var suffix = self
    suffix.chunks.removeFirst(earlier.chunks.count)
    suffix.count -= earlier.count
    return suffix
  }

  /// Whether it has the same lines, in the same chunks.
  func isSame(as other: MacroBody) -> Bool {
    func isSame(_ lines: [CommandLine], _ others: [CommandLine]) -> Bool {
      lines.count == others.count && zip(lines, others).allSatisfy { $0.isIdentical(to: $1) }
    }
    return count == other.count && chunks.count == other.chunks.count
      && zip(chunks, other.chunks).allSatisfy { $0 === $1 || isSame($0.lines, $1.lines) }
      && isSame(rest, other.rest)
  }
}
