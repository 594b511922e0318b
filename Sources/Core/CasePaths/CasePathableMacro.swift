/// Generates the case paths of an enum, and of the enums nested in it, and makes them ``CasePathable``.
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
/// With `@dynamicMemberLookup` on the enum, each case is also an optional property: `screen.detail?.title`.
///
/// Unavailable cases have no case path. Two cases that differ only in their argument labels are an error.
@attached(extension, conformances: CasePathable)
@attached(
  member,
  names: named(AllCasePaths),
  named(allCasePaths),
  named(_$Element),
  named(_$Iterator),
  named(_$Root),
  named(_$Self)
)
@attached(memberAttribute)
public macro CasePathable() = #externalMacro(module: "TodoShellMacrosPlugin", type: "CasePathableMacro")

/// Added by ``CasePathable()`` to the enums nested in an enum. A second name, because a macro must not expand itself.
@attached(extension, conformances: CasePathable)
@attached(
  member,
  names: named(AllCasePaths),
  named(allCasePaths),
  named(_$Element),
  named(_$Iterator),
  named(_$Root),
  named(_$Self)
)
@attached(memberAttribute)
public macro _NestedCasePathable() =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "CasePathableMacro")

/// Added by ``_NestedCasePathable()`` to the enums nested in an enum. More deeply nested ones need their own
/// attribute.
@attached(extension, conformances: CasePathable)
@attached(
  member,
  names: named(AllCasePaths),
  named(allCasePaths),
  named(_$Element),
  named(_$Iterator),
  named(_$Root),
  named(_$Self)
)
public macro _InnermostCasePathable() =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "CasePathableMacro")
