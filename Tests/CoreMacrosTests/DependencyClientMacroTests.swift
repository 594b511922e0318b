import Testing

/// What `@DependencyClient` makes of a source, and what it says.
struct DependencyClientMacroTests {
  @Test func endpointsAndInitializersAreAdded() {
    expectExpansion(
      #"""
      @DependencyClient
      public struct Client {
        public var fetch: (_ id: Int) async throws -> String
        var retries = 3
        let name: String
      }
      """#,
      is: #"""
        public struct Client {
          @Core.DependencyEndpoint
          public var fetch: (_ id: Int) async throws -> String
          var retries = 3
          let name: String

          public init(
            fetch: @escaping (_ id: Int) async throws -> String,
            retries: Swift.Int = 3,
            name: String
          ) {
            self._fetch = fetch
            self.retries = retries
            self.name = name
          }
        }

        extension Client: Core.AnswerableClient {
          public static var answerableEndpoints: [Core.Endpoint] {
            var endpoints: [Core.Endpoint] = []
            endpoints.append(Core.Endpoint("fetch", [("id", (Int).self)], returning: (String).self, throwing: (any Swift.Error).self, isAsync: true))

            return endpoints
          }
          public mutating func lookForAnswers(in answers: Core.EndpointAnswers) {
            self.fetch = { [original = self.fetch] (p0) async throws in
              if let reply = answers.reply(of: "fetch", to: [p0 as Any], as: (String).self),
              let value = try await reply.awaited(throwing: (any Swift.Error).self) {
                return value
              }
              return try await original(p0)
            }

          }
        }
        """#,
      only: ["DependencyClient"]
    )
  }

  @Test func endpointsReportTheirUse() {
    expectExpansion(
      #"""
      struct Client {
        @DependencyEndpoint public var fetch: (_ id: Int) async throws -> String
        @DependencyEndpoint var track: @Sendable (String) -> Void
        @DependencyEndpoint var find: () -> Int?
        @DependencyEndpoint(method: "add") var sum: (_ a: Int, _ with: () -> Int) -> Int = { a, b in a + b() }
        @DependencyEndpoint var parse: (String) throws(ParseError) -> Int = { _ in throw ParseError() }
      }
      """#,
      is: #"""
        struct Client {
          public var fetch: (_ id: Int) async throws -> String {
            @storageRestrictions(initializes: _fetch)
            init(initialValue) {
              _fetch = initialValue
            }
            get {
              _fetch
            }
            set {
              _fetch = newValue
            }
          }

          private var _fetch: (_ id: Int) async throws -> String = { _ in
            Core.reportUnimplemented("Client.fetch")
            throw Core.Unimplemented("Client.fetch")
          }

          public func fetch(id p0: Int) async throws -> String {
            try await self.fetch(p0)
          }
          var track: @Sendable (String) -> Void {
            @storageRestrictions(initializes: _track)
            init(initialValue) {
              _track = initialValue
            }
            get {
              _track
            }
            set {
              _track = newValue
            }
          }

          private var _track: @Sendable (String) -> Void = { _ in
            Core.reportUnimplemented("Client.track")
          }
          var find: () -> Int? {
            @storageRestrictions(initializes: _find)
            init(initialValue) {
              _find = initialValue
            }
            get {
              _find
            }
            set {
              _find = newValue
            }
          }

          private var _find: () -> Int? = {
            Core.reportUnimplemented("Client.find")
            return nil
          }
          var sum: (_ a: Int, _ with: () -> Int) -> Int {
            get {
              _sum
            }
            set {
              _sum = newValue
            }
          }

          private var _sum: (_ a: Int, _ with: () -> Int) -> Int = { a, b in
            Core.reportUnimplemented("Client.sum")
            return a + b()
          }

          func add(a p0: Int, with p1: () -> Int) -> Int {
            self.sum(p0, p1)
          }
          var parse: (String) throws(ParseError) -> Int {
            get {
              _parse
            }
            set {
              _parse = newValue
            }
          }

          private var _parse: (String) throws(ParseError) -> Int = { _ in
            Core.reportUnimplemented("Client.parse")
            throw ParseError()
          }
        }
        """#,
      only: ["DependencyEndpoint"]
    )
  }

  @Test func endpointsOfAnActorAreNotAnswered() {
    expectExpansion(
      #"""
      @DependencyClient
      @MainActor struct Client {
        var fetch: () throws -> Int
      }
      """#,
      is: #"""
        @MainActor struct Client {
          @Core.DependencyEndpoint
          var fetch: () throws -> Int

          init(
            fetch: @escaping () throws -> Int
          ) {
            self._fetch = fetch
          }

          init() {
          }
        }
        """#,
      only: ["DependencyClient"]
    )
  }

  @Test func aResultNeedsADefault() {
    expectExpansion(
      #"""
      struct Client {
        @DependencyEndpoint var count: (Int) -> Int
      }
      """#,
      is: #"""
        struct Client {
          var count: (Int) -> Int
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "The endpoint 'count' needs a default value: it can neither throw nor return without one",
          line: 2,
          column: 27,
          fixIts: [FixItSpec(message: "Insert '= { _ in <#Int#> }'")]
        )
      ],
      only: ["DependencyEndpoint"],
      applying: ["Insert '= { _ in <#Int#> }'"],
      fixed: #"""
        struct Client {
          @DependencyEndpoint var count: (Int) -> Int = { _ in <#Int#> }
        }
        """#
    )
  }

  @Test func anEndpointIsAFunction() {
    expectExpansion(
      #"""
      struct Client {
        @DependencyEndpoint var count: Int
      }
      """#,
      is: #"""
        struct Client {
          var count: Int
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEndpoint' can only be applied to a variable whose type is a function",
          line: 2,
          column: 3
        )
      ],
      only: ["DependencyEndpoint"]
    )
  }

  @Test func aClassIsNoClient() {
    expectExpansion(
      #"""
      @DependencyClient
      class Client {
      }
      """#,
      is: #"""
        class Client {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyClient' can only be applied to a struct",
          line: 1,
          column: 1,
          fixIts: [
            FixItSpec(message: "Replace 'class' with 'struct'"),
            FixItSpec(message: "Remove '@DependencyClient'"),
          ]
        )
      ],
      only: ["DependencyClient"],
      applying: ["Replace 'class' with 'struct'"],
      fixed: #"""
        @DependencyClient
        struct Client {
        }
        """#
    )
  }
}
