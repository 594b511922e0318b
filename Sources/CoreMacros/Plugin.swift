// Built against the compiler's own SwiftSyntax, this is a library that the compiler loads and whose macros it finds
// by name: see `Scripts/macro-plugin`. Built by the package manager, it is a program with a list of the macros.
#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  @main
  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
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
#endif
