import Core
import Foundation
import FuzzSubjects
import TestSupport
import Testing

@testable import TodoShellValues

/// An error as a person sees it.
func rendered(_ error: any Error) -> String { (error as? Diagnostic)?.rendered() ?? "\(error)" }

/// What is printed reads back as the same, whatever the action.
struct ActionRoundTripTests {
  private func expectRoundTrip<Action: Equatable>(_ action: Action, seed: UInt64) {
    let text = ActionSyntax.text(action)
    do {
      let read = try ActionSyntax.action(Action.self, parsing: SourceText(text))
      #expect(read == action, "seed \(seed): \(text)")
      #expect(ActionSyntax.text(read) == text, "seed \(seed)")
    } catch {
      Issue.record("seed \(seed): \(rendered(error))")
    }
    let isPlain = !text.unicodeScalars.contains(where: \.needsEscaping)
    #expect(isPlain, "seed \(seed)")
  }

  @Test func holdsForValuesOfAllKinds() {
    for seed in 0..<UInt64(rounds(125)) {
      var actions = RandomActions(seed: seed)
      expectRoundTrip(actions.values(), seed: seed)
    }
  }

  @Test func holdsForAnEnumWithoutMacros() {
    for seed in 0..<300 as Range<UInt64> {
      var actions = RandomActions(seed: seed)
      expectRoundTrip(actions.plain(), seed: seed)
    }
  }

  @Test func holdsForAFeatureWithChildrenStacksSheetsAndBindings() {
    for seed in 0..<UInt64(rounds(125)) {
      var actions = RandomActions(seed: seed)
      expectRoundTrip(actions.app(), seed: seed)
    }
  }

  @Test func holdsForWhatIsNoNumber() throws {
    guard
      case .double(let value) = try ActionSyntax.action(
        ActionFixtures.Values.self,
        parsing: SourceText(".double(.nan)")
      )
    else {
      Issue.record("another case")
      return
    }
    #expect(value.isNaN)
    #expect(ActionSyntax.text(ActionFixtures.Values.double(.nan)) == ".double(.nan)")
  }

  @Test func aSetBindingMatchesTheSameKeyPathInAReducer() throws {
    typealias State = ActionFixtures.Row.State
    let action = try ActionSyntax.action(
      BindingAction<State>.self,
      parsing: SourceText(#".set(\.settings.level, 7)"#)
    )
    #expect(\.settings.level ~= action)
    #expect(!(\.title ~= action))
    var state = State(id: UUID(0))
    let reducer: some Reducer<State, ActionFixtures.Row.Action> = BindingReducer()
    _ = reducer.reduce(into: &state, action: .binding(action))
    #expect(state.settings.level == 7)
  }

  @Test func aStructureMadeOfItsFieldsIsObservable() throws {
    let text =
      #".show(Row.State(id: UUID(1), title: "a", isDone: false, settings: Settings(isOn: true, level: 2), tags: []))"#
    let action = try ActionSyntax.action(ActionFixtures.App.Action.self, parsing: SourceText(text))
    guard case .show(var row) = action else {
      Issue.record("another case")
      return
    }
    #expect(row == ActionFixtures.Row.State(id: UUID(1), title: "a", settings: .init(isOn: true, level: 2)))
    row.title = "b"
    #expect(row.title == "b")
  }
}

/// What may be written besides what is printed.
struct ActionSyntaxTests {
  private typealias Values = ActionFixtures.Values

