/// The positions of the heaviest increasing subsequence: in a permutation with equal weights, a largest subset that
/// need not be moved to sort it.
///
/// A Fenwick tree stores, for every rank, the heaviest chain that ends at or below it.
///
/// - Parameters:
///   - numbers: The numbers, all distinct.
///   - weight: The weight of the number at a position, greater than 0.
@usableFromInline
package func increasingSubsequence(of numbers: [Int], weight: (Int) -> Int = { _ in 1 }) -> [Int] {
  let ranks = ranks(of: numbers)
  let greatest = ranks.max() ?? 0
  var best = [(weight: Int, last: Int)](repeating: (0, -1), count: greatest + 1)
  func heaviest(upTo rank: Int) -> (weight: Int, last: Int) {
    var chain = (weight: 0, last: -1)
    var rank = rank
    while rank > 0 {
      if best[rank].weight > chain.weight { chain = best[rank] }
      rank -= rank & -rank
    }
    return chain
  }
  var previous = [Int](repeating: -1, count: numbers.count)
  for position in numbers.indices {
    let before = heaviest(upTo: ranks[position] - 1)
    previous[position] = before.last
    let chain = (weight: before.weight + weight(position), last: position)
    var rank = ranks[position]
    while rank <= greatest {
      if chain.weight > best[rank].weight { best[rank] = chain }
      rank += rank & -rank
    }
  }
  var positions: [Int] = []
  var position = heaviest(upTo: greatest).last
  while position >= 0 {
    positions.append(position)
    position = previous[position]
  }
  return positions.reversed()
}

/// The rank of each number, from 1. Ranks may have gaps: numbers that are nearly consecutive, as most are, need not be sorted
/// to rank them.
private func ranks(of numbers: [Int]) -> [Int] {
  guard let least = numbers.min(), let greatest = numbers.max() else { return [] }
  if greatest - least < 2 * numbers.count { return numbers.map { $0 - least + 1 } }
  var ranks = [Int](repeating: 0, count: numbers.count)
  for (rank, position) in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }).enumerated() {
    ranks[position] = rank + 1
  }
  return ranks
}
