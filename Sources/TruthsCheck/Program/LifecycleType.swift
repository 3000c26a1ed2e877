package import TruthsText

/// A lifecycle: the states of an instance, and the history of having entered them (language.md §7).
///
/// States are ordinals of its enum, of which 0 is `start`: not entered yet.
package struct LifecycleType: Hashable, Sendable {
  package var name: String
  package var pack: String
  /// What tells instances apart; the first fields of ``history`` and ``instance``.
  package var key: [Field]
  /// Index in ``Program/enums`` of its states, `start` first.
  package var states: Int
  /// Index in ``Program/facts`` of `<name>.entered`: the key, `state` and `step`.
  package var history: Int
  /// Index in ``Program/records`` of what a source over the lifecycle goes through: the key and `state`.
  package var instance: Int
  package var transitions: Set<Transition>
  package var terminal: Set<Int>
  package var isExternal: Bool
  package var span: Span

  package init(
    name: String, pack: String, key: [Field], states: Int, history: Int, instance: Int, transitions: Set<Transition>,
    terminal: Set<Int>, isExternal: Bool, span: Span
  ) {
    self.name = name
    self.pack = pack
    self.key = key
    self.states = states
    self.history = history
    self.instance = instance
    self.transitions = transitions
    self.terminal = terminal
    self.isExternal = isExternal
    self.span = span
  }

  /// The ordinal of `start`.
  package static let start = 0

  package struct Transition: Hashable, Sendable {
    package var from: Int
    package var to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }
}

/// A lifecycle with the values of its key, in declared order.
package struct LifecycleKey: Hashable, Sendable {
  /// Index in ``Program/lifecycles``.
  package var lifecycle: Int
  package var keys: [Node]
  /// How each key reads in a reason.
  package var keyLabels: [String]

  package init(lifecycle: Int, keys: [Node], keyLabels: [String]) {
    self.lifecycle = lifecycle
    self.keys = keys
    self.keyLabels = keyLabels
  }
}
