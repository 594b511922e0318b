/// Lists the case paths of an enum, and of the enums written inside it, and makes them ``CasePathable``.
///
/// ```swift
/// @CasePathable
/// enum Action {
///   case saveButtonTapped
///   case delegate(Delegate)
///
///   enum Delegate { case didSave(String) }
/// }
///
/// action.is(\.saveButtonTapped)
/// action[case: \.delegate.didSave]
/// ```
///
/// With `@dynamicMemberLookup` on the enum each case is an optional property as well: `screen.detail?.title`.
///
/// Cases that are marked unavailable have no case path. Two cases that differ in their argument labels only are an
/// error.
@attached(extension, conformances: CasePathable, DumpCaseProviding)
@attached(
  member,
  names: named(AllCasePaths),
  named(allCasePaths),
  named(dumpCase),
  named(_$Element),
  named(_$Iterator),
  named(_$Root)
)
@attached(memberAttribute)
public macro CasePathable() = #externalMacro(module: "CoreMacros", type: "CasePathableMacro")

/// What ``CasePathable()`` puts on the enums inside an enum. A macro may not expand itself, hence the second name.
@attached(extension, conformances: CasePathable, DumpCaseProviding)
@attached(
  member,
  names: named(AllCasePaths),
  named(allCasePaths),
  named(dumpCase),
  named(_$Element),
  named(_$Iterator),
  named(_$Root)
)
@attached(memberAttribute)
public macro _NestedCasePathable() = #externalMacro(module: "CoreMacros", type: "CasePathableMacro")

/// What ``_NestedCasePathable()`` puts on the enums inside an enum. Deeper ones need an attribute of their own.
@attached(extension, conformances: CasePathable, DumpCaseProviding)
@attached(
  member,
  names: named(AllCasePaths),
  named(allCasePaths),
  named(dumpCase),
  named(_$Element),
  named(_$Iterator),
  named(_$Root)
)
public macro _InnermostCasePathable() = #externalMacro(module: "CoreMacros", type: "CasePathableMacro")
