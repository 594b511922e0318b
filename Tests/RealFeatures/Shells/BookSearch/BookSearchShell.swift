import ArgumentParser
import ShellKit

@testable import BookSearch

@main struct BookSearchShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(ShellApplication(name: "booksearch", initialState: BookSearch.State()) { BookSearch() })
  }
}
