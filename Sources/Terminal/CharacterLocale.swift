import Glibc

/// The encoding that the C library, and so libedit, takes text to be in.
enum CharacterLocale {
  /// Makes it UTF-8: as the environment says, or `C.UTF-8` where the environment says something else.
  ///
  /// Without this, libedit cuts characters beyond ASCII in pieces. Only the character type is set, so numbers
  /// and messages stay as they are.
  ///
  /// - Returns: whether the system has a locale with UTF-8.
  static func useUTF8() -> Bool {
    let candidates = ["", "C.UTF-8", "C.utf8", "en_US.UTF-8"]
    return candidates.contains { setlocale(LC_CTYPE, $0) != nil && encoding == "UTF-8" }
  }

  private static var encoding: String { String(cString: nl_langinfo(nl_item(CODESET))) }
}
