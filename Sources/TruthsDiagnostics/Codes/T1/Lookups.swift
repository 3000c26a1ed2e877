package import TruthsText

/// A produced field has two sources.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum AmbiguousCopy: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1015", "ambiguous-copy", .error,
    title: "a produced field has two sources",
    why: "A field without a value is copied from what has its name; where two things have it, nobody can tell which is meant.",
    mend: "Write the value under the fact.",
    wrong: [
      .order(
        declarations: """
          record line:
            fields:
              order_id: text
          """, fields: ["lines: list of line"],
        requires: ["lines not empty"],
        output: ["- fact.order.placed for line in lines"])
    ],
    right: [
      .order(
        declarations: """
          record line:
            fields:
              order_id: text
          """, fields: ["lines: list of line"],
        requires: ["lines not empty"],
        output: ["- fact.order.placed for line in lines:", "    order_id: line.order_id"])
    ])

  /// A field of a produced fact that two of the trigger, the `let`s and the loop variable hold.
  package static func found(
    _ field: String, fact: some PlacedName, holders: [(message: String, span: Span)]
  ) -> Diagnostic {
    make(
      "`\(field)` of `\(fact.text)` can be copied from two places", at: fact.span, help: "write `\(field): …` under the fact",
      notes: holders.map { Diagnostic.Note($0.message, at: $0.span) })
  }
}

/// A function is not known.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`.
package enum UnknownFunction: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1016", "unknown-function", .error,
    title: "a function is not known",
    why: "Clauses can call the functions of the language alone, so that evaluation stays total and the same everywhere.",
    mend: """
      Call a function by its name here, such as `length(x)`, `round(x, 2)`, `days_between(a, b)`; `truths explain \
      functions` lists them all. A function of the set is declared with `function`.
      """,
    wrong: [
      .order(requires: ["lenght(order_id) > 3"])
    ],
    right: [
      .order(requires: ["length(order_id) > 3"])
    ])

  /// A call of something that is no function; `help` says what to write where no function has a similar name.
  package static func found(_ name: some PlacedName, among functions: [String], help: String) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: functions)
    return make(
      "no function is called `\(name.text)`", at: name.span, help: near.help ?? help, guidance: .general,
      fixes: near.fixes(at: name.span))
  }

  /// A call of a name that is something else.
  ///
  /// - Parameter kind: "a unit".
  package static func other(_ name: some PlacedName, isA kind: String, help: String) -> Diagnostic {
    make("`\(name.text)` is \(kind) and cannot be called", at: name.span, help: help, guidance: .general)
  }
}

/// A pack is declared in a file of another.
///
/// Detected in `Sources/TruthsCheck/Declare/DeclarationTable.swift`.
package enum MisplacedPack: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1017", "misplaced-pack", .error,
    title: "a pack is declared in a file of another",
    why: "The first segment of a file's name says whose declarations it holds.",
    mend: "Move the declaration to a file of its pack.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "truths/demo/demo.other.truths",
          """
          pack other:
            version: 1.0.0

          """
        ),
      ])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "truths/other/other.truths",
          """
          pack other:
            version: 1.0.0

          """
        ),
      ])
    ])

  /// `pack <name>` in a file whose name begins with another pack.
  package static func declared(_ name: some PlacedName, inFileOf pack: String) -> Diagnostic {
    make(
      "pack `\(name.text)` is declared in a file of pack `\(pack)`", at: name.span,
      help: "move it to `truths/\(name.text)/\(name.text).truths`")
  }

  /// A file or declaration of the built-in pack's name.
  package static func builtIn(_ name: String, at span: Span) -> Diagnostic {
    make("pack `\(name)` is built in", at: span, help: "choose another name for the pack")
  }
}

