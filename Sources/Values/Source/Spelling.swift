/// Finds near matches for a misspelled word.
public enum Spelling {
  /// Words longer than this are unlikely to be typing errors, and the search is quadratic in their length.
  private static let longestWord = 64

  /// The candidates nearest to `word`, best first.
  ///
  /// A candidate matches when the number of letters to insert, remove, replace or swap with a neighbour
  /// (ignoring case) is at most a third of the word's length, or 1 if that is more, or when one of the two is a
  /// prefix of the other.
  ///
  /// - Parameter limit: The maximum number of results.
  /// - Complexity: O(*c* · *n*²) for *c* candidates and words of *n* letters.
  public static func nearest(
    to word: String,
    among candidates: some Sequence<String>,
    limit: Int = 3
  ) -> [String] {
    let letters = Array(word.lowercased())
    guard !letters.isEmpty, letters.count <= longestWord else { return [] }
    var ranked: [(name: String, rank: Int)] = []
    var seen: Set<String> = []
    for candidate in candidates where seen.insert(candidate).inserted {
      guard let rank = rank(of: Array(candidate.lowercased()), for: letters) else { continue }
      ranked.append((candidate, rank))
    }
    ranked.sort { ($0.rank, $0.name) < ($1.rank, $1.name) }
    // After a good match, distant ones are noise.
    let best = ranked.first?.rank ?? 0
    return ranked.filter { $0.rank <= best + 1 }.prefix(limit).map(\.name)
  }

  /// `did you mean 'toggle'?`, naming up to three candidates; `nil` when none is close.
  public static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    let names = nearest(to: word, among: candidates).map { "'\($0)'" }
    guard let last = names.last else { return nil }
    if names.count == 1 { return "did you mean \(last)?" }
    return "did you mean \(names.dropLast().joined(separator: ", ")) or \(last)?"
  }

  /// The edit distance, or a rank after that for a prefix; `nil` for a candidate that is too different.
  private static func rank(of candidate: [Character], for word: [Character]) -> Int? {
    guard candidate.count <= longestWord else { return nil }
    let limit = max(1, word.count / 3)
    let slips = distance(word, candidate)
    // A one-letter word with its letter changed is a different word.
    if slips <= limit, slips < max(word.count, candidate.count) { return slips }
    if word.count >= 2, candidate.starts(with: word) { return limit + 1 }
    if candidate.count >= 3, word.starts(with: candidate) { return limit + 2 }
    return nil
  }

  /// The edit distance with insertion, removal, replacement, and swapping of neighbouring letters.
  package static func distance(_ lhs: [Character], _ rhs: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...rhs.count)
    for i in lhs.indices {
      var current = [i + 1]
      current.reserveCapacity(rhs.count + 1)
      for j in rhs.indices {
        var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (lhs[i] == rhs[j] ? 0 : 1))
        if i > 0, j > 0, lhs[i] == rhs[j - 1], lhs[i - 1] == rhs[j] {
          cost = min(cost, beforePrevious[j - 1] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[rhs.count]
  }
}
