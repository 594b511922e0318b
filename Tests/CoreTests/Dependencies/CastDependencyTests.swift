import Core
import TestSupport
import Testing

private protocol Reading: Sendable { func read() -> String }

private struct Archive: Reading, Equatable {
  var contents = "test"
  func read() -> String { contents }
}

private enum ArchiveKey: DependencyKey {
  static let liveValue = Archive(contents: "live")
  static let testValue = Archive()
}

extension DependencyValues {
  fileprivate var archive: Archive {
    get { self[ArchiveKey.self] }
    set { self[ArchiveKey.self] = newValue }
  }
  fileprivate var reader: any Reading { archive }
}

struct CastDependencyTests {
  private struct Model {
    @Dependency(\.archive, as: (any Reading).self) var reader
    @Dependency(ArchiveKey.self, as: (any Reading).self) var readerByKey
    @Dependency(\.reader, as: Archive.self) var archive
    @Dependency(\.reader, as: Int?.self) var number
  }

  @Test func aDependencyIsReadAsAnotherType() {
    let model = withDependencies {
      $0.archive.contents = "set"
    } operation: {
      Model()
    }
    #expect(model.reader.read() == "set")
    #expect(model.readerByKey.read() == "set")
    #expect(model.archive == Archive(contents: "set"))
  }

  @Test(.enabled(if: isDebugBuild)) func aDependencyOfAnotherTypeEndsTheProcessWithAMessage() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @Dependency(\.reader, as: Int.self) var number
      _ = number
    }
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("CastDependencyTests.swift:"))
    #expect(output.contains("is a \"Archive\", not a \"Int\""))
  }
}
