import TodoShellDebugger

/// A drawing as SVG. Its colours can be read on light and dark backgrounds, because a page that contains it as an image
/// does not tell it which of the two it has.
struct Drawing {
  /// Colours with a contrast of at least 4 to white and to black backgrounds.
  enum Ink: String {
    case text = "#767676"
    case line = "#8c8c8c"
    case accent = "#2f74d0"
    case added = "#1d8747"
    case removed = "#d0424a"
    case waiting = "#b06000"
    case note = "#8a5fc7"
  }

  enum Anchor: String { case start, middle, end }

  let width: Double
  let height: Double
  /// What it shows, for those who cannot see it.
  let title: String
  private(set) var elements: [String] = []

  mutating func line(
    from start: (x: Double, y: Double),
    to end: (x: Double, y: Double),
    _ ink: Ink,
    width: Double = 1,
    isDashed: Bool = false
  ) {
    elements.append(
      "<line x1=\"\(start.x.short)\" y1=\"\(start.y.short)\" x2=\"\(end.x.short)\" y2=\"\(end.y.short)\" "
        + "stroke=\"\(ink.rawValue)\" stroke-width=\"\(width.short)\"\(isDashed ? " stroke-dasharray=\"3 3\"" : "")/>"
    )
  }

  mutating func polyline(_ points: [(x: Double, y: Double)], _ ink: Ink) {
    let text = points.map { "\($0.x.short),\($0.y.short)" }.joined(separator: " ")
    elements.append(
      "<polyline points=\"\(text)\" fill=\"none\" stroke=\"\(ink.rawValue)\" stroke-width=\"2\"/>"
    )
  }

  mutating func circle(at center: (x: Double, y: Double), radius: Double, _ ink: Ink, title: String?) {
    elements.append(
      "<circle cx=\"\(center.x.short)\" cy=\"\(center.y.short)\" r=\"\(radius.short)\" fill=\"\(ink.rawValue)\">"
        + Self.title(title) + "</circle>"
    )
  }

  /// - Parameter commands: The commands of SVG that draw its outline.
  mutating func shape(_ commands: String, fill: Ink? = nil, stroke: Ink? = nil, title: String? = nil) {
    elements.append(
      "<path d=\"\(commands)\" fill=\"\(fill?.rawValue ?? "none")\" stroke=\"\(stroke?.rawValue ?? "none")\" "
        + "stroke-width=\"1.5\">\(Self.title(title))</path>"
    )
  }

  mutating func box(
    at corner: (x: Double, y: Double),
    size: (width: Double, height: Double),
    _ ink: Ink,
    width: Double,
    isDashed: Bool,
    title: String?
  ) {
    elements.append(
      "<rect x=\"\(corner.x.short)\" y=\"\(corner.y.short)\" width=\"\(size.width.short)\" "
        + "height=\"\(size.height.short)\" rx=\"4\" fill=\"none\" stroke=\"\(ink.rawValue)\" "
        + "stroke-width=\"\(width.short)\"\(isDashed ? " stroke-dasharray=\"4 4\"" : "")>\(Self.title(title))</rect>"
    )
  }

  mutating func text(
    _ text: String,
    at place: (x: Double, y: Double),
    _ ink: Ink = .text,
    _ anchor: Anchor = .start,
    isStrong: Bool = false
  ) {
    elements.append(
      "<text x=\"\(place.x.short)\" y=\"\(place.y.short)\" fill=\"\(ink.rawValue)\" "
        + "text-anchor=\"\(anchor.rawValue)\"\(isStrong ? " font-weight=\"bold\"" : "")>"
        + text.controlCharactersEscaped.escapedForHTML + "</text>"
    )
  }

  private static func title(_ text: String?) -> String {
    text.map { "<title>\($0.controlCharactersEscaped.escapedForHTML)</title>" } ?? ""
  }

  var svg: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width.short)\" height=\"\(height.short)\" "
      + "viewBox=\"0 0 \(width.short) \(height.short)\" role=\"img\" font-family=\"ui-monospace, 'DejaVu Sans Mono', monospace\" "
      + "font-size=\"12\">\(Self.title(title))\(elements.joined())</svg>"
  }
}

extension Double {
  /// The number with at most one decimal, which is a tenth of a pixel.
  fileprivate var short: String {
    let tenths = Int((self * 10).rounded())
    return tenths % 10 == 0
      ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

extension String {
  var escapedForHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
