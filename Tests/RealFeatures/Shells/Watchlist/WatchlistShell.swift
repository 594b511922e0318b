import ArgumentParser
import ShellKit

@testable import Watchlist

@main struct WatchlistShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(ShellApplication(name: "watchlist", initialState: Watchlist.State()) { Watchlist() })
  }
}
