import Workloads

extension Claim {
  /// What the acceptance table says of what one process measures.
  ///
  /// - Throws: If something was not measured.
  static func all(of measurements: Measurements) throws -> [Claim] {
    try retained(measurements) + lists(measurements) + diffs(measurements)
      + outlines(measurements) + sessions(measurements) + exploring(measurements)
  }

  private static func retained(_ measurements: Measurements) throws -> [Claim] {
    func time(_ name: String) throws -> Time { try measurements.time("retained-toggle", name) }
    func edit(_ name: String) throws -> Time { try measurements.time("retained-edits", name) }
    var claims: [Claim] = []
    for face in ["list", "session"] {
      claims += [
        Claim(
          "retained toggle, \(face) : array history",
          at: "10,000",
          try time("\(face)-10000"),
          cheaperThan: try time("array-10000"),
          atLeast: 50
        ),
        Claim(
          "retained toggle, \(face), growth",
          at: "100,000 : 1,000",
          try time("\(face)-100000"),
          of: try time("\(face)-1000"),
          atMost: face == "list" ? 4 : 2,
          goal: 2
        ),
      ]
      let bytes = try measurements.least("retained-toggle-memory", face)
      claims.append(
        Claim(
          what: "retained toggle, \(face), memory",
          at: "100,000",
          measured: "\(Int(bytes)) bytes",
          value: bytes / 1_024,
          unit: " KiB",
          bound: .atMost(3)
        )
      )
    }
    claims.append(
      Claim(
        "retained toggle, session : a copy of 2,560 bytes, about what it keeps",
        at: "10,000",
        try time("session-10000"),
        of: try time("copy")
      )
    )
    for (name, text, limit) in [
      ("insert", "insert at 0", 30), ("remove", "remove", 30), ("move", "move", 23.0),
    ] {
      claims.append(
        Claim(
          "\(text), retained : array history",
          at: "10,000",
          try edit("\(name)-list"),
          cheaperThan: try edit("\(name)-array"),
          atLeast: limit,
          goal: 30
        )
      )
    }
    return claims
  }

  private static func lists(_ measurements: Measurements) throws -> [Claim] {
    var claims: [Claim] = []
    for (count, limit) in [(100, 1), (1_000, 1.15), (10_000, 1.5), (100_000, 2.5)] {
      claims.append(
        Claim(
          "in-place toggle by id : dictionary-backed",
          at: "\(count)",
          try measurements.time("in-place-toggle", "list-\(count)"),
          of: try measurements.time("in-place-toggle", "dictionary-\(count)"),
          atMost: limit,
          goal: 1
        )
      )
    }
    for (read, limit) in [("flags", 1.5), ("texts", 1.5), ("plain-flags", 3.3), ("plain-texts", 1.8)] {
      claims.append(
        Claim(
          "iteration over \(read.replacing("-", with: " ")) : array",
          at: "10,000",
          try measurements.time("iteration", "list-\(read)"),
          of: try measurements.time("iteration", "array-\(read)"),
          atMost: limit,
          goal: 1.5
        )
      )
    }
    return claims
  }

  private static func diffs(_ measurements: Measurements) throws -> [Claim] {
    func time(_ name: String) throws -> Time { try measurements.time("printed-diff", name) }
    return [
      Claim(
        "printed diff of a toggle, growth",
        at: "10,000 : 10",
        try time("core-10000"),
        of: try time("core-10"),
        atMost: 3
      ),
      Claim(
        "printed diff of a toggle : CustomDump.diff",
        at: "10,000",
        try time("core-10000"),
        cheaperThan: try time("reference-10000"),
        atLeast: 100
      ),
    ]
  }

  private static func outlines(_ measurements: Measurements) throws -> [Claim] {
    func time(_ name: String) throws -> Time { try measurements.time("outline", name) }
    return [
      Claim(
        "outline of a hundred todos, growth",
        at: "100,000 : 1,000",
        try time("page-100000"),
        of: try time("page-1000"),
        atMost: 2
      ),
      Claim(
        "outline of a hundred todos : dump of all",
        at: "100,000",
        try time("page-100000"),
        cheaperThan: try time("dump-100000"),
        atLeast: 50
      ),
    ]
  }

  private static func sessions(_ measurements: Measurements) throws -> [Claim] {
    func effect(_ name: String) throws -> Time { try measurements.time("effects", name) }
    func travel(_ name: String) throws -> Time { try measurements.time("travel", name) }
    return [
      Claim(
        "session send : reducer and retained copy",
        at: "10",
        try measurements.time("send", "session"),
        of: try measurements.time("send", "bare"),
        atMost: 10
      ),
      Claim(
        "effect: start, sleep, advance, deliver : session send",
        at: "1",
        try effect("in-turn"),
        of: try measurements.time("send", "session"),
        atMost: 4
      ),
      Claim(
        "effect on a store : on a session",
        at: "1",
        try measurements.time("store", "store-effect"),
        of: try measurements.time("store", "session-effect"),
        atMost: 2
      ),
      Claim(
        "action on a recorded store : on a store",
        at: "1",
        try measurements.time("recording", "recorded"),
        of: try measurements.time("recording", "unrecorded"),
        atMost: 2
      ),
      Claim(
        "effect, growth",
        at: "10,000 : 1 in flight",
        try effect("in-flight"),
        of: try effect("in-turn"),
        atMost: 2.5
      ),
      Claim("goto from end to end", at: "100,000 moments", try travel("goto"), atMost: 5),
      Claim("undo", at: "100,000 moments", try travel("undo"), atMost: 5),
      Claim("undo of everything", at: "100,000 moments", try travel("undo-all"), atMost: 5),
      Claim("next send, a thousand moments from rest", at: "10,000", try travel("next-send"), atMost: 50_000),
    ]
  }

  private static func exploring(_ measurements: Measurements) throws -> [Claim] {
    func time(_ name: String) throws -> Time { try measurements.time("explore", name) }
    let memory = try measurements.least("explore", "memory")
    try TodosSpace.quiet.check()
    let quiet = "\(TodosSpace.quiet.most) todos without effects"
    let timed = "\(TodosSpace.timed.most) todos with effects"
    return [
      Claim("explored transitions on a core", at: quiet, every: try time("quiet")),
      Claim("explored new states on a core", at: quiet, every: try time("quiet-states")),
      Claim(
        "explored transition : plain breadth-first loop",
        at: quiet,
        try time("quiet"),
        of: try time("plain"),
        atMost: 2
      ),
      Claim(
        "explored new state : plain breadth-first loop",
        at: quiet,
        try time("quiet-states"),
        of: try time("plain-states"),
        atMost: 2
      ),
      Claim("explored transitions on a core", at: timed, every: try time("timed")),
      Claim("explored new states on a core", at: timed, every: try time("timed-states")),
      Claim(
        "explored transition with effects : plain breadth-first loop without",
        at: timed,
        try time("timed"),
        of: try time("plain"),
        atMost: 3
      ),
      Claim(
        "exploring with two workers : one",
        at: timed,
        try time("two-workers"),
        cheaperThan: try time("one-worker"),
        atLeast: 1.7,
        goal: 1.85
      ),
      Claim(
        what: "what remains of an explored state",
        at: quiet,
        measured: "\(Int(memory)) bytes",
        value: memory,
        unit: " bytes",
        bound: .atMost(200)
      ),
    ]
  }
}
