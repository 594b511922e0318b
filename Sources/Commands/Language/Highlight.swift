/// A highlighted part of a line.
package struct Highlight: Equatable, Sendable {
  /// The range of Unicode scalars in the line.
  package var range: Range<Int>
  /// The style.
  package var style: Style

  /// Creates a highlight.
  ///
  /// - Parameters:
  ///   - range: The range of Unicode scalars in the line.
  ///   - style: The style.
  package init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }
}
