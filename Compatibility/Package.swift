// swift-tools-version: 6.3

import PackageDescription

/// Modules with the names of the Composable Architecture's, for features that must not change:
/// docs/real-features.md.
///
/// A package of its own, because the tests of TodoShell use the real CustomDump, and the names of modules are unique in a
/// graph of packages. IssueReporting has no stand-in: CoreTestSupport uses the real one, so its name is
/// taken.
let package = Package(
  name: "Compatibility",
  platforms: [.macOS("15.4")],
  traits: [
    .trait(
      name: "SwiftUI",
      description: "A module SwiftUI with the values that features keep in their state"
    ),
    .default(enabledTraits: ["SwiftUI"]),
  ],
  dependencies: [
    .package(name: "TodoShell", path: ".."),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  swiftLanguageModes: [.v6]
)

let core = Target.Dependency.product(name: "Core", package: "TodoShell")
/// The modules that are Core by another name, some with a little of what Core leaves out.
let modules = [
  "CasePaths", "Clocks", "CombineSchedulers", "ConcurrencyExtras", "CustomDump", "Dependencies",
  "DependenciesMacros", "IdentifiedCollections", "Sharing", "SwiftNavigation",
]
package.targets = modules.map { .target(name: $0, dependencies: [core]) }
package.targets += [
  // Whatever depends on it can import all other modules, as in the reference.
  .target(
    name: "ComposableArchitecture",
    dependencies: modules.map { .target(name: $0) } + [
      core,
      .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      .product(name: "XCTestDynamicOverlay", package: "xctest-dynamic-overlay"),
    ]
  ),
  .target(
    name: "DependenciesTestSupport",
    dependencies: [.product(name: "CoreTestSupport", package: "TodoShell")]
  ),
]
#if os(Linux)
  package.targets.append(.target(name: "SwiftUI", dependencies: [core]))
  package.targets.first { $0.name == "ComposableArchitecture" }?.dependencies.append(
    .target(name: "SwiftUI", condition: .when(traits: ["SwiftUI"]))
  )
#endif
package.products = package.targets.map { .library(name: $0.name, targets: [$0.name]) }
