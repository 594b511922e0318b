import Core

/// The functions of a feature's dependencies that can be answered, which are found when they are first needed.
package final class FeatureEndpoints: @unchecked Sendable {
  // Unchecked: it finds the same for each thread.

  private let find: () -> [FeatureEndpoint]
  private let found = Once<[FeatureEndpoint]>()

  init(find: @escaping () -> [FeatureEndpoint]) { self.find = find }

  var all: [FeatureEndpoint] { found(find) }

  /// The function that a word names: by its name with that of its dependency, by its name alone, or by an unambiguous
  /// prefix of either.
  ///
  /// - Throws: An error at the word, with the functions that it could mean or a similar name.
  func endpoint(named word: Word) throws(Diagnostic) -> FeatureEndpoint {
    let name = word.text.hasPrefix("\\.") ? String(word.text.dropFirst(2)) : word.text
    let choices: [[FeatureEndpoint]] = [
      all.filter { $0.path == name }, all.filter { $0.shortName == name },
      all.filter { $0.path.hasPrefix(name) || $0.shortName.hasPrefix(name) },
    ]
    let meant = choices.first { !$0.isEmpty } ?? []
    if meant.count == 1 {
      guard let obstacle = meant[0].obstacle else { return meant[0] }
      throw word.diagnostic("'\(word.text)' cannot be stubbed: it is \(obstacle)")
    }
    guard meant.isEmpty else {
      throw word.diagnostic(
        "'\(word.text)' is ambiguous: \(meant.map { "\\.\($0.path)" }.joined(separator: ", "))",
        hint: "type more of the name"
      )
    }
    throw word.diagnostic(
      "no dependency has a function '\(name)'",
      hint: Spelling.suggestion(for: name, among: all.flatMap { [$0.path, $0.shortName] })
        ?? "'stub' lists the functions that can be answered"
    )
  }

  /// The names that name each function, the shorter one if no other function has it.
  var completions: [Completion] {
    let counts = Dictionary(grouping: all, by: \.shortName).mapValues(\.count)
    return all.filter { $0.obstacle == nil }.flatMap { function -> [Completion] in
      let names = counts[function.shortName] == 1 ? [function.shortName, function.path] : [function.path]
      return names.removingDuplicates.map { Completion("\\.\($0)", summary: function.endpoint.signature) }
    }
  }
}

extension FeatureEndpoint {
  /// Its name without that of its dependency.
  fileprivate var shortName: String { endpoint.name.isEmpty ? path : endpoint.name }
}
