#if !canImport(Darwin)
  // Foundation has these on Darwin only.
  extension URL {
    /// The user's folder for documents.
    public static var documentsDirectory: URL { directory(.documentDirectory, or: "Documents") }
    /// The user's folder for downloads.
    public static var downloadsDirectory: URL { directory(.downloadsDirectory, or: "Downloads") }
    /// The user's desktop.
    public static var desktopDirectory: URL { directory(.desktopDirectory, or: "Desktop") }
    /// The user's folder for pictures.
    public static var picturesDirectory: URL { directory(.picturesDirectory, or: "Pictures") }
    /// The user's folder for music.
    public static var musicDirectory: URL { directory(.musicDirectory, or: "Music") }
    /// The user's folder for videos.
    public static var moviesDirectory: URL { directory(.moviesDirectory, or: "Videos") }
    /// The user's caches folder.
    public static var cachesDirectory: URL { directory(.cachesDirectory, or: ".cache") }
    /// The user's folder for application data.
    public static var applicationSupportDirectory: URL {
      directory(.applicationSupportDirectory, or: ".local/share")
    }
    /// The user's library folder.
    public static var libraryDirectory: URL { directory(.libraryDirectory, or: ".local/share") }
    /// The user's folder for programs.
    public static var applicationDirectory: URL { directory(.applicationDirectory, or: ".local/bin") }

    /// - Parameter name: The folder in the home folder that a system without such folders gets.
    private static func directory(_ directory: FileManager.SearchPathDirectory, or name: String) -> URL {
      FileManager.default.urls(for: directory, in: .userDomainMask).first
        ?? homeDirectory.appending(path: name)
    }
  }
#endif
