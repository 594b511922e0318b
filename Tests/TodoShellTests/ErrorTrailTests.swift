import TestSupport
import Testing

/// An error says how one got to where it is.
struct ErrorTrailTests {
  @Test func anAliasSaysWhichLineItStandsForAlsoWhenTheCommandRuns() throws {
    let run = try todoshell("-q", input: "alias z = toggle 5\nz\n")
    #expect(run.status == 1)
    #expect(run.errors.contains("-:2:1: error: no todo 5"))
    #expect(run.errors.contains("note: with the alias 'z' expanded: toggle 5\n"))
  }

  @Test(arguments: [("foo", "unknown command 'foo'"), ("add A\ntoggle 5", "no todo 5")])
  func aSourcedScriptSaysWhereItWasSourced(line: String, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("\(line)\n", to: "inner")
    try folder.write("print 1\nsource inner\n", to: "middle")
    try folder.write("source middle\n", to: "outer")
    let run = try todoshell("-q", folder.file("outer"))
    #expect(run.status != 0)
    #expect(run.errors.contains(message))
    let trail = ["middle:2:8", "outer:1:8"].map { "note: sourced at \(folder.path)/\($0)\n" }.joined()
    #expect(run.errors.contains(trail), "\(run.errors)")
  }

  @Test func whatIsWrongInAScriptThatIsSourcedTwiceIsSaidOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("foo\n", to: "inner")
    try folder.write("source inner\nsource inner\n", to: "outer")
    let run = try todoshell("-q", folder.file("outer"))
    #expect(run.errors.matches(of: /unknown command/).count == 1, "\(run.errors)")
  }

  @Test func expectationsThatFailAreCountedToo() throws {
    let folder = try TemporaryFolder()
    try folder.write("expect 1 == 1\nexpect 1 == 2\n", to: "script")
    let run = try todoshell("--format", "json", folder.file("script"))
    #expect(run.status == 1)
    #expect(run.output.contains(#""commands":2,"expectations":2,"#), "\(run.output)")
  }
}
