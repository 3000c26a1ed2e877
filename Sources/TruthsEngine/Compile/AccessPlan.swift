package import TruthsProgram
package import TruthsText

/// The access paths of a program's clauses to facts, as `truths explain --plan` shows them.
package struct AccessPlan {
  /// One access path to facts of one type.
  package struct Line: Hashable {
    /// The place in the declaration: `requires[0]`, `let total`, `when order.placed is new`.
    package var place: String
    /// The fact type.
    package var source: String
    /// The description of the path: `looked up by (worker), range of on, running totals of hours`.
    package var description: String
    /// Whether every fact of the type is visited.
    package var isScan: Bool
  }

  package struct Section {
    /// The kind of the declaration: `truth`, `invariant` or `function`.
    package var kind: String
    package var name: String
    package var span: Span
    package var lines: [Line] = []
  }

  /// The declarations that read facts, in the order of the program.
  package private(set) var sections: [Section] = []
  private let program: Program
  private let finder: ViewFinder

  /// Computes the access paths of all declarations.
  ///
  /// - Complexity: O(size of the program).
  package init(_ program: Program) {
    self.program = program
    finder = ViewFinder(program)
    for (index, truth) in program.truths.enumerated() where !truth.isBuiltIn { add(truth, at: index) }
    for invariant in program.invariants {
      var section = Section(kind: "invariant", name: invariant.id, span: invariant.span)
      add(invariant.clause.test, invariant.clause.name, to: &section)
      add(finder.reads(of: invariant), isWhole: invariant.applies == .state, to: &section)
      append(section)
    }
    for table in program.tables where table.readsContext {
      var section = Section(kind: table.kind, name: table.qualifiedName, span: table.span)
      for binding in table.lets { add(binding.node, "let \(binding.name)", to: &section) }
      for row in table.rows { if let value = row.value { add(value, "value", to: &section) } }
      append(section)
    }
  }

  private mutating func append(_ section: Section) { if !section.lines.isEmpty { sections.append(section) } }

  private mutating func add(_ truth: CheckedTruth, at index: Int) {
    var section = Section(kind: "truth", name: truth.id, span: truth.span)
    if truth.matches.count > 1 { add(joinsOf: index, to: &section) }
    for binding in truth.lets { add(binding.node, "let \(binding.name)", to: &section) }
    if let condition = truth.condition { add(condition.test, "if", to: &section) }
    for clause in truth.clauses { add(clause.test, clause.name, to: &section) }
    for output in truth.outputs {
      let place = "produces[\(output.position)]"
      if let loop = output.loop, case .facts(let type) = loop.source {
        add(type, AccessPath(loop, filter: output.filter).flatMap { FactAccess($0) }, place, to: &section)
      }
      for node in output.nodes { add(node, place, to: &section) }
    }
    if !truth.isView {
      add(finder.reads(of: truth), isWhole: !truth.matches.isEmpty, to: &section)
      for match in truth.matches where program.facts[match.fact].isDerived { add(whole: match.fact, to: &section) }
      if !truth.ensures.isEmpty { add(finder.ensuredReads(of: truth), isWhole: !truth.matches.isEmpty, to: &section) }
    }
    append(section)
  }

  // MARK: Views

  /// Adds the lines for how views are computed: as a whole, or only for the keys that are asked for.
  private func add(_ reader: ViewReader, isWhole: Bool, to section: inout Section) {
    let views = reader.wholeViews.union(isWhole ? Set(reader.questions.map(\.pattern.view)) : [])
    for view in views.sorted() { add(whole: view, to: &section) }
    for pattern in reader.questions.map(\.pattern) where !views.contains(pattern.view) {
      let fields = pattern.fields.map { program.facts[pattern.view].fields[$0].name }
      let description = "worked out for one (\(fields.joined(separator: ", ")))"
      add(Line(place: "view", source: name(pattern.view), description: description, isScan: false), to: &section)
    }
  }

  private func add(whole view: Int, to section: inout Section) {
    add(Line(place: "view", source: name(view), description: "worked out whole", isScan: true), to: &section)
  }

  // MARK: Expressions

  private func add(_ node: Node, _ place: String, to section: inout Section) {
    switch node {
    case .present(let key) where key.keys.isEmpty: break
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _):
      add(Line(place: place, source: name(key.fact), description: "looked up by its key", isScan: false), to: &section)
    case .quantified(let quantified):
      if case .facts(let type) = quantified.loop.source {
        add(type, AccessPath(quantified).flatMap { FactAccess($0) }, place, to: &section)
      }
    case .aggregate(let aggregate):
      for (index, loop) in aggregate.loops.enumerated() {
        guard case .facts(let type) = loop.source else { continue }
        add(type, FactAccess(aggregate, 0, loop: index), place, to: &section)
      }
    case .old(let old): for part in old.lets.map(\.node) { add(part, place, to: &section) }
    default: break
    }
    for child in node.children { add(child, place, to: &section) }
  }

  private func add(_ type: Int, _ access: FactAccess?, _ place: String, to section: inout Section) {
    let description = access.map { self.description($0) } ?? "goes through all"
    add(Line(place: place, source: name(type), description: description, isScan: access == nil), to: &section)
  }

  private func add(_ line: Line, to section: inout Section) {
    if !section.lines.contains(line) { section.lines.append(line) }
  }

  private func description(_ access: FactAccess) -> String {
    let type = program.facts[access.type]
    func field(_ index: Int) -> String { type.fields[index].name }
    var parts: [String] = []
    if !type.key.isEmpty, Set(type.key).isSubset(of: access.parts.compactMap(\.field)) {
      parts.append("looked up by its key")
    } else if !access.parts.isEmpty {
      let names = access.parts.map { part in
        switch part {
        case .field(let index): field(index)
        case .computed(let code): text(of: code.node, type)
        }
      }
      parts.append("looked up by (\(names.joined(separator: ", ")))")
    }
    if let ranged = access.rangeField, !access.comparisons.isEmpty { parts.append("range of \(field(ranged))") }
    if !access.tests.isEmpty { parts.append("\(access.tests.map { field($0.field) }.joined(separator: " and ")) compared") }
    switch access.goal {
    case .elements: break
    case .total(_, let summed): parts.append(summed.map { "running totals of \(field($0))" } ?? "counted without a visit")
    case .end(let isLeast):
      parts.append("the \(isLeast ? "least" : "greatest") \(access.rangeField.map(field) ?? "") from the end")
    }
    return parts.joined(separator: ", ")
  }

  /// Returns the text of a computed key: `year(on)`.
  private func text(of node: Node, _ type: FactType) -> String {
    switch node {
    case .field(_, let field): type.fields[field].name
    case .constant(.text(let text)): "\"\(text.string)\""
    case .constant(let value): program.display(value)
    case .call(let function, let arguments):
      "\(function.name)(\(arguments.map { text(of: $0, type) }.joined(separator: ", ")))"
    default: "…"
    }
  }

  // MARK: Joins

  /// Adds the lines for how each further fact of a match is found, for each position at which the new fact may be.
  ///
  /// - Parameter index: the index of the truth.
  private func add(joinsOf index: Int, to section: inout Section) {
    let plan = MatchPlan(truth: index, program: program, watch: nil)
    for position in plan.types.indices {
      let order = plan.orders[position]
      guard let first = order.first else { continue }
      for step in order.dropFirst() {
        let fields = step.fields.map { program.facts[step.type].fields[$0].name }
        let description =
          step.fields.isEmpty ? "goes through all" : "looked up by (\(fields.joined(separator: ", ")))"
        add(
          Line(
            place: "when \(name(first.type)) is new", source: name(step.type), description: description,
            isScan: step.fields.isEmpty),
          to: &section)
      }
    }
  }

  private func name(_ type: Int) -> String { program.facts[type].name }
}

extension Program {
  /// Returns whether a truth, invariant, table or function has this name.
  package func declares(_ name: String) -> Bool {
    (truths.map(\.id) + invariants.map(\.id) + tables.map(\.qualifiedName)).contains { $0 == name || $0.hasSuffix(".\(name)") }
  }
}
