import TodoShellCommands
import Core

/// The revisions of the Model Context Protocol.
///
/// In the current one, each request names its revision. In the earlier one, `initialize` comes first; they also
/// differ in features that this server omits, and in members that clients ignore.
enum Revision {
  static let current = "2026-07-28"
  /// The one that begins with `initialize`.
  static let earlier = "2025-11-25"

  /// Who may keep a result.
  enum CacheScope: String {
    /// It is the same for everyone, as long as the server runs.
    case `public`
    /// It depends on the sessions.
    case `private`

    var milliseconds: Int { self == .public ? 3_600_000 : 0 }
  }

  /// The parameters of a request.
  struct Request {
    private static let prefix = "io.modelcontextprotocol/"

    let params: JSON
    /// Whether the request is in the current revision.
    let isCurrent: Bool

    /// - Throws: An error if the request is in no supported revision.
    init(_ params: JSON, isInitialized: Bool) throws(RPCError) {
      self.params = params
      let meta = params["_meta"]
      let version = meta?[Self.prefix + "protocolVersion"]?.string
      isCurrent = version != nil
      guard let version else {
        guard isInitialized else {
          throw RPCError(
            .invalidParams,
            "the request has no '\(Self.prefix)protocolVersion' in '_meta', and 'initialize' was not called"
          )
        }
        return
      }
      guard version == Revision.current else {
        throw RPCError(
          code: -32022,
          "Unsupported protocol version",
          data: ["supported": [Revision.current.json], "requested": version.json]
        )
      }
      guard meta?[Self.prefix + "clientCapabilities"]?.isObject == true else {
        throw RPCError(.invalidParams, "the request has no '\(Self.prefix)clientCapabilities' in '_meta'")
      }
    }

    /// A parameter that is a text.
    func text(_ name: String) throws(RPCError) -> String {
      guard let text = params[name]?.string else {
        throw RPCError(.invalidParams, "the parameter '\(name)' is not a string")
      }
      return text
    }

    /// Checks that the first page of a list is requested, which is the only one.
    func checkPage() throws(RPCError) {
      guard let cursor = params["cursor"], cursor != .null else { return }
      throw RPCError(.invalidParams, "there is no page \(cursor.text); the list has only one")
    }

    /// The notification of progress; `nil` if the client did not ask for it.
    func progress(of report: Progressed) -> JSON? {
      guard let token = params["_meta"]?["progressToken"] else { return nil }
      return [
        "progressToken": token,
        "progress": report.done.json,
        "total": report.total.json,
        "message": report.text.json,
      ]
    }

    /// The result with the members that the revision adds.
    func result(_ members: KeyValuePairs<String, JSON?>, cached: CacheScope?, by server: JSON) -> JSON {
      var members = members.compactMap { name, value in value.map { (name: name, value: $0) } }
      guard isCurrent else { return .object(members) }
      members.append(("resultType", "complete"))
      if let cached {
        members.append(("ttlMs", cached.milliseconds.json))
        members.append(("cacheScope", cached.rawValue.json))
      }
      members.append(("_meta", .object([(Self.prefix + "serverInfo", server)])))
      return .object(members)
    }
  }
}
