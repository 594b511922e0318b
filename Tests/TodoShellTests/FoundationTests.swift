import Foundation
import Testing

/// All of Foundation would make a release twice as large and its start slower.
struct FoundationTests {
  @Test func theReleaseImportsFoundationOnlyBehindItsTrait() throws {
    let modules = [
      "Core", "Values", "Platform", "Debugger", "Commands", "Servers", "Export", "Terminal", "ShellKit",
      "TodoShell", "BookShell",
    ]
    for module in modules {
      let folder = repository.appending(path: "Sources/\(module)")
      let files = try #require(FileManager.default.enumerator(atPath: folder.path()))
      var count = 0
      for case let name as String in files where name.hasSuffix(".swift") {
        count += 1
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        // Imports inside of a condition are indented.
        let imports = text.matches(
          of: /(?m)^(@\w+ )?import (\w+ )?(Foundation|FoundationNetworking|IssueReporting)\b/
        )
        #expect(imports.isEmpty, "\(module)/\(name)")
      }
      #expect(count > 1, "\(module)")
    }
  }
}
