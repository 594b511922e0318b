/// One step of a walk over two versions of a collection, from the first element to the last.
///
/// Ranges and positions of the old version and of the new one follow one another without a gap.
public enum VersionStep: Hashable, Sendable {
  /// Elements that both versions share. They need not be looked at.
  case unchanged(old: Range<Int>, new: Range<Int>)
  /// An element that has kept its id and its place among the others, but perhaps not its value.
  case updated(old: Int, new: Int)
  /// Elements that are in the old version only, or in another place there.
  case removed(old: Range<Int>)
  /// Elements that are in the new version only, or in another place there.
  case inserted(new: Range<Int>)
}
