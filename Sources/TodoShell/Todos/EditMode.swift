/// Whether the list is being rearranged.
enum EditMode: Equatable, CaseIterable, Sendable {
  case inactive
  case transient
  case active
}