/// A fact type and a value are mixed up.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Current.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`,
/// `Sources/TruthsCheck/Clauses/PathResolver.swift`.
package enum NotAFact: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1018", "not-a-fact", .error,
    title: "a fact type and a value are mixed up",
    why: "A fact type says whether a fact is there; a value has a type and can be compared. Neither stands for the other.",
    mend: "Read a field of the fact, `F.field`, or test its presence by itself.",
    wrong: [
      .order(
        declarations: """
          fact stock.counted:
            key: [place]
            external: true
            fields:
              place: text
              amount: integer
          """, requires: ["stock.counted(place = order_id) == true"])
    ],
    right: [
      .order(
        declarations: """
          fact stock.counted:
            key: [place]
            external: true
            fields:
              place: text
              amount: integer
          """, requires: ["stock.counted(place = order_id)", "stock.counted(place = order_id).amount > 0"])
    ])

  /// A fact type where a value is wanted.
  package static func factAsValue(_ fact: String, at span: Span) -> Diagnostic {
    make(
      "`\(fact)` is a fact type, not a value", at: span, help: "read one of its fields, or test its presence without an operator",
      guidance: .general)
  }

  /// What follows `the` and is no fact type.
  package static func current(_ written: String, at span: Span, among facts: [String]) -> Diagnostic {
    let near = NearestHelp(to: written, among: facts)
    return make(
      "`\(written)` is no fact type, and `the` reads the current fact of one", at: span,
      help: near.help ?? "write a fact type behind `the`, as in `the order.placed(order_id = x)`, or leave `the` out",
      guidance: .general, fixes: near.fixes(at: span))
  }

  /// A lifecycle where a value is wanted.
  package static func lifecycleAsValue(_ lifecycle: String, at span: Span) -> Diagnostic {
    make(
      "`\(lifecycle)` is a lifecycle, not a value", at: span,
      help: "read its state, `\(lifecycle).state`, or go through its instances, `some x in \(lifecycle) satisfies …`")
  }

  /// Keys in brackets behind something that is no fact type.
  package static func keyed(at span: Span) -> Diagnostic {
    make("only a fact type takes keys in brackets", at: span)
  }
}

/// A move names a lifecycle that does not exist.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum UnknownLifecycle: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1019", "unknown-lifecycle", .error,
    title: "a move names a lifecycle that does not exist",
    why: "A move says what becomes of an instance; without its lifecycle nothing would be checked or recorded.",
    mend: "Name a lifecycle that the pack declares, or declare it.",
    wrong: [
      .order(truthKeys: ["moves:", "  - order: start → open"])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  package static func found(_ name: some PlacedName, among known: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: known)
    return make(
      "unknown lifecycle `\(name.text)`", at: name.span, help: near.help ?? "declare it: `lifecycle \(name.text):`",
      fixes: near.fixes(at: name.span))
  }
}

/// A lifecycle has no such state.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`, `Sources/TruthsCheck/Declare/Lifecycles.swift`.
package enum UnknownState: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1020", "unknown-state", .error,
    title: "a lifecycle has no such state",
    why: "An instance could never be in it, so the move would never happen, or the state never end anything.",
    mend: "Write a state that the lifecycle's transitions name.",
    wrong: [
      .lifecycle(states: ["open → done"], terminal: ["done", "closed"], moves: ["start → open → done"])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  /// - Parameters:
  ///   - states: those of the lifecycle.
  ///   - candidates: those of which the nearest is proposed.
  package static func found(
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

/// `any` or `start` where an instance arrives.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`, `Sources/TruthsCheck/Declare/Lifecycles.swift`.
package enum MisplacedState: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1021", "misplaced-state", .error,
    title: "`any` or `start` where an instance arrives",
    why: "`start` is what an instance is before it enters anything, and `any` stands for several states: neither can be entered.",
    mend: "Write them only at the beginning, before the first `→`.",
    wrong: [
      .lifecycle(states: ["open → done → start"], terminal: ["done"], moves: ["start → open → done"])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  package static func inLifecycle(_ state: some PlacedName) -> Diagnostic {
    make("`\(state.text)` is no state that can be entered", at: state.span, help: "it stands before the first `→` only")
  }

  package static func inMove(_ state: some PlacedName) -> Diagnostic { inLifecycle(state) }
}

/// A key field of a lifecycle has no one type.
///
/// Detected in `Sources/TruthsCheck/Declare/Lifecycles.swift`.
package enum LifecycleKeyFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1022", "lifecycle-key", .error,
    title: "a key field of a lifecycle has no one type",
    why:
      "A lifecycle's key has the type that its pack gives to fields of that name; without exactly one, instances cannot be "
      + "told apart.",
    mend: "Name a field that the pack's facts and intents declare, with the same type everywhere.",
    wrong: [
      .lifecycle(key: "order", states: ["open → done"], terminal: ["done"], moves: [])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  package static func noType(_ name: some PlacedName, pack: String, among known: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: known)
    return make(
      "no fact, intent or record of pack `\(pack)` has a field `\(name.text)`, so this key has no type", at: name.span,
      help: near.help, fixes: near.fixes(at: name.span))
  }

  package static func severalTypes(_ name: some PlacedName, pack: String, types: [String], places: [Span]) -> Diagnostic {
    make(
      "pack `\(pack)` gives fields named `\(name.text)` several types, so this key has none", at: name.span,
      help: "give them one type, or name another field",
      notes: zip(types, places).map { Diagnostic.Note("here it is `\($0)`", at: $1) })
  }

  package static func reserved(_ name: some PlacedName) -> Diagnostic {
    make(
      "`\(name.text)` is a field of every lifecycle's history, so it cannot be a key", at: name.span, help: "choose another name")
  }
}

/// A table reads what it cannot see.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum BeyondTable: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1023", "beyond-table", .error,
    title: "a table reads what it cannot see",
    why:
      "A table gives one value for its inputs, wherever it is called; the rows see the inputs, policies and the values of enums, "
      + "so that gaps and overlaps can be found.",
    mend: "Make an input of it, and hand the value over where the table is called.",
    wrong: [
      .order(
        declarations: """
          table is_late:
            inputs:
              due: timestamp
            output: boolean
            rows:
              - due < now → true
              - otherwise → false
          """, fields: ["due: timestamp"], requires: ["due exists", "not is_late(due)"])
    ],
    right: [
      .order(
        declarations: """
          table is_late:
            inputs:
              due: timestamp
              at: timestamp
            output: boolean
            rows:
              - due < at → true
              - otherwise → false
          """, fields: ["due: timestamp"], requires: ["due exists", "not is_late(due, now)"])
    ])

  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make(
      "a row of a table cannot read `\(name)`", at: span,
      help: "make it an input, and hand the value over where the table is called")
  }
}

