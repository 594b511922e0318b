import ArgumentParser
import ShellKit

@testable import Watchlist

@main struct WatchlistShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "watchlist") {
        Session(initialState: .init(), seed: $0, epoch: $1) { Watchlist() }
      }
    )
  }
}
