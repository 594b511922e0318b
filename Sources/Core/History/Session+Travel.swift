extension Session {
  /// Goes back to before the current turn, or to before the one `count - 1` turns earlier.
  ///
  /// In the middle of a turn the first step goes to its beginning.
  ///
  /// - Throws: ``SessionError/cannotUndo(available:)`` if there are fewer turns.
  /// - Complexity: O(`count`), and as in all travelling O(*s*) in the number of shared values, if any has changed.
  public func undo(_ count: Int = 1) throws {
    var depth = timeline.depth
    for done in 0..<count {
      guard let turn = timeline.moments[timeline.lineNumber(at: depth)].turn else {
        throw SessionError.cannotUndo(available: done)
      }
      depth = timeline.moments[timeline.turns[turn].moments.lowerBound].place.depth - 1
    }
    move { $0.move(toDepth: depth) }
  }

  /// Goes forward along the line to the end of the next turn, or of the one `count - 1` turns later.
  ///
  /// In the middle of a turn the first step goes to its end.
  ///
  /// - Throws: ``SessionError/cannotRedo(available:)`` if there are fewer turns.
  /// - Complexity: O(`count` · log *b*) in the number of branches that the line goes through.
  public func redo(_ count: Int = 1) throws {
    var depth = timeline.depth
    for done in 0..<count {
      guard depth + 1 < timeline.lineCount else { throw SessionError.cannotRedo(available: done) }
      depth = timeline.endOfTurn(at: depth + 1)
    }
    move { $0.move(toDepth: depth) }
  }

  /// Goes back by `count` moments.
  ///
  /// - Throws: ``SessionError/cannotGoBack(available:)`` if there are fewer.
  /// - Complexity: O(1).
  public func back(_ count: Int = 1) throws {
    guard count <= timeline.depth else { throw SessionError.cannotGoBack(available: timeline.depth) }
    move { $0.move(toDepth: $0.depth - count) }
  }

  /// Goes forward along the line by `count` moments.
  ///
  /// - Throws: ``SessionError/cannotGoForward(available:)`` if there are fewer.
  /// - Complexity: O(1).
  public func forward(_ count: Int = 1) throws {
    let available = timeline.lineCount - 1 - timeline.depth
    guard count <= available else { throw SessionError.cannotGoForward(available: available) }
    move { $0.move(toDepth: $0.depth + count) }
  }

  /// Goes to a moment, on this line or any other.
  ///
  /// - Throws: ``SessionError/noMoment(_:last:)`` if there is none with that number.
  /// - Complexity: O(1) on the line, otherwise O(*b*) in the number of branches that the new line goes through.
  public func goto(moment number: Int) throws {
    guard timeline.moments.indices.contains(number) else {
      throw SessionError.noMoment(number, last: timeline.moments.count - 1)
    }
    move { $0.move(to: number) }
  }

  /// Moves the pointer, and puts the shared values back to what they were there.
  private func move(_ move: (inout Timeline<State, Action>) -> Void) {
    move(&timeline)
    shared.restore(timeline.current.world.shared)
  }

  /// The last moment of the line at a virtual time, or just before it.
  ///
  /// - Complexity: O(log *n*) in the length of the line.
  public func lastMoment(at time: Duration) -> Int {
    var low = 0
    var high = timeline.lineCount - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if timeline.moments[timeline.lineNumber(at: middle)].now <= time {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return timeline.lineNumber(at: low)
  }
}
