import Testing

@testable import TodoShellPlatform

struct UserFoldersTests {
  @Test(
    arguments: [
      (["XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "HOME": "/h"], "/c", "/s"),
      (["HOME": "/h"], "/h/.config", "/h/.local/state"),
      (["XDG_CONFIG_HOME": "c", "XDG_STATE_HOME": "", "HOME": "/h"], "/h/.config", "/h/.local/state"),
      (["HOME": "h"], nil, nil),
      ([:], nil, nil),
    ] as [([String: String], String?, String?)]
  )
  func followTheEnvironment(environment: [String: String], configuration: String?, state: String?) {
    let folders = UserFolders(environment: environment)
    #expect(folders.configuration == configuration)
    #expect(folders.state == state)
  }
}
