import Core

/// The URIs of files.
enum DocumentURI {
  /// The path of a file; `nil` for other URIs, such as that of a document without a file.
  static func path(of uri: String) -> String? {
    guard let url = URL(string: uri), url.isFileURL else { return nil }
    return url.path(percentEncoded: false)
  }

  static func uri(of path: String) -> String { URL(filePath: path).absoluteString }
}
