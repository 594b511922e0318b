import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import TodoShellMacros

/// The macros by the names that sources use, with the conformances that the compiler finds missing.
private let macros: [String: MacroSpec] = [
  "CasePathable": MacroSpec(
    type: CasePathableMacro.self,
    conformances: ["CasePathable"]
  ),
  "DependencyClient": MacroSpec(
    type: DependencyClientMacro.self,
    conformances: ["AnswerableClient"]
  ),
  "DependencyEndpoint": MacroSpec(type: DependencyEndpointMacro.self),
  "ObservableState": MacroSpec(
    type: ObservableStateMacro.self,
    conformances: ["Observable", "ObservableState", "DumpFieldsProviding"]
  ),
  "ObservationStateIgnored": MacroSpec(type: ObservationStateIgnoredMacro.self),
  "ObservationStateTracked": MacroSpec(type: ObservationStateTrackedMacro.self),
  "Presents": MacroSpec(type: PresentsMacro.self),
  "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["Reducer", "CaseReducer"]),
  "ReducerCaseEphemeral": MacroSpec(type: ReducerCaseMarkerMacro.self),
  "ReducerCaseIgnored": MacroSpec(type: ReducerCaseMarkerMacro.self),
  "ViewAction": MacroSpec(type: ViewActionMacro.self, conformances: ["ViewActionSending"]),
]

/// An error or a warning that a macro is expected to emit.
struct DiagnosticSpec: Equatable {
  var message: String
  var line: Int
  var column: Int
  var severity = DiagnosticSeverity.error
  var fixIts: [FixItSpec] = []
}

/// A fix that a macro is expected to offer.
struct FixItSpec: Equatable {
  var message: String
}

/// Checks what a macro makes of a source, and what it says.
///
/// - Parameters:
///   - source: What a person wrote.
///   - expanded: What the compiler gets to see.
///   - diagnostics: What is said to the person.
///   - only: The macros to expand; all of them if it is empty.
///   - fixIts: The messages of the fixes to apply; the first of each diagnostic if it is `nil`.
///   - fixed: The source after the offered fixes.
func expectExpansion(
  _ source: String,
  is expanded: String,
  diagnostics: [DiagnosticSpec] = [],
  only: Set<String> = [],
  applying fixIts: [String]? = nil,
  fixed: String? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [file: .init(moduleName: "TestModule", fullFilePath: "test.swift")]
  )
  let result = file.expand(
    macroSpecs: only.isEmpty ? macros : macros.filter { only.contains($0.key) },
    contextGenerator: {
      BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
    },
    indentationWidth: .spaces(2)
  )
  let syntaxErrors = ParseDiagnosticsGenerator.diagnostics(for: result).map(\.message)
  #expect(syntaxErrors == [], "the expansion does not parse:\n\(result)", sourceLocation: sourceLocation)
  expectSameLines(result.description, expanded, sourceLocation)
  #expect(context.diagnostics.map(context.spec) == diagnostics, sourceLocation: sourceLocation)

  guard let fixed else { return }
  let chosen = fixIts ?? context.diagnostics.compactMap { $0.fixIts.first?.message.message }
  let edits = context.diagnostics.flatMap(\.fixIts).filter { chosen.contains($0.message.message) }
    .flatMap(\.changes).compactMap { context.edit($0, in: file) }
  #expect(!edits.isEmpty, "no fix has the message \(chosen)", sourceLocation: sourceLocation)
  var bytes = Array(source.utf8)
  for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
    bytes.replaceSubrange(
      edit.range.lowerBound.utf8Offset..<edit.range.upperBound.utf8Offset,
      with: edit.replacement.utf8
    )
  }
  expectSameLines(String(decoding: bytes, as: UTF8.self), fixed, sourceLocation)
}

/// Expects two texts to be equal, apart from empty lines around them.
private func expectSameLines(_ found: String, _ expected: String, _ location: Testing.SourceLocation) {
  func lines(_ text: String) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
    return Array(lines[first...].reversed().drop { $0.isEmpty }.reversed())
  }
  #expect(lines(found) == lines(expected), "found:\n\(found)", sourceLocation: location)
}

extension BasicMacroExpansionContext {
  /// What a diagnostic says, and where.
  fileprivate func spec(_ diagnostic: Diagnostic) -> DiagnosticSpec {
    let place = location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
    return DiagnosticSpec(
      message: diagnostic.message,
      line: place.line,
      column: place.column,
      severity: diagnostic.diagMessage.severity,
      fixIts: diagnostic.fixIts.map { FixItSpec(message: $0.message.message) }
    )
  }

  /// The edit of a source file that a fix asks for. Macros see parts of the file, detached from it.
  fileprivate func edit(_ change: FixIt.Change, in file: SourceFileSyntax) -> SourceEdit? {
    guard case .replace(let old, let new) = change else {
      Issue.record("a fix with another kind of change: \(change)")
      return nil
    }
    let converter = SourceLocationConverter(fileName: "", tree: file)
    func place(_ position: AbsolutePosition) -> AbsolutePosition {
      let place = location(for: position, anchoredAt: old, fileName: "")
      return converter.position(ofLine: place.line, column: place.column)
    }
    return SourceEdit(range: place(old.position)..<place(old.endPosition), replacement: new.description)
  }
}
