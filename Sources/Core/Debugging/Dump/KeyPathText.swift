/// The text of a key path in a dump: `\.name`, the same in every run.
///
/// The runtime knows the names of stored properties, but of a computed property only the address of its accessor,
/// which changes with every launch. The name therefore comes from the static description of the root, if there is
/// one, then from the runtime; a component without a name is written as its type: `\State.<Bool>`.
package func dumpText(of path: AnyKeyPath) -> String {
  let root = type(of: path).rootType
  let shape = Shape.of(root)
  if shape.provider != nil, let property = shape.properties.first(where: { $0.path == path }) {
    return "\\." + property.name
  }
  let description = path.debugDescription
  let prefix = "\\\(root)"
  guard description.hasPrefix(prefix) else { return withoutAddresses(description) }
  let components = withoutAddresses(String(description.dropFirst(prefix.count)))
  if components.contains("<") { return "\\" + dumpTypeName(root) + components }
  return "\\" + (components.hasPrefix(".") ? "" : ".") + components
}

/// Replaces `<computed 0x7f60 (Bool)>` and `<offset 8 (Bool)>` with `<Bool>`.
private func withoutAddresses(_ components: String) -> String {
  var result = ""
  var rest = Substring(components)
  while let start = rest.firstIndex(of: "<") {
    result += rest[..<start]
    rest = rest[start...]
    guard rest.hasPrefix("<computed ") || rest.hasPrefix("<offset "),
      let open = rest.firstIndex(of: "("), let end = rest.firstRange(of: ")>")
    else {
      result.append(rest.removeFirst())
      continue
    }
    result += "<" + rest[rest.index(after: open)..<end.lowerBound] + ">"
    rest = rest[end.upperBound...]
  }
  return result + rest
}
