import SwiftSyntax
import SwiftSyntaxMacros

/// The members that `@Reducer` adds to an enum whose cases list features.
///
/// The state and action are generated in full, with their case paths, instead of with `@CasePathable` and
/// `@ObservableState`: Swift 6.3 crashes (`TypeCheckPrimaryFileRequest`) if a file has some dozen macros attached to
/// macro-generated types.
struct ReducerEnumSource {
  let declaration: EnumDeclSyntax
  let node: AttributeSyntax

  private var access: String { declaration.modifiers.memberAccess }
  private var members: MemberBlockItemListSyntax { declaration.memberBlock.members }

  func declarations(in context: some MacroExpansionContext) -> [DeclSyntax] {
    let cases = EnumCases.all(in: members)
    for element in cases.elements() { element.reportMisuse(in: context) }
    var added: [DeclSyntax] = []
    if !members.declaresType("State") { added.append(state(cases)) }
    if !members.declaresType("Action") { added.append(action(cases)) }
    if !members.allDeclarations.contains(where: { $0.as(VariableDeclSyntax.self)?.identifier == "body" }) {
      added.append(body(cases))
    }
    if !members.declaresType("CaseScope") { added += caseScope(cases) }
    return added
  }

  private func state(_ cases: [EnumCases]) -> DeclSyntax {
    let lines = cases.source { "case \($0.stateCase)" }
    let state: DeclSyntax = """
      @dynamicMemberLookup
      \(raw: access)enum State: \(raw: conformances("state", after: ["CaseReducerState"])) {
      \(raw: access)typealias StateReducer = \(raw: declaration.name.text)
      \(raw: lines)}
      """
    let source = state.cast(EnumDeclSyntax.self)
    return DeclSyntax(source.adding(source.casePaths + [source.observableIdentity]))
  }

  private func action(_ cases: [EnumCases]) -> DeclSyntax {
    let lines = cases.source { element in
      element.actionType.map { "case \(element.name)(\($0))" }
    }
    let action: DeclSyntax = """
      \(raw: access)enum Action: \(raw: conformances("action", after: ["CasePathable"])) {
      \(raw: lines)}
      """
    let source = action.cast(EnumDeclSyntax.self)
    return DeclSyntax(source.adding(source.casePaths))
  }

  private func body(_ cases: [EnumCases]) -> DeclSyntax {
    let scopes = cases.source { element in
      guard let reducer = element.reducer else { return nil }
      return """
        Core.Scope(state: \\Self.State.Cases.\(element.name), action: \\Self.Action.Cases.\(element.name)) {
        \(reducer)
        }
        """
    }
    return """
      @Core.ReducerBuilder<Self.State, Self.Action>
      \(raw: access)static var body: some Core.Reducer<Self.State, Self.Action> {
      \(raw: scopes.isEmpty ? "Core.EmptyReducer<Self.State, Self.Action>()\n" : scopes)}
      """
  }

  private func caseScope(_ cases: [EnumCases]) -> [DeclSyntax] {
    let lines = cases.source { "case \($0.scopeCase)" }
    let branches = cases.source(\.scopeBranch)
    return [
      """
      \(raw: access)enum CaseScope {
      \(raw: lines)}
      """,
      """
      @MainActor
      \(raw: access)static func scope(_ store: Core.Store<Self.State, Self.Action>) -> CaseScope {
      switch store.state {
      \(raw: branches)\(raw: cases.fallback { $0.parameters.isEmpty })}
      }
      """,
    ]
  }

  /// The conformances requested by `@Reducer(state: .equatable, .sendable, action: .sendable)`.
  private func conformances(_ label: String, after first: [String]) -> String {
    var current = ""
    var names = first.map { "Core.\($0)" }
    for argument in node.arguments?.as(LabeledExprListSyntax.self) ?? [] {
      current = argument.label?.text ?? current
      guard current == label, let member = argument.expression.as(MemberAccessExprSyntax.self) else {
        continue
      }
      let name = member.declName.baseName.text
      names.append("Swift.\(name.prefix(1).uppercased())\(name.dropFirst())")
    }
    return names.joined(separator: ", ")
  }
}

