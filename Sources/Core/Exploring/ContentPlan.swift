@_spi(Reflection) import Swift
import Synchronization

/// How values of a type are added to digests: what a dump of them shows, without its text.
///
/// What is necessary to read a value is found out once for each type.
final class ContentPlan: @unchecked Sendable {
  // Unchecked: it is constant once other threads can see it.

  typealias Add = (_ value: UnsafeRawPointer, inout ContentDigest) -> Void

  /// The digest of the type's name.
  let name: UInt64
  /// Adds the value at an address.
  fileprivate(set) var add: Add = { _, _ in }

  private static let known = TypeTable<ContentPlan>()
  /// Held while plans are made, because types can contain each other.
  private static let planner = Mutex(())

  /// The plan for a type.
  static func of(_ type: Any.Type) -> ContentPlan {
    if let plan = known[ObjectIdentifier(type)] { return plan }
    return planner.withLock { _ in
      var planner = ContentPlanner()
      let plan = planner.plan(type)
      for (type, plan) in planner.plans { known.update(type) { $0 ?? plan } }
      return plan
    }
  }

  fileprivate static func known(_ type: Any.Type) -> ContentPlan? { known[ObjectIdentifier(type)] }

  fileprivate init(_ type: Any.Type) {
    var digest = Digest()
    digest.add(dumpTypeName(type))
    name = digest.value
  }
}

/// Makes the plans for a type and those in it.
private struct ContentPlanner {
  /// The new plans. Other threads must not see them before all of them are complete.
  private(set) var plans: [ObjectIdentifier: ContentPlan] = [:]

  mutating func plan(_ type: Any.Type) -> ContentPlan {
    if let plan = ContentPlan.known(type) ?? plans[ObjectIdentifier(type)] { return plan }
    let plan = ContentPlan(type)
    // A value can contain others of its type.
    plans[ObjectIdentifier(type)] = plan
    func open<Value>(_: Value.Type) -> ContentPlan.Add { adding(Value.self) }
    plan.add = _openExistential(type, do: open)
    return plan
  }

  private mutating func adding<Value>(_: Value.Type) -> ContentPlan.Add {
    switch Value.self {
    case is UUID.Type: return { $1.add($0.load(as: UUID.self)) }
    case is String.Type: return { $1.add($0.load(as: String.self)) }
    case let type as any ContentContainer.Type: return type.adding(&self)
    default: break
    }
    switch TypeFacts.kind(of: Value.self) {
    case .plain: return { $1.add(UnsafeRawBufferPointer(start: $0, count: MemoryLayout<Value>.size)) }
    case .string: return reading(Value.self) { $1.add(($0 as? any StringLike)?.literalText ?? "") }
    case .described:
      return reading(Value.self) {
        $1.add(($0 as? any CustomDumpStringConvertible)?.customDumpDescription ?? "")
      }
    case .represented: return reading(Value.self) { $1.add(DumpNode.represented($0, on: .new) ?? ()) }
    case .reflected:
      return reading(Value.self) { value, digest in
        if let mirror = (value as? any CustomDumpReflectable)?.customDumpMirror {
          digest.add(mirror, of: value)
        }
      }
    case .enumCase:
      return reading(Value.self) { value, digest in
        guard let element = (value as? any DumpCaseProviding)?.dumpCase else { return }
        digest.add(element.name)
        for (_, value) in element.payload ?? [] { digest.add(value) }
      }
    case .regions:
      return reading(Value.self) { value, digest in
        guard let list = value as? any RegionDiffable else { return }
        digest.add(list.dumpCount)
        for position in 0..<list.dumpCount { digest.add(list.dumpElement(at: position)) }
      }
    case .pairs:
      return reading(Value.self) { value, digest in
        digest.add(unordered: (value as? any UnorderedPairs)?.anyPairs.map { ($0.key, $0.value) } ?? [])
      }
    case .members:
      return reading(Value.self) { value, digest in
        digest.add(unordered: (value as? any UnorderedMembers)?.anyMembers ?? [])
      }
    case .fields, .mirror: return byReflection(Value.self)
    case .optional, .array, .keyPath, .type: return byText(Value.self)
    }
  }