  @Test(
    arguments: [
      (".filter(.active)", ".filter(.active)"), (".filter(Filter.active)", ".filter(.active)"),
      (".filter(Filter(rawValue: \"All\"))", ".filter(.all)"),
      (".filter(.init(rawValue: \"active\"))", ".filter(.active)"), (".filter(nil)", ".filter(nil)"),
      (".filter(.none)", ".filter(nil)"), (".filter(.some(.all))", ".filter(.all)"),
      (".duration(.seconds(1))", ".duration(1s)"), (".duration(1m30s)", ".duration(1m30s)"),
      (".duration(.milliseconds(2))", ".duration(2ms)"), (".duration(.zero)", ".duration(0s)"),
      (".indices([2, 0])", ".indices([0, 2])"), (".indices(IndexSet([1]))", ".indices([1])"),
      (".indices(IndexSet(integer: 3))", ".indices([3])"),
      (".id(UUID(0))", ".id(UUID(0))"),
      (
        ".id(UUID(uuidString: \"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF\"))",
        ".id(UUID(\"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF\"))"
      ),
      (".date(Date(\"2001-01-01\"))", ".date(Date(\"2001-01-01T00:00:00Z\"))"),
      (".date(Date(timeIntervalSinceReferenceDate: 0))", ".date(Date(\"2001-01-01T00:00:00Z\"))"),
      (".date(Date(timeIntervalSince1970: 0.25))", ".date(Date(\"1970-01-01T00:00:00.250Z\"))"),
      (".url(\"https://a.b\")", ".url(URL(\"https://a.b\"))"),
      (".url(URL(string: \"c\"))", ".url(URL(\"c\"))"),
      (
        ".point(Point(x: 1, label: \"a\", factor: 2))",
        ".point(ActionFixtures.Point(x: 1, label: \"a\", factor: 2.0))"
      ),
      (".point(.init(factor: 2, x: 1))", ".point(ActionFixtures.Point(x: 1, label: nil, factor: 2.0))"),
      (".renamed(Renamed(number: 3))", ".renamed(ActionFixtures.Renamed(value: 3, note: nil))"),
      (".map([:])", ".map([:])"), (".map([\"b\": 1, \"a\": 2,])", ".map([\"a\": 2, \"b\": 1])"),
      (".int( 0x1F )", ".int(31)"), (".int(1_000)", ".int(1000)"),
      (".text('raw \\n')", ".text(\"raw \\\\n\")"),
      (".double(3)", ".double(3.0)"), (".range(0 ..< 3)", ".range(0..<3)"),
      (".name(Name(rawValue: \"x\"))", ".name(ActionFixtures.Name(rawValue: \"x\"))"),
      (".name(\"x\")", ".name(ActionFixtures.Name(rawValue: \"x\"))"),
      (".options([])", ".options(ActionFixtures.Options(rawValue: 0))"),
      (".decimal(1.25)", ".decimal(1.25)"),
      (".data(Data([72, 105]))", ".data(Data(base64Encoded: \"SGk=\"))"),
      (".result(.failure(.code(3)))", ".result(.failure(.code(3)))"),
      (".void(.success(nil))", ".void(.success(nil))"),
    ]
  )
  func reads(text: String, printed: String) throws {
    do {
      let action = try ActionSyntax.action(Values.self, parsing: SourceText(text))
      #expect(ActionSyntax.text(action) == printed)
    } catch {
      Issue.record("\(rendered(error))")
    }
  }

