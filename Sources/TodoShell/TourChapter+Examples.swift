import ShellKit

extension TourChapter {
  /// The scripts in `examples/`, embedded in the program, so that it is a single file.
  static var examples: [TourChapter] {
    [
      TourChapter("01-first-tour", PackageResources._1_first_tour_todoscript),
      TourChapter("02-debounce", PackageResources._2_debounce_todoscript),
      TourChapter("03-undo-an-advance", PackageResources._3_undo_an_advance_todoscript),
      TourChapter("04-filter-and-delete", PackageResources._4_filter_and_delete_todoscript),
      TourChapter("05-move", PackageResources._5_move_todoscript),
      TourChapter("06-what-if", PackageResources._6_what_if_todoscript),
      TourChapter("07-questions", PackageResources._7_questions_todoscript),
      TourChapter("08-session", PackageResources._8_session_todoscript),
      TourChapter("09-explore", PackageResources._9_explore_todoscript),
      TourChapter("10-scripts", PackageResources._0_scripts_todoscript),
    ]
  }

  private init(_ name: String, _ script: [UInt8]) {
    self.init(name: name, script: String(decoding: script, as: UTF8.self))
  }
}
