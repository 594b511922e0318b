import ArgumentParser
import ShellKit

@testable import BookSearch

@main struct BookSearchShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "booksearch") {
        Session(initialState: .init(), seed: $0, epoch: $1) { BookSearch() }
      }
    )
  }
}
