/// A function of one of a feature's dependencies.
package struct FeatureEndpoint: @unchecked Sendable {
  // Unchecked: metatypes are not known to be Sendable.

  package let id: EndpointID
  /// The names of the dependency and of the function: `BookCatalog.search`, `date.now`, `locale`.
  package let path: String
  package let endpoint: Endpoint
  /// What answers its calls if the session's user does not.
  package let origin: DependencyOrigin
  /// The type of the dependency.
  package let client: Any.Type
  /// Why it cannot be answered: the dependency as a whole, whose functions are not known.
  package let obstacle: String?
}

/// Where the value of a dependency comes from in a session.
package enum DependencyOrigin: String, Sendable {
  /// From the key's value for live programs.
  case live
  /// From the key's value for tests.
  case test
  /// From the key's value for previews.
  case preview
  /// From the closure that sets the session's dependencies.
  case program
  /// From the session.
  case session
}

extension FeatureEndpoint {
  /// The functions of the dependencies that a feature's reducers declare as properties, and of those that Core provides.
  ///
  /// - Parameters:
  ///   - reducer: The feature.
  ///   - base: The dependencies of its session.
  ///   - overrides: The dependencies that the program sets.
  ///   - epoch: The date at the session's start.
  package static func all(
    of reducer: any Reducer,
    over base: DependencyValues,
    under overrides: DependencyValues,
    epoch: Date
  ) -> [FeatureEndpoint] {
    let probe = DependencyProbe(program: overrides)
    let world = World(
      epoch: epoch,
      generators: World.Generators(random: SplitMix64(seed: 0)),
      shared: SharedTracker()
    )
    // What is created now must not be what the session uses later.
    let values = world.values(over: base, under: overrides).withFreshDefaults().probed(by: probe)
    DeclaredDependencies.read(in: reducer, under: values)
    values.whileCurrent {
      _ = (values.date, values.uuid, values.calendar, values.locale)
      _ = (values.preferredLocales, values.timeZone)
    }
    return probe.endpoints
  }
}

/// Notes which dependencies are read.
final class DependencyProbe {
  private let program: DependencyValues
  private var keys: Set<ObjectIdentifier> = []
  private(set) var endpoints: [FeatureEndpoint] = []

  /// - Parameter program: The dependencies that the program sets.
  init(program: DependencyValues) { self.program = program }

  /// Notes a dependency that is read.
  ///
  /// - Parameters:
  ///   - key: The dependency.
  ///   - property: What reads it: a property, or a function.
  ///   - defaultOrigin: Where its default comes from; `nil` if it is set.
  func note<Key: TestDependencyKey>(
    _ key: Key.Type,
    readBy property: StaticString,
    _ defaultOrigin: DependencyOrigin?
  ) {
    guard keys.insert(ObjectIdentifier(key)).inserted else { return }
    let name = DependencyValues.name(of: key, readBy: property)
    let shape = Shape.of(Key.Value.self)
    let obstacle =
      switch shape.typeKind {
      case _ where shape.isAnswerable || shape.isData(): nil as String?
      case .structure: "a structure without '@DependencyClient'"
      case .function: "a closure that is in no structure with '@DependencyClient'"
      default: "of a type that is not an 'AnswerableClient'"
      }
    // A session provides what this module declares.
    if obstacle != nil, !DefaultValues.reachesOutside(key) { return }
    for endpoint in shape.answerable?.answerableEndpoints ?? [Endpoint("", returning: Key.Value.self)] {
      endpoints.append(
        FeatureEndpoint(
          id: EndpointID(key: ObjectIdentifier(key), name: endpoint.name),
          path: endpoint.name.isEmpty ? name : "\(name).\(endpoint.name)",
          endpoint: endpoint,
          origin: defaultOrigin ?? (program.sets(key) ? .program : .session),
          client: Key.Value.self,
          obstacle: obstacle
        )
      )
    }
  }
}

extension TypeTrait {
  fileprivate static let decodable = TypeTrait((any Decodable.Type).self)
}

extension Shape {
  /// Whether its values can be written, because they contain no functions, objects or values of unknown type.
  ///
  /// - Parameter depth: How deep to look; types can contain themselves.
  fileprivate func isData(toDepth depth: Int = 8) -> Bool {
    guard [.structure, .enumeration, .optional, .tuple].contains(typeKind), depth > 0 else { return false }
    if has(.decodable) { return true }
    if let elements { return elements.shape.isData(toDepth: depth - 1) }
    let parts = record?.stored ?? choice?.cases.flatMap(\.parameters)
    return parts?.allSatisfy { $0.shape.isData(toDepth: depth - 1) } ?? false
  }
}
