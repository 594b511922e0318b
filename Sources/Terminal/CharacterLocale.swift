import TodoShellSystem

/// The character encoding of the C library, and thus of libedit.
enum CharacterLocale {
  /// Sets it to UTF-8: the environment's locale if it uses UTF-8, otherwise `C.UTF-8`.
  ///
  /// Without UTF-8, libedit splits characters beyond ASCII. Only the character type is set, so number formats and
  /// messages are not affected.
  ///
  /// - Returns: Whether the system has a UTF-8 locale.
  static func useUTF8() -> Bool {
    let candidates = ["", "C.UTF-8", "C.utf8", "en_US.UTF-8"]
    return candidates.contains {
      setlocale(LC_CTYPE, $0) != nil && String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
    }
  }
}
