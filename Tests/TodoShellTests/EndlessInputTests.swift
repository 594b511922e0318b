import Foundation
import TestSupport
import Testing

/// Input without an end is an error as soon as it can be told, not a program that grows.
struct EndlessInputTests {
  @Test(arguments: [["-n", "/dev/zero"], ["/dev/full"], ["-c", "source /dev/zero"]])
  func aDeviceIsNoScript(arguments: [String]) throws {
    let run = try run(builtProgramPath, arguments)
    #expect(run.status == 2)
    let file = arguments.contains("/dev/full") ? "/dev/full" : "/dev/zero"
    #expect(
      run.errors.hasPrefix("\(file):1:1: error: invalid control character NUL (U+0000)")
    )
  }

  @Test(arguments: [
    ("yes list", ":1: error: the script has more than 64 MiB, the limit for a pipe"),
    ("tr '\\0' x </dev/zero", ":1:65537: error: the line has more than 65536 bytes, which is the limit"),
  ])
  func aPipeThatNeverEndsIsCutOff(source: String, error: String) throws {
    let run = try run("/bin/sh", ["-c", "\(source) | '\(builtProgramPath)' -q; exit $?"])
    #expect(run.status == 2)
    #expect(run.errors.contains(error), "\(run.errors)")
    #expect(run.output == "")
  }

  /// A disk image has lines of any length, and is longer than memory.
  @Test func aFileIsReadNoFurtherThanToANull() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("image")
    #expect(FileManager.default.createFile(atPath: path, contents: Data("list\n\0".utf8)))
    try #require(truncate(path, 1 << 40) == 0)
    let run = try todoshell(path)
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix("\(path):2:1: error: invalid control character NUL (U+0000)"),
      "\(run.errors)"
    )
  }

  @Test func aLineBehindANullIsStillRead() throws {
    let run = try todoshell(input: "add a\u{0}b\ntogle 0\nadd \"")
    #expect(run.errors.contains("-:1:6: error: invalid control character NUL"))
    #expect(run.errors.contains("-:2:1: error: unknown command 'togle'"))
  }

  @Test func scriptsThatSourceTheNextTwiceAreTooMany() throws {
    let folder = try TemporaryFolder()
    for number in 1...30 {
      try folder.write("source \(number + 1)\nsource \(number + 1)\n", to: "\(number)")
    }
    try folder.write("list\n", to: "31")
    let run = try todoshell("1", in: folder.url)
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix("2:2:8: error: a script can run at most 1000000000 commands"),
      "\(run.errors)"
    )
    #expect(try todoshell("-q", "20", in: folder.url).output.split(separator: "\n").count == 2048)
  }

  @Test(arguments: ["--help", "--version"])
  func helpThatCannotBePrintedFails(option: String) throws {
    let run = try run("/bin/sh", ["-c", "'\(builtProgramPath)' \(option) > /dev/full"])
    #expect(run.status == 74)
    #expect(run.errors.contains("error: cannot write to standard output: No space left on device"))
    #expect(try todoshell(option).status == 0)
  }

  @Test func everyMissingFileIsNamedAndACommandIsRecognized() throws {
    let run = try todoshell("toggle", "0")
    #expect(run.status == 66)
    #expect(
      run.errors == """
        todoshell: error: cannot read 'toggle': No such file or directory
        todoshell: error: cannot read '0': No such file or directory
        help: put commands after -c: todoshell -c 'toggle 0'

        """
    )
  }

  @Test func effectsAreListedInTheOrderInWhichTheyGoOn() throws {
    let script = "add a\nadd b\ntoggle 0\nmove 0 end\nset quiet on\neffects\nadvance 0s\n"
    let run = try todoshell("-q", input: script)
    let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("in ") }
    #expect(lines.map { $0.prefix { $0 != "e" } } == ["in 100ms  ", "in 1s     "], "\(run.output)")
    #expect(try todoshell("-c", "advance 0s").output == "no time has passed\n")
  }
}
