import TodoShellSystem

/// What `Scripts/sanitize` sets for the tests, for the programs that they start with an environment of their own.
public let sanitizerOptions: [String: String] = ["ASAN_OPTIONS", "TSAN_OPTIONS"]
  .reduce(into: [:]) { options, name in options[name] = getenv(name).map { String(cString: $0) } }

/// The path of an executable product of this package: beside the tests that are running.
public func builtProgram(_ name: String) -> String {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count)
  let runner = String(decoding: path.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  return runner.prefix(upTo: runner.lastIndex(of: "/") ?? runner.startIndex) + "/" + name
}
