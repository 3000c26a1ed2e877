import TruthsSyntax

/// The names of a clause besides the vocabulary.
struct Scope {
  var pack: String
  /// Fields of the proposal's intent, or of all facts matched, that have a value.
  var trigger: [String: Val] = [:]
  /// All fields that are names here, with a value or without.
  var triggerTypes: [String: Typ] = [:]
  var lets: [String: ValueSyntax] = [:]
  /// The facts that `as` names.
  var matched: [String: (value: Val, type: Typ)] = [:]
  /// Variables of loops.
  var bound: [String: (value: Val, type: Typ)] = [:]

  init(pack: String) { self.pack = pack }

  func variable(_ name: String) -> (value: Val, type: Typ)? { bound[name] ?? matched[name] }

  /// The scope without loops, in which a `let` is read.
  var outsideLoops: Scope {
    var scope = self
    scope.bound = [:]
    return scope
  }
}

/// The meaning of a dotted name.
enum Meaning {
  case variable(String, [String])
  case binding(String, [String])
  case field(String, [String])
  case policy(String)
  case builtIn([String])
  case presence(String, [KeyArgument])
  case lookup(String, [KeyArgument], [String])
  case lifecycle(String)
  case state(String, [KeyArgument])
  case nothing
}

extension Evaluator {
  /// The words of a path, and the keys where some are given.
  struct Path {
    var words: [String]
    var keys: [KeyArgument]?
    /// The words after the keys.
    var rest: [String] = []

    init?(_ expr: Expr) {
      switch expr.kind {
      case .name(let name): words = [name]
      case .member(let base, let word):
        guard var path = Path(base) else { return nil }
        if path.keys == nil { path.words.append(word.text) } else { path.rest.append(word.text) }
        self = path
      case .keyed(let base, let keys):
        guard var path = Path(base) else { return nil }
        path.keys = keys
        self = path
      default: return nil
      }
    }
  }

  func meaning(_ path: Path, _ scope: Scope) -> Meaning {
    let (first, rest) = (path.words[0], Array(path.words.dropFirst()))
    if scope.variable(first) != nil { return .variable(first, rest) }
    if let found = factType(path) { return found }
    if scope.lets[first] != nil { return .binding(first, rest) }
    if scope.triggerTypes[first] != nil { return .field(first, rest) }
    if first == "trigger", let name = rest.first { return .field(name, Array(rest.dropFirst())) }
    if let policy = vocab.find(path.words.joined(separator: "."), in: vocab.policies, from: scope.pack) {
      return .policy(policy.name)
    }
    if let found = lifecycle(path, scope) { return found }
    return .builtIn(path.words)
  }

  /// The longest beginning that is a declared fact type, its pack written before it or not.
  private func factType(_ path: Path) -> Meaning? {
    for start in 0...1 where start < path.words.count {
      if start == 1, vocab.uses[path.words[0]] == nil { continue }
      for end in stride(from: path.words.count, to: start + 1, by: -1) {
        let name = path.words[start..<end].joined(separator: ".")
        guard vocab.facts[name] != nil else { continue }
        let members = Array(path.words[end...]) + path.rest
        return members.isEmpty ? .presence(name, path.keys ?? []) : .lookup(name, path.keys ?? [], members)
      }
    }
    return nil
  }

  private func lifecycle(_ path: Path, _ scope: Scope) -> Meaning? {
    let words = path.words + path.rest
    if let found = vocab.find(words.joined(separator: "."), in: vocab.lifecycles, from: scope.pack) {
      return .lifecycle(found.name)
    }
    guard words.last == "state" else { return nil }
    let found = vocab.find(words.dropLast().joined(separator: "."), in: vocab.lifecycles, from: scope.pack)
    return found.map { .state($0.name, path.keys ?? []) }
  }
}
