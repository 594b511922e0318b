/// Multi-line texts are compared line by line.
extension Differ {
  func diff(
    strings old: String,
    _ new: String,
    _ oldContents: Contents,
    _ newContents: Contents,
    _ place: Place
  ) {
    guard DumpText.hasLines(old) || DumpText.hasLines(new) else {
      return writeWhole(oldContents, newContents, place)
    }
    guard old != new else { return writeUnexplained(oldContents, newContents, place) }
    let pounds =
      [old, new].map { DumpText.pounds(for: $0, after: "\"\"\"") }.max { $0.count < $1.count } ?? ""
    dumper.write(place.newName)
    output.write(pounds + "\"\"\"")
    output.endLine()
    let outer = output.indent
    if place.newName != nil { output.indent += 2 }
    writeLines(from: lines(of: old, pounds), to: lines(of: new, pounds))
    output.write("\"\"\"" + pounds + (place.hasComma ? "," : ""))
    output.endLine()
    output.indent = outer
  }

  private func lines(of text: String, _ pounds: String) -> [String] {
    if text.isEmpty { return [] }
    return DumpText.visible(text, pounds: pounds).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func writeLines(from old: [String], to new: [String]) {
    for step in EditScript(old, new).steps {
      switch step {
      case .kept(_, let y): write(.same, new[y])
      case .replaced(let x, let y):
        write(.removed, old[x])
        write(.added, new[y])
      case .removed(let x): write(.removed, old[x])
      case .inserted(let y): write(.added, new[y])
      }
    }
  }

  private func write(_ kind: DiffLine.Kind, _ line: String) {
    output.kind = kind
    output.write(line)
    output.endLine()
    output.kind = .same
  }
}
