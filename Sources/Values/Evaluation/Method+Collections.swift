extension Method {
  /// The methods of collections, in display order.
  package static let ofCollections = Table([
    Method("filter", .condition(isLabelled: false), .elements, "the elements for which a condition holds") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.filter(elements, by: call.required)
    },
    Method("map", .each(label: nil, isOptional: false), .list, "the value of an expression for each element")
    {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.map(elements, to: call.required)
    },
    Method(
      "compactMap",
      .each(label: nil, isOptional: false),
      .list,
      "the value of an expression for each element, without nil"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.map(elements, to: call.required).filter { flattened($0) != nil }
    },
    Method("first", .condition(isLabelled: true), .element, "the first element for which a condition holds") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.first(in: evaluator.elements(of: elements), where: call.required)?.element
    },
    Method("last", .condition(isLabelled: true), .element, "the last element for which a condition holds") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.first(
        in: evaluator.elements(of: elements).reversed(),
        where: call.required
      )?.element
    },
    Method(
      "contains",
      .elementOrCondition(label: nil),
      .other,
      counted: .condition { matching, _ in matching > 0 },
      decisive: true,
      "whether it contains an element"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.firstIndex(call, in: elements) != nil
    },
    Method(
      "allSatisfy",
      .condition(isLabelled: false),
      .other,
      counted: .condition(==),
      decisive: false,
      "whether a condition holds for all elements"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.first(
        in: evaluator.iterator(over: elements, at: call.required),
        where: call.required,
        is: false
      ) == nil
    },
    Method(
      "count",
      .condition(isLabelled: true),
      .other,
      counted: .number,
      "the number of elements for which a condition holds"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.list(elements, where: call.required).count
    },
    Method(
      "firstIndex",
      .elementOrCondition(label: "of"),
      .other,
      "the position of an element"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.firstIndex(call, in: elements)
    },
    Method(
      "sorted",
      .each(label: "by", isOptional: true),
      .elements,
      "the elements sorted, optionally by a member"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.sorted(elements, call)
    },
    Method("reversed", .none, .elements, "the elements in reverse order") {
      (evaluator, call, elements) throws(Diagnostic) in
      try Array(evaluator.elements(of: elements).reversed())
    },
    Method("min", .none, .element, "the smallest element") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.extreme(of: elements, isMinimum: true)
    },
    Method("max", .none, .element, "the largest element") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.extreme(of: elements, isMinimum: false)
    },
    Method("prefix", .number(isOptional: false), .elements, "the first elements") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.part(of: elements, call) { count, length in 0..<min(count, length) }
    },
    Method("suffix", .number(isOptional: false), .elements, "the last elements") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.part(of: elements, call) { count, length in max(0, count - length)..<count }
    },
    Method("dropFirst", .number(isOptional: true), .elements, "all but the first elements") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.part(of: elements, call) { count, length in min(count, length)..<count }
    },
    Method("dropLast", .number(isOptional: true), .elements, "all but the last elements") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.part(of: elements, call) { count, length in 0..<max(0, count - length) }
    },
    Method(
      "joined",
      .text(label: "separator", isOptional: true),
      .other,
      "the strings joined, optionally with a separator"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.joined(elements, call)
    },
  ])
}
