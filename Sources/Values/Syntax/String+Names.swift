extension String {
  /// A name after a value and a dot: in backticks if it is not an identifier, or `self`, which is reserved even there. The
  /// digits of a tuple member need none.
  package var asMember: String {
    let isName = isIdentifier && self != "self" || !isEmpty && utf8.allSatisfy(\.isDigit)
    return isName ? self : "`\(self)`"
  }

  var isIdentifier: Bool {
    utf8.first?.isDigit == false && unicodeScalars.allSatisfy(\.continuesIdentifier)
  }
}

extension Unicode.Scalar {
  var continuesIdentifier: Bool {
    if value < 0x80 { return UInt8(value).isASCIILetter || UInt8(value).isDigit || self == "_" }
    return properties.isXIDContinue || properties.isEmoji
  }
}
