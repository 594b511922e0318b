import ArgumentParser
import ShellKit

@testable import FieldRecorder

@main struct FieldRecorderShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "fieldrecorder") {
        Session(initialState: .init(), seed: $0, epoch: $1) { FieldRecorder() }
      }
    )
  }
}
