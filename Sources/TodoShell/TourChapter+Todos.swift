import ShellKit

extension TourChapter {
  /// Eight commands that show what the shell is for, in three minutes; embedded in the program, so that it is a single file.
  static var todos: TourChapter {
    TourChapter(name: "tour", script: String(decoding: PackageResources.tour_todoscript, as: UTF8.self))
  }
}
