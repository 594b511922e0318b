extension TestEffect {
  /// A random effect of at most the given depth.
  static func random(depth: Int, using generator: inout some RandomNumberGenerator) -> TestEffect {
    let ids = ["x", "y"]
    switch Int.random(in: 0..<(depth > 0 ? 10 : 4), using: &generator) {
    case 0: return .send("s\(Int.random(in: 0..<10, using: &generator))")
    case 1: return .respond("r\(Int.random(in: 0..<10, using: &generator))")
    case 2: return .run(randomSteps(using: &generator))
    case 3: return .cancel(ids.randomElement(using: &generator) ?? "x")
    case 4: return .merge(some(depth, using: &generator))
    case 5: return .concatenate(some(depth, using: &generator))
    case 6:
      return .debounce(
        .random(depth: depth - 1, using: &generator),
        id: ids.randomElement(using: &generator) ?? "x",
        milliseconds: 5
      )
    case 7:
      return .throttle(
        .random(depth: depth - 1, using: &generator),
        id: ids.randomElement(using: &generator) ?? "x",
        milliseconds: 10,
        latest: Bool.random(using: &generator)
      )
    default:
      return .cancellable(
        .random(depth: depth - 1, using: &generator),
        id: ids.randomElement(using: &generator) ?? "x",
        cancelInFlight: Bool.random(using: &generator)
      )
    }
  }

  private static func some(_ depth: Int, using generator: inout some RandomNumberGenerator) -> [TestEffect] {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in .random(depth: depth - 1, using: &generator) }
  }

  private static func randomSteps(using generator: inout some RandomNumberGenerator) -> [Step] {
    (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<6: .sleep(Int.random(in: 0...4, using: &generator) * 5)
      case 6..<8: .send("t\(Int.random(in: 0..<10, using: &generator))")
      case 8: .sendUUID
      case 9: .sendRandom
      case 10: .sendDate
      default: .throwCancellation
      }
    }
  }
}
