/// A book of the library.
struct Book: Equatable, Identifiable, Sendable {
  let id: Int
  let title: String
  let author: String
}
