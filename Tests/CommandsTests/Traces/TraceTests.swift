import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// Traces of specifications, done by a counter and compared with it.
struct TraceTests {
  /// Runs a trace against the counter with a mapping.
  private func follow(_ trace: String, _ mapping: String) throws -> (
    output: String, errors: String, shell: CounterRun
  ) {
    let folder = try TemporaryFolder()
    let file = try folder.write(trace, to: "a.itf.json")
    try folder.write(mapping, to: "a.itfmap")
    let run = CounterRun(folder: folder)
    run.shell.run("import itf '\(file)'")
    return (run.shell.out.text, run.shell.err.text, run)
  }

  private struct CounterRun {
    let folder: TemporaryFolder
    let shell = RecordedShell(CounterShell.application, isQuiet: false)
  }

  private static let mapping = """
    # The counter
    variable n = count
    action up: up {by}
    action wait: soon
    action wait: advance 1s
    """

  /// A trace of the counter.
  private static func trace(_ states: String...) -> String {
    let states = states.enumerated().map { index, state in "{\"#meta\": {\"index\": \(index)}, \(state)}" }
    return """
      {"vars": ["n", "mbt::actionTaken", "mbt::nondetPicks"],
      "states": [
      \(states.joined(separator: ",\n"))
      ]}
      """
  }

  private static func state(_ count: Int, _ action: String, by number: Int = 1) -> String {
    ##""n": {"#bigint": "\##(count)"}, "mbt::actionTaken": "\##(action)", "mbt::nondetPicks": "##
      + ##"{"by": {"tag": "Some", "value": {"#bigint": "\##(number)"}}}"##
  }