private enum ReducerCaseKind {
  /// The payload is a feature.
  case feature(type: String, reducer: String)
  /// The payload is state such as an alert, shown until one of its actions is sent.
  case ephemeral(type: String)
  /// The payload is a plain value.
  case value
}

// A case of an enum of features.
extension EnumCase {
  /// The case in the state, without the keyword `case`.
  fileprivate var stateCase: String {
    switch kind {
    case .feature(let type, _): "\(name)(\(parameters[0].label)\(type).State)"
    case .ephemeral, .value: valueCase
    }
  }

  /// The payload in the action, if the case has actions.
  fileprivate var actionType: String? {
    switch kind {
    case .feature(let type, _), .ephemeral(let type): "\(type).Action"
    case .value: nil
    }
  }

  /// The expression for the feature's reducer.
  fileprivate var reducer: String? {
    if case .feature(_, let reducer) = kind { reducer } else { nil }
  }

  /// The case in the result of `store.case`, without the keyword `case`.
  fileprivate var scopeCase: String {
    if case .feature(let type, _) = kind { "\(name)(Core.StoreOf<\(type)>)" } else { valueCase }
  }

  /// The switch branch that creates that case from a store.
  fileprivate var scopeBranch: String {
    guard case .feature = kind else {
      let values = construction { "value\($0)" }
      return "case \(pattern): return \(values)"
    }
    return "case .\(name): return .\(name)(store.scope(state: \\.\(name), action: \\.\(name))!)"
  }

  /// The case as declared, without default values.
  private var valueCase: String {
    guard !parameters.isEmpty else { return name }
    let types = parameters.map { parameter in
      parameter.label + parameter.type.trimmedDescription
    }
    return "\(name)(\(types.joined(separator: ", ")))"
  }

  private var kind: ReducerCaseKind {
    let attributes = declaration.attributes
    guard !attributes.has("ReducerCaseIgnored"), parameters.count == 1 else { return .value }
    let parameter = parameters[0]
    let type = parameter.type.trimmedDescription
    if attributes.has("ReducerCaseEphemeral") { return .ephemeral(type: type) }
    switch parameter.type.baseName {
    case nil: return .value
    case "AlertState", "ConfirmationDialogState": return .ephemeral(type: type)
    case .some(let name) where Self.plainTypes.contains(name): return .value
    default:
      let reducer = parameter.defaultValue?.value.trimmedDescription ?? "\(type)()"
      return .feature(type: type, reducer: reducer)
    }
  }

  /// Types of the standard library and Foundation that are certainly not features.
  private static let plainTypes: Set<String> = [
    "Bool", "Character", "Data", "Date", "Decimal", "Double", "Duration", "Float", "Int", "Int64", "String",
    "UInt",
    "URL", "UUID", "Void",
  ]

  /// Reports an attribute that does not apply to this case.
  fileprivate func reportMisuse(in context: some MacroExpansionContext) {
    guard let attribute = declaration.attributes.attribute("ReducerCaseEphemeral"), parameters.count != 1
    else { return }
    context.error(
      "'@ReducerCaseEphemeral' requires a single payload, the state to present",
      at: attribute,
      fixIts: .remove(attribute, from: declaration)
    )
  }
}

extension EnumDeclSyntax {
  /// The enum with additional members.
  fileprivate func adding(_ declarations: [DeclSyntax]) -> EnumDeclSyntax {
    let items = declarations.map { MemberBlockItemSyntax(leadingTrivia: .newline, decl: $0) }
    return with(\.memberBlock.members, memberBlock.members + items)
  }
}

/// `@ReducerCaseIgnored` and `@ReducerCaseEphemeral`: markers for `@Reducer`, without their own effect.
enum ReducerCaseMarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(EnumCaseDeclSyntax.self) {
      context.error("'@\(node.name)' can only be applied to a case of a '@Reducer' enum", at: node)
    }
    return []
  }
}
