import Foundation
import TodoShellValues

/// A screen as a picture, for the documents.
extension Screen {
  /// The screen as SVG: light text on a dark ground, each run of characters stretched to its cells, whatever the font.
  public var svg: String {
    let (cellWidth, rowHeight, margin) = (8.4, 19.0, 16.0)
    let (width, height) = (
      Double(columns) * cellWidth + 2 * margin, Double(lines.count) * rowHeight + 2 * margin
    )
    var texts = ""
    /// When a run appears, in seconds: there is time to read what a command printed before the next one is typed.
    var time = 0.0
    for (row, runs) in runs.enumerated() {
      let isPrompt = runs.first?.text.hasPrefix("#") == true
      time += isPrompt ? 0.9 : 0.1
      for (place, run) in runs.enumerated() {
        if isPrompt, place == 1 { time += 0.5 }
        let text = run.text.drop { $0 == " " }
        let column = run.column + run.text.count - text.count
        let visible = String(text.reversed().drop { $0 == " " }.reversed())
        guard !visible.isEmpty else { continue }
        let x = Self.number(margin + Double(column) * cellWidth)
        let y = Self.number(margin + Double(row) * rowHeight + 14)
        let length = Self.number(Double(visible.reduce(0) { $0 + $1.cellWidth }) * cellWidth)
        texts += """
            <text x="\(x)" y="\(y)" textLength="\(length)"\(Self.attributes(run.style)) \
            style="animation-delay: \(Self.number(time))s">\(Self.escaped(visible))</text>

          """
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
      width="\(Self.number(width))" height="\(Self.number(height))" font-size="14" \
      font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace">
        <style>
          text { white-space: pre }
          @media (prefers-reduced-motion: no-preference) { text, .cursor { animation: appear 0.1s backwards } }
          @keyframes appear { from { opacity: 0 } }
        </style>
        <rect width="100%" height="100%" rx="10" fill="#1a1b26"/>
        <rect x="\(Self.number(margin + Double(cursor.column) * cellWidth))" \
      y="\(Self.number(margin + Double(cursor.row) * rowHeight))" \
      width="\(cellWidth)" height="18" fill="#c0caf5" opacity="0.5" class="cursor" \
      style="animation-delay: \(Self.number(time))s"/>
      \(texts)</svg>

      """
  }

  /// The colours and the weight that escape sequences select.
  private static func attributes(_ style: String) -> String {
    let codes = style.matches(of: /[0-9]+/).map { $0.output }
    let colors: [Substring: String] = [
      "31": "#f7768e", "32": "#9ece6a", "33": "#e0af68", "34": "#7aa2f7", "35": "#bb9af7", "36": "#7dcfff",
    ]
    let color = codes.compactMap { colors[$0] }.last ?? "#c0caf5"
    return " fill=\"\(color)\"" + (codes.contains("1") ? " font-weight=\"bold\"" : "")
      + (codes.contains("2") ? " opacity=\"0.6\"" : "")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