  @Test func aTraceIsDoneAndCompared() throws {
    let trace = Self.trace(Self.state(0, "init"), Self.state(2, "up", by: 2), Self.state(3, "wait"))
    let (output, errors, run) = try follow(trace, Self.mapping)
    #expect(errors == "")
    #expect(
      output.hasSuffix("3 states of \(run.folder.file("a.itf.json")) agree; compared: n\n"),
      "\(output)"
    )
    #expect(run.shell.record == ["up 2", "soon", "advance 1s"], "a session records what was done")
  }

  @Test func aPathInAMappingBeginsAtItsFolder() throws {
    let (_, errors, run) = try follow(
      Self.trace(Self.state(0, "init"), Self.state(1, "up")),
      "variable n = count\naction up: source more/up"
    )
    #expect(errors.contains("\(run.folder.file("more/up"))': No such file"), "\(errors)")
  }

  @Test func theFirstDifferenceIsToldWithItsPlace() throws {
    let trace = Self.trace(Self.state(0, "init"), Self.state(3, "up", by: 2), Self.state(9, "wait"))
    let (_, errors, run) = try follow(trace, Self.mapping)
    #expect(
      errors.hasPrefix(
        "\(run.folder.file("a.itf.json")):4:30: error: expectation failed: 'n' differs from the trace in state 1\n"
      ),
      "\(errors)"
    )
    #expect(errors.contains("note: expected: 3\nnote: actual:   2\n"), "\(errors)")
    #expect(run.shell.shell.session.moment.number == 2, "the session stays there")
  }

  @Test func theAnswerHasTheDifference() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.trace(Self.state(0, "init"), Self.state(3, "up", by: 2)), to: "a.itf.json")
    try folder.write(Self.mapping, to: "b")
    let interpreter = Interpreter(CounterShell.application)
    let result = interpreter.execute("import itf \(folder.file("a.itf.json")) \(folder.file("b"))")
    let answer = try #require(result.answers.first as? TraceAnswer)
    #expect(
      answer.difference
        == .init(state: 1, action: "\"up\"", variable: "n", expression: "count", expected: "3", actual: "2")
    )
    #expect(!result.isComplete)
  }

  static let invalid: [(trace: String, place: String, message: String)] = [
    ("{\"vars\": [", "1:11", "the file ends before its JSON does"),
    ("", "1:1", "the file ends before its JSON does"),
    ("{\"vars\": [,", "1:11", "the file is not JSON"),
    ("{\"vars\": []}", "1:1", "not a trace: 'vars' or 'states' is missing"),
    ("{\"vars\": [], \"states\": []}", "1:24", "the trace has no states"),
    ("{\"vars\": [\"n\"],\n\"states\": [{}]}", "2:12", "the variable 'n' is missing in this state"),
    ("{\"vars\": [\"n\"],\n\"states\": [{\"n\": null}]}", "2:18", "a trace has no null"),
    ("{\"vars\": [\"n\"],\n\"states\": [{\"n\": [1, 2.5]}]}", "2:22", "'2.5' is not a whole number"),
    ("{\"vars\": [\"n\"],\n\"states\": [{\"n\": {\"#bigint\": 5}}]}", "2:30", "expected digits in quotes"),
    ("{\"vars\": [\"n\"],\n\"states\": [{\"n\": {\"#bag\": []}}]}", "2:27", "unknown form of a value '#bag'"),
    ("{\"vars\": [\"n\"],\n\"states\": [{\"n\": {\"#map\": [[1]]}}]}", "2:28", "expected a key and a value"),
    (
      "{\"vars\": [\"n\"],\n\"states\": [{\"n\": 0}], \"loop\": 1}", "2:31",
      "there is no state 1 to lead back to"
    ),
    (
      "{\"vars\": [\"n\"],\n\"states\": [{\"n\": 0}], \"loop\": \"a\"}", "2:31",
      "there is no state \"a\" to lead back to"
    ),
    (
      "{\"vars\": [\"n\"],\n\"states\": [{\"n\": [{\"#unserializable\": \"Int\"}]}]}", "2:18",
      "'n' is [Int], which the format cannot express"
    ),
    ("{\"vars\": [\"m\"],\n\"states\": [{\"m\": 0}]}", "2:12", "the trace has no variable 'n'"),
    (
      "{\"vars\": [\"n\"],\n\"states\": [{\"n\": 0}, {\"n\": 1}]}", "2:22",
      "the state has no variable 'mbt::actionTaken'"
    ),
    (
      "{\"vars\": [\"n\"],\n\"states\": [{\"n\": 0}, {\"n\": 1, \"mbt::actionTaken\": \"upp\"}]}", "2:51",
      "the mapping has no commands for the action 'upp'"
    ),
    (
      "{\"vars\": [\"n\"],\n\"states\": [{\"n\": {\"#unserializable\": \"Int\"}}]}", "2:18",
      "'n' is Int, which the format cannot express"
    ),
  ]

  @Test(arguments: invalid.indices)
  func anErrorHasItsPlaceInTheTrace(index: Int) throws {
    let (trace, place, message) = Self.invalid[index]
    let (_, errors, run) = try follow(trace, Self.mapping)
    #expect(errors.hasPrefix("\(run.folder.file("a.itf.json")):\(place): error: \(message)"), "\(errors)")
  }

  static let invalidMappings: [(mapping: String, place: String, message: String)] = [
    ("action up: up", "1:1", "the mapping compares nothing"),
    ("variable n = cuont", "1:14", "cannot find 'cuont'"),
    ("variable n count", "1:1", "expected 'variable NAME = EXPRESSION'"),
    ("variable n = count\nvariable n = count", "2:10", "duplicate variable 'n'"),
    ("variable n = count\naction up up", "2:8", "expected the name of an action and a colon"),
    ("variable n = count\nvalue x", "2:1", "invalid line of a mapping"),
    ("variable n = count\naction up: upp", "2:1", "unknown command 'upp'"),
    ("variable n = count\naction up: up {bye}", "2:12", "the trace has no value 'bye'"),
    ("variable n = count\naction up: down", "2:1", "this is zero already"),
  ]

  @Test(arguments: invalidMappings.indices)
  func anErrorHasItsPlaceInTheMapping(index: Int) throws {
    let (mapping, place, message) = Self.invalidMappings[index]
    let (_, errors, run) = try follow(Self.trace(Self.state(0, "init"), Self.state(1, "up")), mapping)
    #expect(errors.hasPrefix("\(run.folder.file("a.itfmap")):\(place): error: \(message)"), "\(errors)")
  }

  @Test func anEscapeIsNoValueOfTheTrace() throws {
    let trace = Self.trace(Self.state(0, "init"), Self.state(1, "up"))
    let (output, errors, _) = try follow(
      trace,
      "variable n = count\naction up: up\naction up: print \"\\u{1F389}\""
    )
    #expect(errors == "" && output.contains("🎉"), "\(output)\(errors)")
  }

  @Test func aMappingThatExitsTheShellFails() throws {
    let trace = Self.trace(Self.state(0, "init"), Self.state(1, "up"))
    let (_, errors, run) = try follow(trace, "variable n = count\naction up: quit")
    #expect(errors.contains("error: the mapping exited the shell before the end of the trace\n"), "\(errors)")
    #expect(run.shell.shell.exitStatus == 1)
  }

  @Test func aValueThatWasNotChosenIsNoArgument() throws {
    let state =
      ##""n": 1, "mbt::actionTaken": "up", "mbt::nondetPicks": {"by": {"tag": "None", "value": {"#tup": []}}}"##
    let (_, errors, _) = try follow(Self.trace(Self.state(0, "init"), state), Self.mapping)
    #expect(errors.contains("a.itfmap:3:12: error: the trace has no value 'by'"), "\(errors)")
    #expect(!errors.contains("did you mean"), "\(errors)")
  }

  @Test func aTraceMayHaveAByteOrderMark() throws {
    #expect(try follow("\u{FEFF}" + Self.trace(Self.state(0, "init")), Self.mapping).errors == "")
  }

  @Test func aMappingNamesOtherVariables() throws {
    let trace = """
      {"vars": ["n", "last"], "states": [{"n": 0, "last": {"tag": "Start", "value": {"#tup": []}}},
      {"n": 3, "last": {"tag": "Up", "value": {"#tup": []}}, "chosen": {"by": 3}}]}
      """
    let mapping = "variable n = count\ntaken last\npicks chosen\naction Up: up {by}"
    #expect(try follow(trace, mapping).errors == "")
  }
}