  @Test func genericActionsAreReadByTheirArguments() throws {
    typealias Action = ActionFixtures.Generic<String>.Action
    let action = try ActionSyntax.action(Action.self, parsing: SourceText(#".both("a", ["b"])"#))
    guard case .both("a", ["b"]) = action else {
      Issue.record("\(action)")
      return
    }
  }

  @Test(
    arguments: [
      (".stp", 1, "unknown case '.stp' of ActionFixtures.App.Action", "did you mean '.stop'?"),
      (".rws(1)", 1, "unknown case '.rws' of ActionFixtures.App.Action", "did you mean '.rows'?"),
      (".rows", 1, ".rows requires a payload", "write .rows(IdentifiedAction)"),
      (".start(1)", 1, ".start has no payload", "write .start"),
      (
        ".rows(.element(1, action: .tapped))", 16, "expected the label 'id:'",
        "write (id: UUID, action: ActionFixtures.Row.Action)"
      ),
      (
        ".rows(.element(id: 1.5, action: .tapped))", 20, "expected UUID, found a number",
        "for example: UUID(0)"
      ),
      (
        ".rows(.element(id: UUID(0), action: .taped))", 37,
        "unknown case '.taped' of ActionFixtures.Row.Action", "did you mean '.tapped'?"
      ),
      (
        ".rows(.element(id: UUID(0)))", 27,
        "missing argument 'action: ActionFixtures.Row.Action' of '.element'",
        "write (id: UUID, action: ActionFixtures.Row.Action)"
      ),
      (
        ".rows(.element(id: UUID(0), action: .tapped, 3))", 46, "too many values: .element takes 2 values",
        nil
      ),
      (
        ".rows(.element(id: UUID(\"x\"), action: .tapped))", 25, "invalid UUID",
        "write its number, UUID(0), or 32 hexadecimal digits with four hyphens"
      ),
      (
        #".binding(.set(\.cont, 1))"#, 17,
        "ActionFixtures.App.State has no property 'cont' that a key path can name", "did you mean 'count'?"
      ),
      (#".binding(.set(\.count, "a"))"#, 24, "expected Int, found a string", "for example: 1"),
      (
        #".show(Row.State(title: "a"))"#, 27,
        "missing argument 'id: UUID' of 'ActionFixtures.Row.State'", nil
      ),
      (
        #".show(Row.State(id: UUID(0), titel: ""))"#, 30,
        "unknown label 'titel:' for ActionFixtures.Row.State",
        "did you mean 'title'?"
      ),
      (
        #".sheet(.presented(.binding(.set(\.id, UUID(0)))))"#, 33, #"\.id cannot be set: it is a constant"#,
        nil
      ),
      ("start", 1, "expected ActionFixtures.App.Action, found start", nil),
      (".start stop", 8, "expected the end of the line, found 'stop'", nil),
      (".rows(", 6, "unclosed bracket", "close it with )"),
      (".rows(_)", 7, "'_' stands only for a whole argument of a pattern; expected a value", nil),
      (".", 2, "expected the name of a case, but the line ends here", nil),
    ] as [(String, Int, String, String?)]
  )
  func errorsPointIntoTheLine(text: String, column: Int, message: String, hint: String?) {
    let error = diagnostic(
      of: try ActionSyntax.action(ActionFixtures.App.Action.self, parsing: SourceText(text))
    )
    #expect(error?.message == message)
    #expect(error?.location.column == column)
    if let hint { #expect(error?.hint == hint) }
  }

  @Test func anUnknownCaseIsAnsweredWithAllThatThereAre() {
    let error = diagnostic(
      of: try ActionSyntax.action(ActionFixtures.Row.Action.self, parsing: SourceText(".x"))
    )
    #expect(
      error?.notes == [
        "its cases: .binding(BindingAction), .delegate(ActionFixtures.Row.Action.Delegate), .tapped"
      ]
    )
  }

  @Test(
    arguments: [
      (".closure(1)", "cannot read a value of () -> (): it is a function"),
      (
        ".hidden(Scalar(_value: 4294967295))",
        "cannot read a value of Unicode.Scalar: its parts are not known"
      ),
      (".reference(1)", "cannot read a value of ActionFixtures.Reference: it is a reference type"),
      (
        ".unretained(Unretained(owner: Owner()))",
        "cannot read a value of ActionFixtures.Unretained: its parts are not known"
      ),
      (".error(.failure(.x))", "cannot read a value of Error: its contents may be of any type"),
    ]
  )
  func whatNoTextCanBeSaysWhy(text: String, message: String) {
    let error = diagnostic(
      of: try ActionSyntax.action(ActionFixtures.Unreadable.self, parsing: SourceText(text))
    )
    #expect(error?.message == message)
    #expect(error?.hint != nil)
  }

  @Test func aCaseBesideOnesThatCannotBeReadIsRead() throws {
    guard case .fine = try ActionSyntax.action(ActionFixtures.Unreadable.self, parsing: SourceText(".fine"))
    else {
      Issue.record("another case")
      return
    }
  }

  @Test func aPropertyBehindAClosureHasAKeyPath() {
    #expect(Shape.of(ActionFixtures.Handled.self).properties.map(\.name) == ["level"])
  }

  @Test func deepNestingIsAnErrorAndNoCrash() {
    let text = String(repeating: ".twice(", count: 100_000)
    let error = diagnostic(of: try ActionSyntax.action(ActionFixtures.Plain.self, parsing: SourceText(text)))
    #expect(error?.message == "the line is nested more than 64 levels deep")
    let brackets = diagnostic(
      of: try ActionSyntax.action([Int].self, parsing: SourceText(String(repeating: "[", count: 100_000)))
    )
    #expect(brackets?.message == "the line is nested more than 64 levels deep")
  }

  /// Texts that are nearly actions: the entry point for a fuzzer is the same.
  @Test func mutatedActionsAreReadOrRefusedWithAPlace() {
    for seed in 0..<600 as Range<UInt64> {
      var actions = RandomActions(seed: seed)
      var texts = [ActionSyntax.text(actions.app()), ActionSyntax.text(actions.values())]
      texts[0] = mutated(texts[0], using: &actions.generator)
      texts[1] = mutated(texts[1], using: &actions.generator)
      expectLocatedOrRead(ActionFixtures.App.Action.self, texts[0], seed: seed)
      expectLocatedOrRead(ActionFixtures.Values.self, texts[1], seed: seed)
    }
  }

  private func expectLocatedOrRead<Action>(_: Action.Type, _ text: String, seed: UInt64) {
    do throws(Diagnostic) {
      let action = try ActionSyntax.action(Action.self, parsing: SourceText(text))
      _ = ActionSyntax.text(action)
    } catch {
      #expect(throws: Never.self, "seed \(seed)") { try error.check(in: text) }
    }
    _ = try? ActionPattern<Action>(parsing: SourceText(text))
    let cursor = text.index(text.startIndex, offsetBy: Int(seed) % (text.count + 1))
    _ = ActionCompletion.candidates(
      for: String(text[..<cursor]),
      of: Action.self,
      in: ActionFixtures.App.State()
    )
  }

  private func mutated(_ text: String, using generator: inout SeededGenerator) -> String {
    var characters = Array(text)
    let pieces = [
      "(", ")", "[", "]", ".", ",", ":", "\\.", "\"", "'", "_", "nil", "1", "-", "...", "..<", "id:", " ",
      "`", "é", "99999999999999999999", "1e999", "UUID(", ".init(", ".some(",
    ]
    for _ in 0...generator.below(3) {
      let position = generator.below(characters.count + 1)
      switch generator.below(3) {
      case 0: characters.insert(contentsOf: pieces[generator.below(pieces.count)], at: position)
      case 1: characters.removeSubrange(position..<min(characters.count, position + generator.below(4)))
      default: characters.removeSubrange(position...)
      }
    }
    return String(characters)
  }
}
