import Foundation

/// What an exported page of a long session costs, for the shell that writes it and for the browser that opens it.
struct Pages {
  /// The shell, as a release.
  let shell: String
  /// A folder for the page.
  let scratch: URL
  /// Tells the person what could not be measured, and why.
  let report: (String) -> Void

  /// What `Benchmarks/page` prints, in milliseconds.
  private struct Browsing: Decodable {
    let paint, load, step, jump: Double
  }

  /// - Throws: If a program fails.
  func claims() throws -> [Claim] {
    let script = scratch.appendingPathComponent("page.todoscript")
    // 2,000 moments add 1,000 todos, and 40 × 200 toggle them, with an effect each.
    let lines = [
      "repeat 1000 as i add \"Todo number $i\"", "repeat 40", "repeat 197 as i toggle $i", "advance 3s",
      "end",
    ]
    try (lines.joined(separator: "\n") + "\n").write(to: script, atomically: true, encoding: .utf8)
    let page = scratch.appendingPathComponent("page.html").path
    let source = "source '\(script.path)'"
    let costs = try Command.costs(
      of: [
        Command(
          path: shell,
          arguments: ["-q", "--no-rc", "-c", source, "-c", "export --force html '\(page)'"]
        ),
        Command(path: shell, arguments: ["-q", "--no-rc", "-c", source]),
      ],
      rounds: 5
    )
    let export = Time(
      seconds: costs[0].leastProcessor.microseconds / 1e6 - costs[1].leastProcessor.microseconds / 1e6
    )
    let size = try FileManager.default.attributesOfItem(atPath: page)[.size] as? Int ?? 0
    let extent = "10,000 moments, 1,000 todos"
    return [
      Claim("export html", at: extent, export, atMost: 2_000_000),
      Claim(
        what: "export html, size",
        at: extent,
        measured: "\(size) bytes",
        value: Double(size) / 1e6,
        unit: " MB",
        bound: .atMost(5)
      ),
    ] + (try browsing(page, extent))
  }

  private func browsing(_ page: String, _ extent: String) throws -> [Claim] {
    let python = ".build/python/bin/python"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      report("the page is not measured in a browser, which 'sh .ci/setup clients' installs")
      return []
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["Benchmarks/page", page]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let result = try JSONDecoder().decode(Browsing.self, from: text)
    func claim(_ what: String, _ milliseconds: Double, atMost limit: Double) -> Claim {
      Claim(
        "\(what) in Chromium",
        at: extent,
        Time(seconds: milliseconds / 1000),
        atMost: limit * 1000
      )
    }
    return [
      claim("first paint of the page", result.paint, atMost: 1000),
      claim("page loaded", result.load, atMost: 1000),
      claim("scrub step, median", result.step, atMost: 16),
      claim("scrub jump, median", result.jump, atMost: 16),
    ]
  }
}
