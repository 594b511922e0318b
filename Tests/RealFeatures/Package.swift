// swift-tools-version: 6.3

import PackageDescription

/// Features as their authors write them, for the Composable Architecture: nothing in Sources or Tests names TodoShell.
let package = Package(
  name: "RealFeatures",
  platforms: [.macOS("15.4")],
  dependencies: [
    .package(url: "https://github.com/pointfreeco/swift-composable-architecture", from: "1.17.0")
  ],
  swiftLanguageModes: [.v6]
)

let features = [
  "Agenda", "Bank", "BookSearch", "Chat", "FieldRecorder", "PINPad", "Reader", "Registration", "Shop",
  "Watchlist",
]
let architecture = Target.Dependency.product(
  name: "ComposableArchitecture",
  package: "swift-composable-architecture"
)
// Idioms has no shell: it holds what real features write and none of these do.
package.targets = (features + ["Idioms"]).flatMap { name in
  [
    .target(name: name, dependencies: [architecture]),
    .testTarget(name: "\(name)Tests", dependencies: [.target(name: name), architecture]),
  ]
}

let todoshell = Context.environment["TODOSHELL"]

// `TODOSHELL=../.. swift test` builds the same files on TodoShell's library. The first statement switches the
// package; with the loop, issues that Core reports fail a test.
if let todoshell {
  package.dependencies[0] = .package(
    name: "swift-composable-architecture",
    path: "\(todoshell)/Compatibility"
  )
  for target in package.targets where target.type == .test {
    target.dependencies.append(
      .product(name: "DependenciesTestSupport", package: "swift-composable-architecture")
    )
  }
}

// A shell for each feature.
if let todoshell {
  package.dependencies += [
    .package(name: "TodoShell", path: todoshell),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ]
  package.targets += features.map { name in
    .executableTarget(
      name: "\(name.lowercased())-shell",
      dependencies: [
        .target(name: name),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ShellKit", package: "TodoShell"),
      ],
      path: "Shells/\(name)"
    )
  }
}
