import Synchronization

/// The canonical declarations of a program, created on first use, because checking alone does not need them.
package final class DeferredDeclarations: Sendable {
  private enum State {
    case waiting(() -> [CanonicalDeclaration])
    case made([CanonicalDeclaration])
  }

  private let state: Mutex<State>

  /// Creates declarations that are computed on first use.
  ///
  /// - Parameter make: creates the list, once; nothing else may use what it captures.
  package init(_ make: sending @escaping () -> [CanonicalDeclaration]) { state = Mutex(.waiting(make)) }

  package init(_ list: [CanonicalDeclaration]) { state = Mutex(.made(list)) }

  /// The declarations, by key.
  package var list: [CanonicalDeclaration] {
    state.withLock { state in
      switch state {
      case .made(let list): return list
      case .waiting(let make):
        let list = make()
        state = .made(list)
        return list
      }
    }
  }
}
