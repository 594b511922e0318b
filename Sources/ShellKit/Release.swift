/// The version of the package: of its programs, and the tag that `make new` depends on.
package enum Release {
  package static let version = "1.0.0"
}
