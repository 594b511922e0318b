import ShellKit

extension TourChapter {
  /// The scripts in `examples/books`, embedded in the program, so that it is a single file.
  static var examples: [TourChapter] {
    [
      TourChapter("01-search", PackageResources._1_search_todoscript),
      TourChapter("02-pages", PackageResources._2_pages_todoscript),
      TourChapter("03-alerts", PackageResources._3_alerts_todoscript),
      TourChapter("04-sheet", PackageResources._4_sheet_todoscript),
      TourChapter("05-loan", PackageResources._5_loan_todoscript),
      TourChapter("06-answers", PackageResources._6_answers_todoscript),
    ]
  }

  private init(_ name: String, _ script: [UInt8]) {
    self.init(name: name, script: String(decoding: script, as: UTF8.self))
  }
}