  private func reading<Value>(
    _: Value.Type,
    _ add: @escaping (Any, inout ContentDigest) -> Void
  ) -> ContentPlan.Add {
    { add($0.assumingMemoryBound(to: Value.self).pointee, &$1) }
  }

  private func byText<Value>(_: Value.Type) -> ContentPlan.Add {
    reading(Value.self) { $1.add(String(customDumping: $0)) }
  }

  private mutating func byReflection<Value>(_: Value.Type) -> ContentPlan.Add {
    switch RuntimeType(Value.self) {
    case .structure where !(Value.self is any CustomReflectable.Type), .tuple:
      if let add = byFields(Value.self) { return add }
      return reading(Value.self) { $1.add(Mirror(reflecting: $0), of: $0) }
    case .structure, .enumeration: return reading(Value.self) { $1.add(Mirror(reflecting: $0), of: $0) }
    case .existential: return reading(Value.self) { $1.add($0) }
    case .optional, .function, .metatype, .reference, .other: return byText(Value.self)
    }
  }

  /// The plan for a structure or tuple; `nil` if not all of its memory is known.
  private mutating func byFields<Value>(_: Value.Type) -> ContentPlan.Add? {
    var fields: [(offset: Int, type: Any.Type)] = []
    var end = 0
    _forEachField(of: Value.self) { _, offset, type, _ in
      if type != ObservationStateRegistrar.self { fields.append((offset, type)) }
      end = max(end, offset + Self.size(of: type))
      return true
    }
    // The memory of a weak or unowned reference is not a value of its type.
    guard end == MemoryLayout<Value>.size, !fields.contains(where: { Self.mayBeReference($0.type) }) else {
      return nil
    }
    let parts = fields.map { (offset: $0.offset, plan: plan($0.type)) }
    return { value, digest in
      for part in parts { part.plan.add(value + part.offset, &digest) }
    }
  }

  private static func size(of type: Any.Type) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  private static func mayBeReference(_ type: Any.Type) -> Bool {
    switch RuntimeType(type) {
    case .reference, .existential: true
    case .optional: (type as? any ContentOptional.Type).map { mayBeReference($0.wrappedType) } ?? true
    default: false
    }
  }
}

extension ContentDigest {
  /// Adds what reflection finds in a value.
  fileprivate mutating func add(_ mirror: Mirror, of value: Any) {
    func caseName<Value>(_ value: Value) -> String? { enumCaseName(value).map { String(cString: $0) } }
    let children = Array(mirror.children)
    switch mirror.displayStyle {
    case .enum where children.isEmpty:
      add(_openExistential(value, do: caseName) ?? String(describing: value))
    case nil where children.isEmpty: add(String(describing: value))
    case .class, .foreignReference: add(String(customDumping: value))
    default:
      add(children.count)
      for (label, child) in children where label != "_$observationRegistrar" {
        if let label { add(label) }
        add(child)
      }
    }
  }
}

/// A type whose values contain others of a known type.
private protocol ContentContainer {
  static func adding(_ planner: inout ContentPlanner) -> ContentPlan.Add
}

private protocol ContentOptional: ContentContainer {
  static var wrappedType: Any.Type { get }
}

extension Optional: ContentOptional {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }

  fileprivate static func adding(_ planner: inout ContentPlanner) -> ContentPlan.Add {
    let plan = planner.plan(Wrapped.self)
    return { value, digest in
      let wrapped = value.assumingMemoryBound(to: Self.self).pointee
      digest.add(wrapped == nil ? 0 : 1)
      if let wrapped { withUnsafePointer(to: wrapped) { plan.add($0, &digest) } }
    }
  }
}

extension ContentContainer where Self: Collection {
  fileprivate static func adding(_ planner: inout ContentPlanner) -> ContentPlan.Add {
    let plan = planner.plan(Element.self)
    return { value, digest in
      let elements = value.assumingMemoryBound(to: Self.self).pointee
      digest.add(elements.count)
      for element in elements { withUnsafePointer(to: element) { plan.add($0, &digest) } }
    }
  }
}

extension Array: ContentContainer {}
extension ContiguousArray: ContentContainer {}
extension ArraySlice: ContentContainer {}
extension IdentifiedArray: ContentContainer {}
