/// A part of a line that stands out.
package struct Highlight: Equatable, Sendable {
  /// Which of the line's Unicode scalars, counted from 0.
  package var range: Range<Int>
  /// How it looks.
  package var style: Style

  /// Creates a highlight.
  ///
  /// - Parameters:
  ///   - range: Which of the line's Unicode scalars, counted from 0.
  ///   - style: How it looks.
  package init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }
}
