extension Method {
  /// The methods of strings, in display order.
  package static let ofTexts = Table([
    Method(text: "contains", .text(label: nil, isOptional: false), "whether it contains another string") {
      (evaluator, call, text) throws(Diagnostic) in
      let other = try evaluator.text(call.required, for: call)
      // Foundation does not find an empty string; Swift finds it everywhere.
      return other.isEmpty || text.contains(other)
    },
    Method(text: "hasPrefix", .text(label: nil, isOptional: false), "whether it begins with another string") {
      (evaluator, call, text) throws(Diagnostic) in
      text.hasPrefix(try evaluator.text(call.required, for: call))
    },
    Method(text: "hasSuffix", .text(label: nil, isOptional: false), "whether it ends with another string") {
      (evaluator, call, text) throws(Diagnostic) in
      text.hasSuffix(try evaluator.text(call.required, for: call))
    },
    Method(text: "lowercased", .none, "the string in lowercase") { _, _, text in text.lowercased() },
    Method(text: "uppercased", .none, "the string in uppercase") { _, _, text in text.uppercased() },
  ])
}
