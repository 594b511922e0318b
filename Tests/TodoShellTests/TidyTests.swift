import TestSupport
import Testing

@Test func theSourcesAreTidy() throws {
  let tidy = try run(repository.appending(path: "Scripts/tidy").path, [])
  #expect(tidy.status == 0)
  #expect(tidy.output + tidy.errors == "")
}
