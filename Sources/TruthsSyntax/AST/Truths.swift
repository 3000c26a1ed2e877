package import TruthsText

/// A `truth` declaration: what fires it, its clauses, and what it produces (declarations §5).
package struct TruthDeclaration: Hashable, Sendable {
  package var id: Name?
  package var when: [WhenEntry]
  package var lets: [LetBinding]
  package var requires: [ClauseEntry]
  package var invariants: [ClauseEntry]
  package var moves: [MoveEntry]
  package var produces: [OutputEntry]
  package var ensures: [ClauseEntry]
  package var enforces: [Name]

  package init(
    id: Name?, when: [WhenEntry], lets: [LetBinding], requires: [ClauseEntry], invariants: [ClauseEntry],
    moves: [MoveEntry], produces: [OutputEntry], ensures: [ClauseEntry], enforces: [Name]
  ) {
    self.id = id
    self.when = when
    self.lets = lets
    self.requires = requires
    self.invariants = invariants
    self.moves = moves
    self.produces = produces
    self.ensures = ensures
    self.enforces = enforces
  }
}

extension TruthDeclaration {
  /// The intent that `when` names alone; `nil` where it names several, or a fact.
  package var soleIntent: Name? {
    var named: [Name] = []
    for entry in when {
      switch entry {
      case .intents(let names): named += names
      case .fact: return nil
      case .pack, .condition: continue
      }
    }
    return named.count == 1 ? named[0] : nil
  }
}

/// The `let`s of the intents of a set, for readers of its declarations (declarations §4.3).
package struct SharedLets: Sendable {
  private var lets: [[String]: [LetBinding]] = [:]

  package init(_ units: [SourceUnit]) {
    for unit in units {
      for declaration in unit.declarations {
        guard case .intent(let intent) = declaration.body, !intent.lets.isEmpty else { continue }
        let key = [unit.pack, declaration.name.text]
        if lets[key] == nil { lets[key] = intent.lets }
      }
    }
  }

  /// Returns the `let`s that a truth of a pack shares with its intent; empty for other declarations.
  package func lets(of declaration: Declaration, in pack: String) -> [LetBinding] {
    guard !lets.isEmpty, case .truth(let truth) = declaration.body, let name = truth.soleIntent?.text else { return [] }
    let bare = name.hasPrefix("\(pack).") ? String(name.dropFirst(pack.count + 1)) : name
    return lets[[pack, bare]] ?? []
  }
}

/// An entry of `when`.
package enum WhenEntry: Hashable, Sendable {
  case intents([Name])
  case fact(FactMatch)
  case pack(Name)
  case condition(Expr)
}

/// An entry of `let`.
package struct LetBinding: Hashable, Sendable {
  package var name: Name
  package var value: ValueSyntax

  package init(name: Name, value: ValueSyntax) {
    self.name = name
    self.value = value
  }
}

/// An entry of `produces`.
package struct OutputEntry: Hashable, Sendable {
  package var span: Span
  package var kind: Kind

  package init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }

  package enum Kind: Hashable, Sendable {
    case fact(FactOutput)
    /// The dotted name after `trace.`; empty for a bare `trace`.
    case trace(Name)
    /// `proposal.create_invoice for row in rows`, only in a source; its type is the intent, bare or qualified by its pack.
    case proposal(FactOutput)
  }

  /// The fact or proposal that is made from values; `nil` for a trace.
  package var made: FactOutput? {
    switch kind {
    case .fact(let output), .proposal(let output): output
    case .trace: nil
    }
  }
}

/// `fact.invoice.created for item in line_items where …` with fields written under it; `correction.` may replace `fact.`.
package struct FactOutput: Hashable, Sendable {
  package var isCorrection: Bool
  /// The dotted fact type, without `fact.` or `correction.`.
  package var type: Name
  package var loop: Aggregate.Loop?
  package var filter: Expr?
  package var fields: [LetBinding]

  package init(isCorrection: Bool, type: Name, loop: Aggregate.Loop?, filter: Expr?, fields: [LetBinding]) {
    self.isCorrection = isCorrection
    self.type = type
    self.loop = loop
    self.filter = filter
    self.fields = fields
  }
}

/// An `invariant` declaration: a rule of its own, for several intents or for the state.
package struct InvariantDeclaration: Hashable, Sendable {
  package var id: Name?
  package var appliesTo: AppliesTo
  package var rule: Clause
  package var enforces: [Name]

  package init(id: Name?, appliesTo: AppliesTo, rule: Clause, enforces: [Name]) {
    self.id = id
    self.appliesTo = appliesTo
    self.rule = rule
    self.enforces = enforces
  }

  package enum AppliesTo: Hashable, Sendable {
    case all
    case state
    case intents([Name])
  }
}
