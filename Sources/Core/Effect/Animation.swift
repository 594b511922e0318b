/// How to animate a change of state: a plain value that travels with an action.
///
/// Core draws nothing. The front end decides what an animation means; a shell prints its name.
public struct Animation: Hashable, Sendable, CustomStringConvertible {
  /// The name and parameters in Swift syntax, without the leading dot.
  public let description: String

  private init(_ description: String) {
    self.description = description
  }

  /// The platform's usual animation.
  public static let `default` = Animation("default")
  /// An animation at constant speed.
  public static let linear = Animation("linear")
  /// An animation that starts slowly.
  public static let easeIn = Animation("easeIn")
  /// An animation that ends slowly.
  public static let easeOut = Animation("easeOut")
  /// An animation that starts and ends slowly.
  public static let easeInOut = Animation("easeInOut")
  /// An animation that moves like a spring.
  public static let spring = Animation("spring")
  /// A spring that overshoots.
  public static let bouncy = Animation("bouncy")
  /// A spring that does not overshoot.
  public static let smooth = Animation("smooth")
  /// A spring that overshoots a little and settles fast.
  public static let snappy = Animation("snappy")

  /// An animation at constant speed that takes `duration` seconds.
  public static func linear(duration: Double) -> Animation { timed("linear", duration) }
  /// An animation that starts slowly and takes `duration` seconds.
  public static func easeIn(duration: Double) -> Animation { timed("easeIn", duration) }
  /// An animation that ends slowly and takes `duration` seconds.
  public static func easeOut(duration: Double) -> Animation { timed("easeOut", duration) }
  /// An animation that starts and ends slowly and takes `duration` seconds.
  public static func easeInOut(duration: Double) -> Animation { timed("easeInOut", duration) }

  /// A spring with a response time and a damping fraction.
  public static func spring(
    response: Double = 0.5,
    dampingFraction: Double = 0.825,
    blendDuration: Double = 0
  ) -> Animation {
    Animation(
      "spring(response: \(response), dampingFraction: \(dampingFraction), blendDuration: \(blendDuration))"
    )
  }
  /// A spring that settles in `duration` seconds.
  public static func spring(duration: Double, bounce: Double = 0) -> Animation {
    Animation("spring(duration: \(duration), bounce: \(bounce))")
  }
  /// A spring with a given mass, which combines with springs still in motion.
  public static func interpolatingSpring(
    mass: Double = 1,
    stiffness: Double,
    damping: Double,
    initialVelocity: Double = 0
  ) -> Animation {
    Animation(
      """
      interpolatingSpring(mass: \(mass), stiffness: \(stiffness), damping: \(damping), \
      initialVelocity: \(initialVelocity))
      """
    )
  }

  private static func timed(_ name: String, _ duration: Double) -> Animation {
    Animation("\(name)(duration: \(duration))")
  }
}

extension Animation: CustomDumpStringConvertible {
  public var customDumpDescription: String { "Animation.\(description)" }
}
