/// An action of a presented child, or a request to dismiss it.
///
/// Case paths lead through it: `\.destination.detail.save` is short for `\.destination.presented.detail.save`.
public enum PresentationAction<Action>: CasePathable {
  /// Dismisses the child: its state becomes `nil`, and its effects are cancelled.
  case dismiss

  /// An action of the child.
  indirect case presented(Action)

  /// The case paths of a presentation's action.
  @dynamicMemberLookup
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    /// The path to the dismissal.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        generated: "dismiss",
        embed: { _ in .dismiss },
        extract: { if case .dismiss = $0 { () } else { nil } }
      )
    }

    /// The path to the child's actions.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        generated: "presented",
        embed: { .presented($0) },
        extract: { if case .presented(let action) = $0 { action } else { nil } }
      )
    }

    /// The path to a case of the child's action.
    public subscript<Member>(
      dynamicMember path: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>>
    ) -> AnyCasePath<PresentationAction, Member> where Action: CasePathable {
      presented.appending(path: Action.allCasePaths[keyPath: path])
    }

    /// The path to the case of a value.
    public subscript(root: PresentationAction) -> PartialCaseKeyPath<PresentationAction> {
      switch root {
      case .dismiss: \.dismiss
      case .presented: \.presented
      }
    }

    /// Iterates over the paths in case order.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<PresentationAction>> {
      let paths: [PartialCaseKeyPath<PresentationAction>] = [\.dismiss, \.presented]
      return paths.makeIterator()
    }
  }

  /// The paths to the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
