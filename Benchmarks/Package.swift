// swift-tools-version: 6.3

import PackageDescription

/// What TodoShell costs, measured against plain baselines in the same run: see `RESULTS.md`, which `make bench` writes.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS("15.4")],
  dependencies: [
    .package(name: "TodoShell", path: ".."),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    // Its default traits replace the allocator, which is a cost of its own.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(name: "CMeasuring"),
    .target(
      name: "Workloads",
      dependencies: [
        "CMeasuring",
        .product(name: "Core", package: "TodoShell"),
        .product(name: "TodoShellSessions", package: "TodoShell"),
        .product(name: "TodoShellCommands", package: "TodoShell"),
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ]
    ),
    .executableTarget(
      name: "Costs",
      dependencies: ["Workloads", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/Costs",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .executableTarget(name: "Ratios", dependencies: ["Workloads"]),
  ],
  swiftLanguageModes: [.v6]
)
