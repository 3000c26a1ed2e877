import Synchronization

/// The canonical declarations of a program, made when somebody first asks for them: whoever only checks a set never does.
final class DeferredDeclarations: Sendable {
  private enum State {
    case waiting(CheckSession)
    case made([CanonicalDeclaration])
  }

  private let state: Mutex<State>

  /// - Parameter session: a whole check; nothing else works with it any more.
  init(_ session: sending CheckSession) { state = Mutex(.waiting(session)) }

  init(_ list: [CanonicalDeclaration]) { state = Mutex(.made(list)) }

  /// By key.
  var list: [CanonicalDeclaration] {
    state.withLock { state in
      switch state {
      case .made(let list): return list
      case .waiting(let session):
        let list = session.canonicalDeclarations()
        state = .made(list)
        return list
      }
    }
  }
}
