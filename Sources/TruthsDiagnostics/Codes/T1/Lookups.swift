package import TruthsText

/// A produced field that could be copied from two places.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum AmbiguousCopy: DiagnosticKind {
  package static let id = DiagnosticID("T1015", .error)

  /// A field of a produced fact that two of the trigger, the `let`s and the loop variable have.
  package static func finding(
    _ field: String, fact: some PlacedName, holders: [(message: String, span: Span)]
  ) -> Diagnostic {
    make(
      "two values could be copied to `\(field)` of `\(fact.text)`", at: fact.span, help: "write `\(field): …` under the fact",
      notes: holders.map { Diagnostic.Note($0.message, at: $0.span) })
  }
}

/// A call of an unknown function.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`.
package enum UnknownFunction: DiagnosticKind {
  package static let id = DiagnosticID("T1016", .error)

  /// A call of a name that is no function.
  ///
  /// - Parameter help: what to write where no function has a similar name.
  package static func finding(_ name: some PlacedName, among functions: [String], help: String) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: functions)
    return make(
      "no function is called `\(name.text)`", at: name.span, help: near.help ?? help, guidance: .general,
      fixes: near.fixes(at: name.span))
  }

  /// A call of a name that is not a function.
  ///
  /// - Parameter kind: what the name is: "a unit".
  package static func notAFunction(_ name: some PlacedName, isA kind: String, help: String) -> Diagnostic {
    make("`\(name.text)` is \(kind) and cannot be called", at: name.span, help: help, guidance: .general)
  }
}

/// A pack that is declared in a file of another pack.
///
/// Detected in `Sources/TruthsCheck/Declare/DeclarationTable.swift`.
package enum MisplacedPack: DiagnosticKind {
  package static let id = DiagnosticID("T1017", .error)

  /// `pack <name>` in a file whose name begins with another pack.
  package static func declared(_ name: some PlacedName, inFileOf pack: String) -> Diagnostic {
    make(
      "pack `\(name.text)` is declared in a file of pack `\(pack)`", at: name.span,
      help: "move it to `truths/\(name.text)/\(name.text).truths`")
  }

  /// A file or declaration with the name of the built-in pack.
  package static func builtIn(_ name: String, at span: Span) -> Diagnostic {
    make("pack `\(name)` is built in", at: span, help: "choose another name for the pack")
  }
}

/// A fact type in the place of a value, or the reverse.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Current.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`,
/// `Sources/TruthsCheck/Clauses/PathResolver.swift`.
package enum NotAFact: DiagnosticKind {
  package static let id = DiagnosticID("T1018", .error)

  /// A fact type where a value is expected.
  package static func factAsValue(_ fact: String, at span: Span) -> Diagnostic {
    make(
      "`\(fact)` is a fact type, not a value", at: span, help: "read one of its fields, or test only whether it exists",
      guidance: .general)
  }

  /// A name after `the` that is not a fact type.
  package static func current(_ written: String, at span: Span, among facts: [String]) -> Diagnostic {
    let near = NearestHelp(to: written, among: facts)
    return make(
      "`\(written)` is not a fact type, and `the` reads the current fact of a type", at: span,
      help: near.help ?? "write a fact type after `the`, as in `the order.placed(order_id = x)`, or remove `the`",
      guidance: .general, fixes: near.fixes(at: span))
  }

  /// A lifecycle where a value is expected.
  package static func lifecycleAsValue(_ lifecycle: String, at span: Span) -> Diagnostic {
    make(
      "`\(lifecycle)` is a lifecycle, not a value", at: span,
      help: "read its state, `\(lifecycle).state`, or ask about its instances, `some x in \(lifecycle) satisfies …`",
      guidance: .general)
  }

  /// Keys in brackets after a name that is not a fact type.
  package static func keyed(at span: Span) -> Diagnostic {
    make("only a fact type takes keys in brackets", at: span)
  }
}

/// A move of an unknown lifecycle.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum UnknownLifecycle: DiagnosticKind {
  package static let id = DiagnosticID("T1019", .error)

  package static func finding(_ name: some PlacedName, among known: [String]) -> Diagnostic {
    // A lifecycle with another word, such as `parcel.state`, is that lifecycle.
    let words = name.text.split { $0 == " " || $0 == "." }.map(String.init)
    let held = words.count > 1 ? known.first(where: words.contains) : nil
    let near = held.map { NearestHelp(nearest: $0) } ?? NearestHelp(to: name.text, among: known)
    return make(
      "unknown lifecycle `\(name.text)`", at: name.span, help: near.help ?? "declare it: `lifecycle \(name.text):`",
      fixes: near.fixes(at: name.span))
  }
}

