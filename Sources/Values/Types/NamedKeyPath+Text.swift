import Core
import Synchronization

extension NamedKeyPath {
  /// Whether a key path can continue after the property.
  var hasProperties: Bool {
    let shape = Shape.of(type)
    return shape.literal == nil && !shape.properties.isEmpty
  }

  /// The key path through these properties.
  ///
  /// - Throws: A diagnostic for an unknown name, with the available ones.
  static func path(
    _ names: [SyntaxNode.Name],
    from root: Any.Type,
    _ reader: ValueReader
  ) throws(Diagnostic) -> AnyKeyPath {
    var path: AnyKeyPath?
    var type = root
    for name in names {
      let fields = Shape.of(type).properties
      guard let field = fields.first(where: { $0.name == name.text }) else {
        throw reader.error(
          "\(dumpTypeName(type)) has no property '\(name.text)' that a key path can name",
          at: name.range,
          notes: fields.isEmpty
            ? [] : ["its properties: \(fields.map(\.name).joined(separator: ", "))"],
          hint: Shape.of(type).wrapped == nil
            ? Spelling.suggestion(for: name.text, among: fields.map(\.name)) : "write '!' after an optional"
        )
      }
      path = path.flatMap { $0.appending(path: field.path) } ?? field.path
      type = field.type
    }
    guard let path else {
      throw reader.error("a key path must name a property", at: reader.source.range)
    }
    return path
  }

  /// A key path in source form: `\.settings.isOn`.
  ///
  /// - Complexity: O(1) for a key path that was looked up before, otherwise O(*n*) in the number of properties of the root
  ///   and of the structures in it, up to four levels deep.
  package static func text(of path: AnyKeyPath) -> String {
    // A key path in source is one object, however often it is used.
    let id = ObjectIdentifier(path)
    if let known = texts.withLock({ $0[id]?.text }) { return known }
    var rest = 2_000
    let name = name(of: path, from: Swift.type(of: path).rootType, after: nil, depth: 4, &rest)
    let text = name.map { "\\.\($0)" } ?? String(customDumping: path).controlCharactersEscaped
    texts.withLock { texts in
      if texts.count >= 1_000 { texts = [:] }
      texts[id] = KnownText(path: path, text: text)
    }
    return text
  }

  /// A text, and its key path, so that no other object gets its address.
  private struct KnownText: @unchecked Sendable {
    let path: AnyKeyPath
    let text: String
  }

  private static let texts = Mutex<[ObjectIdentifier: KnownText]>([:])

  private static func name(
    of path: AnyKeyPath,
    from root: Any.Type,
    after prefix: AnyKeyPath?,
    depth: Int,
    _ rest: inout Int
  ) -> String? {
    var inner: [(property: NamedKeyPath, path: AnyKeyPath)] = []
    for property in Shape.of(root).properties {
      rest -= 1
      guard rest > 0, let whole = prefix.map({ $0.appending(path: property.path) }) ?? property.path
      else {
        return nil
      }
      if whole == path { return property.name.asMember }
      inner.append((property, whole))
    }
    guard depth > 1 else { return nil }
    for (property, whole) in inner {
      if let name = name(of: path, from: property.type, after: whole, depth: depth - 1, &rest) {
        return "\(property.name.asMember).\(name)"
      }
    }
    return nil
  }
}
