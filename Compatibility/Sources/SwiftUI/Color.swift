/// A color by its name or its components.
public struct Color: Hashable, Sendable, CustomStringConvertible {
  /// The color in Swift syntax, without the leading dot, or the name of an asset.
  public let description: String

  /// A color of the asset catalog.
  public init(_ name: String, bundle: Bundle? = nil) {
    description = name
  }

  /// A color from components between 0 and 1.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    description = "Color(red: \(red), green: \(green), blue: \(blue), opacity: \(opacity))"
  }

  /// This color with another opacity, from 0 to 1.
  public func opacity(_ opacity: Double) -> Color { Color("\(description).opacity(\(opacity))") }

  public static let black = Color("black"), white = Color("white"), gray = Color("gray"),
    clear = Color("clear")
  public static let red = Color("red"), orange = Color("orange"), yellow = Color("yellow"),
    green = Color("green")
  public static let mint = Color("mint"), teal = Color("teal"), cyan = Color("cyan"), blue = Color("blue")
  public static let indigo = Color("indigo"), purple = Color("purple"), pink = Color("pink"),
    brown = Color("brown")
  public static let primary = Color("primary"), secondary = Color("secondary")
  public static let accentColor = Color("accentColor")
}
