import ShellKit

extension TourChapter {
  /// The scripts in `examples/books`, embedded in the program, so that it is a single file.
  static var examples: [TourChapter] {
    [
      ("01-search", PackageResources._1_search_todoscript),
      ("02-pages", PackageResources._2_pages_todoscript),
      ("03-alerts", PackageResources._3_alerts_todoscript),
      ("04-sheet", PackageResources._4_sheet_todoscript),
      ("05-loan", PackageResources._5_loan_todoscript),
      ("06-answers", PackageResources._6_answers_todoscript),
    ]
    .map { name, script in TourChapter(name: name, script: String(decoding: script, as: UTF8.self)) }
  }
}