/// Values of specifications and values of Swift.
struct TraceValueTests {
  private struct Todo { var id = 1, isDone = true }
  private enum Filter { case all, from(Int), pair(low: Int, high: Int) }

  private func value(_ json: String) throws -> TraceValue { try TraceValue(JSON(parsing: json.utf8), at: []) }

  @Test func valuesThatASpecificationDescribes() throws {
    let cases: [(json: String, value: Any?)] = [
      ("1", 1), (##"{"#bigint": "007"}"##, 7), ("-0", 0), ("\"a\"", "a"), ("true", true),
      ("[1, 2]", [1, 2]), (##"{"#tup": [1, "a"]}"##, (1, "a")), (##"{"#tup": [1, 2]}"##, [1, 2]),
      (##"{"#set": [2, 1]}"##, Set([1, 2])), (##"{"#set": [1, 2]}"##, [2, 1, 2]),
      (##"{"#map": [["a", 1]]}"##, ["a": 1]), (##"{"#map": [[1, "a"], [2, "b"]]}"##, ["a", "b"]),
      (##"{"isDone": true}"##, Todo()), (##"{"tag": "All", "value": {"#tup": []}}"##, Filter.all),
      ("\"all\"", Filter.all), (##"{"tag": "From", "value": 3}"##, Filter.from(3)),
      (##"{"tag": "pair", "value": {"low": 1, "high": 2}}"##, Filter.pair(low: 1, high: 2)),
      (##"{"tag": "None", "value": {"#tup": []}}"##, nil), (##"{"tag": "Some", "value": 3}"##, 3),
      (##"{"#map": []}"##, [String: Int]()), (##"{"tag": "All", "value": null}"##, Filter.all),
    ]
    for (json, value) in cases { #expect(try self.value(json).describes(TraceValue(value)), "\(json)") }
  }

  @Test func valuesThatItDoesNot() throws {
    let cases: [(json: String, value: Any?)] = [
      ("1", 2), ("1", "1"), ("[1, 2]", [2, 1]), ("[1]", [1, 2]), (##"{"#set": [1]}"##, Set([1, 2])),
      (##"{"#set": [1, 2]}"##, Set([1])), (##"{"#map": [["a", 1]]}"##, ["a": 2]),
      (##"{"isDone": false}"##, Todo()),
      (##"{"name": 1}"##, Todo()), ("\"al\"", Filter.all), ("\"from\"", Filter.from(3)),
      (##"{"tag": "From", "value": 4}"##, Filter.from(3)), (##"{"tag": "None", "value": {"#tup": []}}"##, 3),
      (##"{"tag": "Some", "value": 3}"##, nil),
    ]
    for (json, value) in cases { #expect(try !self.value(json).describes(TraceValue(value)), "\(json)") }
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let values: [Any?] = [
      1, "a", [1, 2], Set([1]), ["a": [true]], (1, "b"), Todo(), Filter.from(2), nil, Int.max,
    ]
    for value in values {
      let written = TraceValue(value)
      #expect(try self.value(written.json.text) == written, "\(written.text)")
    }
  }
}
