extension Timeline {
  /// A description of the first broken invariant at the current moment and at the end of the line; `nil` if all hold.
  var brokenInvariant: String? {
    guard (0..<lineCount).contains(depth) else { return "Depth \(depth) is not on the line of \(lineCount)" }
    guard let first = line.first, first.start == 0, first.branch == 0 else {
      return "The line does not begin at the start"
    }
    for piece in line.suffix(2) {
      let branch = branches[piece.branch]
      if branch.number != piece.branch {
        return "The branch at index \(piece.branch) has the number \(branch.number)"
      }
      guard branch.start == piece.start, piece.start <= piece.end, piece.end <= branch.end else {
        return
          "The line has the depths \(piece.start) to \(piece.end) of a branch with \(branch.start) to \(branch.end)"
      }
    }
    if line.count > 1 {
      let (outer, inner) = (line[line.count - 2], line[line.count - 1])
      let branch = branches[inner.branch]
      guard outer.end == inner.start, branch.parent == outer.branch,
        branch.fork == lineNumber(at: outer.end - 1)
      else {
        return "Branch \(branch.number) does not fork where the line enters it"
      }
    }
    let place = current.place
    guard place.number == lineNumber(at: depth), place.depth == depth, moments[place.number] === current
    else {
      return "Moment \(place.number), of depth \(place.depth), is at depth \(depth)"
    }
    guard depth > 0 else { return nil }
    let before = moments[lineNumber(at: depth - 1)].place
    let turns = before.turnCount..<before.turnCount + 2
    let follows =
      place.parent == before.number && place.number > before.number && turns.contains(place.turnCount)
    return follows ? nil : "Moment \(place.number) does not follow moment \(before.number)"
  }
}
