import ShellKit

extension TourChapter {
  /// The scripts in `examples/`, embedded in the program, so that it is a single file.
  static var examples: [TourChapter] {
    [
      ("01-first-tour", PackageResources._1_first_tour_todoscript),
      ("02-debounce", PackageResources._2_debounce_todoscript),
      ("03-undo-an-advance", PackageResources._3_undo_an_advance_todoscript),
      ("04-filter-and-delete", PackageResources._4_filter_and_delete_todoscript),
      ("05-move", PackageResources._5_move_todoscript),
      ("06-what-if", PackageResources._6_what_if_todoscript),
      ("07-questions", PackageResources._7_questions_todoscript),
      ("08-session", PackageResources._8_session_todoscript),
      ("09-explore", PackageResources._9_explore_todoscript),
      ("10-scripts", PackageResources._0_scripts_todoscript),
    ]
    .map { name, script in TourChapter(name: name, script: String(decoding: script, as: UTF8.self)) }
  }
}
