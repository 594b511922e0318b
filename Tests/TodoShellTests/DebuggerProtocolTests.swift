import Foundation
import TestSupport
import Testing

/// `todoshell dap`, with a client of the protocol.
struct DebuggerProtocolTests {
  @Test(.clients) func aClientDebugsScriptsWithEachRequest() throws {
    let python = repository.appending(path: ".build/python/bin/python3").path
    let client = repository.appending(path: "Tests/Fixtures/debug-client.py").path
    let run = try run(python, [client, builtProgram("todoshell")])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func everyShellHasTheDebugger() throws {
    for program in ["bookshell", "lamp"] {
      let body = #"{"seq":1,"type":"request","command":"disconnect"}"#
      let run = try run(
        builtProgram(program),
        ["dap"],
        input: Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
      )
      #expect(run.status == 0 && run.errors == "")
      #expect(run.output.hasSuffix(#""success":true,"command":"disconnect"}"#), "\(run.output)")
    }
  }
}
