import SwiftSyntaxMacros

// The compiler's own SwiftSyntax lacks the protocol of plug-ins, but has what it does.
#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin

  @main
  struct Plugin: CompilerPlugin {}
#else
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

  @main
  struct Plugin: PluginProvider {
    static func main() throws {
      let listener = CompilerPluginMessageListener(
        connection: try StandardIOMessageConnection(),
        provider: Plugin()
      )
      try listener.main()
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = providingMacros.first(where: { "\($0)" == typeName }) else {
        throw UnknownMacro(name: typeName)
      }
      return macro
    }

    private struct UnknownMacro: Error {
      let name: String
    }
  }
#endif

extension Plugin {
  var providingMacros: [any Macro.Type] {
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
}
