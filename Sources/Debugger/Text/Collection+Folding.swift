extension BidirectionalCollection {
  /// A row for each element; of more than six, all but the first and the last two are folded into one row.
  func folded<Row>(_ row: (Element) -> Row, _ fold: (SubSequence) -> Row) -> [Row] {
    guard count > 6 else { return map(row) }
    return prefix(2).map(row) + [fold(dropFirst(2).dropLast(2))] + suffix(2).map(row)
  }
}