/// A source reads what is not in its document.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`, `Sources/TruthsCheck/Clauses/PathResolver.swift`.
package enum BeyondDocument: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1024", "beyond-document", .error,
    title: "a source reads what is not in its document",
    why:
      "The facts of a document are there before anything else: they follow from the document, policies, tables and the values of "
      + "enums alone, whatever else is known and whoever proposes.",
    mend: "Read it in a truth that fires on the source's facts. The document's own name is `actor.user_id`.",
    wrong: [.source(output: ["- fact.task.recorded where not task.recorded"])],
    right: [.source(output: ["- fact.task.recorded where state == done"])])

  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make(
      "a source cannot read `\(name)`: it sees its document, policies and tables", at: span,
      help: "read it in a truth that fires on the source's facts")
  }
}

/// A truth on facts reads who proposes, or what.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`.
package enum BeyondFacts: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1025", "beyond-facts", .error,
    title: "a truth on facts reads who proposes, or what",
    why:
      "What follows from facts follows for everybody. It is worked out before a proposal is read, and again for every "
      + "other one: were `actor` or `proposal` seen there, what follows would depend on who happens to ask.",
    mend:
      "Read who brought the fact in (`p.entry.actor.user_id` behind `- fact: order.placed as p`), or let a truth that "
      + "fires on the intent write what is wanted into its fact.",
    wrong: [
      .order(
        declarations: """
          fact order.noted:
            key: [order_id]
            fields:
              order_id: text
              noted_by: text

          truth order_noting:
            when:
              - fact: order.placed
            produces:
              - fact.order.noted:
                  noted_by: actor.user_id
              - trace.order.noting
          """)
    ],
    right: [
      .order(
        declarations: """
          fact order.noted:
            key: [order_id]
            fields:
              order_id: text
              noted_by: text

          truth order_noting:
            when:
              - fact: order.placed as p
            produces:
              - fact.order.noted:
                  noted_by: p.entry.actor.user_id
              - trace.order.noting
          """)
    ])

  /// - Parameters:
  ///   - fact: the type of the first fact that the truth fires on, as it is written.
  ///   - variable: the name that it has there.
  package static func found(_ name: String, at span: Span, fact: String, variable: String?) -> Diagnostic {
    let help: String =
      if name == "actor.user_id" {
        variable.map { "who brought the fact in is `\($0).entry.actor.user_id`" }
          ?? "who brought the fact in is `p.entry.actor.user_id`, with `- fact: \(fact) as p`"
      } else {
        "read it in a truth that fires on an intent, and write it into a fact there"
      }
    return make("a truth on facts cannot read `\(name)`: what follows from facts follows for everybody", at: span, help: help)
  }
}
