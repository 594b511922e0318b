import ComposableArchitecture
import Foundation

@DependencyClient
struct Transcriber: Sendable {
  enum Permission: Equatable, Sendable { case allowed, denied, unknown }

  var permission: @Sendable () -> Permission = { .unknown }
  var ask: @Sendable () async -> Permission = { .denied }
  var listen: @Sendable () -> AsyncThrowingStream<String, any Error> = { .finished() }
}

extension Transcriber: TestDependencyKey {
  static let testValue = Self()
  static let previewValue = Self(
    permission: { .allowed },
    ask: { .allowed },
    listen: {
      AsyncThrowingStream { continuation in
        continuation.yield("Good morning everyone")
        continuation.finish()
      }
    }
  )
}

extension DependencyValues {
  var transcriber: Transcriber {
    get { self[Transcriber.self] }
    set { self[Transcriber.self] = newValue }
  }

  var ringBell: @Sendable () async -> Void {
    get { self[RingBellKey.self] }
    set { self[RingBellKey.self] = newValue }
  }
}

private enum RingBellKey: DependencyKey {
  static let liveValue: @Sendable () async -> Void = { print("\u{7}") }
  static let testValue: @Sendable () async -> Void = unimplemented("ringBell")
}
