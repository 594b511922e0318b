import ArgumentParser
import ShellKit

@testable import FieldRecorder

@main struct FieldRecorderShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "fieldrecorder", initialState: FieldRecorder.State()) { FieldRecorder() }
    )
  }
}
