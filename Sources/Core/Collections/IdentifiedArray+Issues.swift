@usableFromInline
func reportDuplicate<ID>(id: ID) {
  reportIssue(
    """
    An identified array was given two elements with the id "\(id)". It keeps the first one. \
    Elements are found by their ids, so these must be distinct.
    """
  )
}

@usableFromInline
func reportChangedID<ID>(from old: ID, to new: ID) {
  reportIssue(
    """
    The element with the id "\(old)" was given the id "\(new)" in place. It is now found under its new id. \
    An element should keep its id for as long as it is in an identified array: remove it and insert another.
    """
  )
}

@usableFromInline
func reportCollidingID<ID>(from old: ID, to new: ID, outcome: String) {
  reportIssue(
    """
    The element with the id "\(old)" was given the id "\(new)", which another element has. \(outcome) \
    An element should keep its id for as long as it is in an identified array.
    """
  )
}

@usableFromInline
func reportForeignElement<ID>(id: ID, element: ID) {
  reportIssue(
    """
    An element with the id "\(element)" was set for the id "\(id)". It is found under its own id. \
    Set an element for its own id, or use "updateOrAppend".
    """
  )
}
