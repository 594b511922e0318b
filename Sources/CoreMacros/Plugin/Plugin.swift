import TodoShellMacros
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

// A separate target: the package manager builds a plug-in that is tested, and everything tested with it, a second time.
// `SwiftCompilerPlugin` would find only macros in this module, and the compiler's own SwiftSyntax lacks it.
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
    guard let macro = macroTypes.first(where: { "\($0)" == typeName }) else {
      throw UnknownMacro(name: typeName)
    }
    return macro
  }

  private struct UnknownMacro: Error {
    let name: String
  }
}
