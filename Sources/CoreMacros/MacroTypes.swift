import SwiftSyntaxMacros

/// The types that the compiler asks for by name, in the declarations of Core.
package var macroTypes: [any Macro.Type] {
  [
    CasePathableMacro.self,
    DependencyClientMacro.self,
    DependencyEndpointIgnoredMacro.self,
    DependencyEndpointMacro.self,
    PresentsMacro.self,
    ReducerCaseMarkerMacro.self,
    ReducerMacro.self,
    ObservableStateMacro.self,
    ObservationStateIgnoredMacro.self,
    ObservationStateTrackedMacro.self,
    ViewActionMacro.self,
  ]
}
