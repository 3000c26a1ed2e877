import Synchronization

/// The canonical declarations of a program, made when somebody first asks for them: whoever only checks a set never does.
package final class DeferredDeclarations: Sendable {
  private enum State {
    case waiting(() -> [CanonicalDeclaration])
    case made([CanonicalDeclaration])
  }

  private let state: Mutex<State>

  /// - Parameter make: makes the list, once; nothing else works with what it holds.
  package init(_ make: sending @escaping () -> [CanonicalDeclaration]) { state = Mutex(.waiting(make)) }

  package init(_ list: [CanonicalDeclaration]) { state = Mutex(.made(list)) }

  /// By key.
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
