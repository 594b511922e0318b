/// Finds what someone may have meant.
public enum Spelling {
  /// Longer words are no slips of the finger, and the search is quadratic in their length.
  private static let longestWord = 64

  /// The candidates nearest to `word`, best first.
  ///
  /// A candidate counts when a third of the word's letters, but at least one, were mistyped (left out, added,
  /// changed, or two neighbours swapped; case is no mistake), or when the word is the start of it.
  ///
  /// - Parameter limit: how many to return at most.
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
    // A good match makes the far ones noise.
    let best = ranked.first?.rank ?? 0
    return ranked.filter { $0.rank <= best + 1 }.prefix(limit).map(\.name)
  }

  /// `did you mean 'toggle'?`, naming up to three candidates; `nil` when none is near.
  public static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    let names = nearest(to: word, among: candidates).map { "'\($0)'" }
    guard let last = names.last else { return nil }
    if names.count == 1 { return "did you mean \(last)?" }
    return "did you mean \(names.dropLast().joined(separator: ", ")) or \(last)?"
  }

  /// The number of slips, doubled to leave room for ties; `nil` when it is too far off.
  private static func rank(of candidate: [Character], for word: [Character]) -> Int? {
    guard candidate.count <= longestWord else { return nil }
    let limit = max(1, word.count / 3)
    let slips = distance(word, candidate)
    // One changed letter of a word of one letter is a different word.
    if slips <= limit, slips < max(word.count, candidate.count) { return slips }
    if word.count >= 2, candidate.starts(with: word) { return limit + 1 }
    if candidate.count >= 3, word.starts(with: candidate) { return limit + 2 }
    return nil
  }

  /// Letters to insert, remove, replace or swap with their neighbour to get from one word to the other.
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
