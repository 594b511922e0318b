import Benchmark
import Workloads

/// The library's entry point: it runs each of these, and keeps the statistics.
let benchmarks: @Sendable () -> Void = {
  for comparison in Comparison.all {
    let contestants = comparison.contestants.map {
      ($0, BenchmarkMetric.custom($0.name, useScalingFactor: false))
    }
    let metrics = contestants.map(\.1)
    Benchmark(
      comparison.name,
      configuration: .init(
        metrics: metrics,
        // As they are, not in some multiple that would have to be read back from the file.
        units: Dictionary(uniqueKeysWithValues: metrics.map { ($0, .count) }),
        warmupIterations: 1,
        scalingFactor: .one,
        maxDuration: .seconds(600),
        maxIterations: comparison.rounds
      )
    ) { benchmark in
      do {
        for (contestant, metric) in contestants { benchmark.measurement(metric, try contestant.measure()) }
      } catch {
        benchmark.error("\(comparison.name): \(error)")
      }
    }
  }
}