/// An unknown state of a lifecycle.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`, `Sources/TruthsCheck/Declare/Lifecycles.swift`.
package enum UnknownState: DiagnosticKind {
  package static let id = DiagnosticID("T1020", .error)

  /// - Parameters:
  ///   - states: the states of the lifecycle.
  ///   - candidates: the names among which the nearest is suggested.
  package static func finding(
    _ state: some PlacedName, lifecycle: String, states: [String], among candidates: [String]
  ) -> Diagnostic {
    let near = NearestHelp(to: state.text, among: candidates)
    let known = states.prefix(32).map { "`\($0)`" }.joined(separator: ", ") + (states.count > 32 ? " …" : "")
    return make(
      "`\(state.text)` is not a state of lifecycle `\(lifecycle)`", at: state.span,
      help: near.help ?? "its states are \(known)",
      guidance: .general, fixes: near.fixes(at: state.span))
  }
}

/// `any` or `start` as the target of a transition.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`, `Sources/TruthsCheck/Declare/Lifecycles.swift`.
package enum MisplacedState: DiagnosticKind {
  package static let id = DiagnosticID("T1021", .error)

  package static func inLifecycle(_ state: some PlacedName) -> Diagnostic {
    make(
      "`\(state.text)` is not a state that can be entered", at: state.span,
      help: "write `\(state.text)` only before the first `→`")
  }

  package static func inMove(_ state: some PlacedName) -> Diagnostic { inLifecycle(state) }
}

/// A key field of a lifecycle that has no type, or several.
///
/// Detected in `Sources/TruthsCheck/Declare/Lifecycles.swift`.
package enum LifecycleKeyFault: DiagnosticKind {
  package static let id = DiagnosticID("T1022", .error)

  package static func noType(_ name: some PlacedName, pack: String, among known: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: known)
    return make(
      "no fact, intent or record of pack `\(pack)` has a field `\(name.text)`, so the type of this key is unknown", at: name.span,
      help: near.help, fixes: near.fixes(at: name.span))
  }

  package static func severalTypes(_ name: some PlacedName, pack: String, types: [String], places: [Span]) -> Diagnostic {
    make(
      "pack `\(pack)` gives fields named `\(name.text)` several types, so the type of this key is not clear", at: name.span,
      help: "give these fields one type, or name another field",
      notes: zip(types, places).map { Diagnostic.Note("here it is `\($0)`", at: $1) })
  }

  package static func reserved(_ name: some PlacedName) -> Diagnostic {
    make(
      "`\(name.text)` is a field of every lifecycle's history, so it cannot be a key", at: name.span, help: "choose another name")
  }
}

/// A table that reads names outside its inputs.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum BeyondTable: DiagnosticKind {
  package static let id = DiagnosticID("T1023", .error)

  package static func finding(_ name: String, at span: Span) -> Diagnostic {
    make(
      "a row of a table cannot read `\(name)`", at: span,
      help: "make `\(name)` an input, and pass the value where the table is called")
  }
}

/// A source that reads names outside its document.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`, `Sources/TruthsCheck/Clauses/PathResolver.swift`.
package enum BeyondDocument: DiagnosticKind {
  package static let id = DiagnosticID("T1024", .error)

  package static func finding(_ name: String, at span: Span) -> Diagnostic {
    make(
      "a source cannot read `\(name)`: a source sees only its document, policies and tables", at: span,
      help: "read `\(name)` in a truth that fires on the source's facts")
  }
}

/// A truth on facts that reads the actor or the proposal.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`.
package enum BeyondFacts: DiagnosticKind {
  package static let id = DiagnosticID("T1025", .error)

  /// - Parameters:
  ///   - fact: the type of the first fact that the truth fires on, as it is written.
  ///   - variable: the variable of that fact, if it has one.
  package static func finding(_ name: String, at span: Span, fact: String, variable: String?) -> Diagnostic {
    let help: String =
      if name == "actor.user_id" {
        variable.map { "the person who brought the fact in is `\($0).entry.actor.user_id`" }
          ?? "the person who brought the fact in is `p.entry.actor.user_id`, with `- fact: \(fact) as p`"
      } else {
        "read it in a truth that fires on an intent, and write it into a fact there"
      }
    return make(
      "a truth that fires on a fact cannot read `\(name)`: its result must be the same for everybody", at: span, help: help)
  }
}
