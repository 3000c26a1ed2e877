import TruthsProgram
import TruthsSyntax
import TruthsText

/// Compares the vocabularies of two sets. Each kind of declaration is compared separately.
///
/// `stricter` means that a fact, a member, a value of an enum, or a transition is no longer accepted.
struct DeclaredDifferences {
  let old: ProbeSide
  let new: ProbeSide
  private var types: (old: TypeForms, new: TypeForms) { (old.writer.types, new.writer.types) }

  init(_ old: ProbeSide, _ new: ProbeSide) { (self.old, self.new) = (old, new) }

  /// Pairs declarations with the same name and compares each pair. The result is in the order of the names.
  static func pairs<Declaration>(
    _ old: [Declaration], _ new: [Declaration], _ name: (Declaration) -> String, pack: (Declaration) -> String,
    _ compare: (Declaration, Declaration) -> (Set<DecisionShift>, [String])
  ) -> [Difference] {
    let before = Dictionary(first: old.map { (Text(name($0)), $0) })
    let after = Dictionary(first: new.map { (Text(name($0)), $0) })
    return Set(before.keys).union(after.keys).sorted().map { name in
      var difference = Difference(name: name.string, kind: .same)
      switch (before[name], after[name]) {
      case (let one?, let other?):
        let (shifts, notes) = compare(one, other)
        (difference.kind, difference.notes) = (DifferenceKind(shifts), notes)
        difference.packs = [pack(other)]
      case (let one?, nil): (difference.kind, difference.packs) = (.removed, [pack(one)])
      case (nil, let other?): (difference.kind, difference.packs) = (.added, [pack(other)])
      case (nil, nil): break
      }
      return difference
    }
  }

  private func qualified(_ pack: String, _ name: String) -> String { "\(pack).\(name)" }

  // MARK: Facts and records

  var facts: [Difference] {
    let (one, other) = (old.program, new.program)
    func isOwn(_ fact: FactType) -> Bool { !fact.isBuiltIn && fact.lifecycle == nil && !fact.isDerived }
    return Self.pairs(
      one.facts.filter(isOwn), other.facts.filter(isOwn), { $0.name }, pack: { $0.pack },
      { before, after in
        let fields = FieldDifferences(before.fields, types.old, after.fields, types.new)
        var (shifts, notes) = (fields.shifts, fields.notes)
        func add(_ shift: DecisionShift, _ note: String) {
          shifts.insert(shift)
          notes.append(note)
        }
        if let key = keyNote(before.key.map { before.fields[$0] }, after.key.map { after.fields[$0] }) { add(.both, key) }
        if before.isImmutable != after.isImmutable {
          add(after.isImmutable ? .stricter : .looser, after.isImmutable ? "immutable" : "no longer immutable")
        }
        if let arrival = Self.arrival(before.arrival, after.arrival) { add(arrival.0, arrival.1) }
        return (shifts, notes)
      }
    ).map { difference in
      arriving(difference) { program in program.facts.first { $0.name == difference.name }?.arrival }
    }
  }

  /// Marks a difference as possibly stricter if the permitted senders changed. A fact from a new sender may stop proposals that
  /// passed before.
  private func arriving(_ difference: Difference, _ arrival: (Program) -> Arrival?) -> Difference {
    var difference = difference
    let isAlone = difference.kind == .added || difference.kind == .removed
    difference.mayBeStricter = !isAlone && Self.arrival(arrival(old.program), arrival(new.program)) != nil
    return difference
  }

  /// Returns a note if the key has different fields, or fields of different types; `nil` if it is unchanged.
  private func keyNote(_ old: [Field], _ new: [Field]) -> String? {
    let forms = (old.map(types.old.field), new.map(types.new.field))
    return forms.0 == forms.1 ? nil : "its key is [\(new.map(\.jsonName).joined(separator: ", "))]"
  }

  /// Compares the senders that may bring in facts from outside; `nil` if they are the same.
  private static func arrival(_ old: Arrival?, _ new: Arrival?) -> (DecisionShift, String)? {
    let (before, after) = (old?.whomAll ?? [], new?.whomAll ?? [])
    if before == after { return nil }
    let words = new.map { "brought in by \($0.words)" } ?? "not brought in from outside"
    if after.isSuperset(of: before) { return (.looser, words) }
    return (after.isSubset(of: before) ? .stricter : .both, words)
  }

  var records: [Difference] {
    let (oldProgram, newProgram) = (old.program, new.program)
    // Records of outputs, lifecycles and documents belong to those declarations.
    func declared(_ program: Program) -> [RecordType] {
      let keys = Set(program.declarations.map(\.key))
      return program.records.filter { keys.contains(DeclarationKey(.record, $0.pack, $0.name)) }
    }
    return Self.pairs(
      declared(oldProgram), declared(newProgram), { qualified($0.pack, $0.name) }, pack: { $0.pack },
      { before, after in
        let fields = FieldDifferences(before.fields, types.old, after.fields, types.new)
        guard before.isOpen != after.isOpen else { return (fields.shifts, fields.notes) }
        return (
          fields.shifts.union([after.isOpen ? .looser : .stricter]), fields.notes + [after.isOpen ? "open" : "no longer open"]
        )
      })
  }

  var enums: [Difference] {
    let (oldProgram, newProgram) = (old.program, new.program)
    func declared(_ program: Program) -> [EnumType] {
      let keys = Set(program.declarations.map(\.key))
      return program.enums.filter { keys.contains(DeclarationKey(.enum, $0.pack, $0.name)) }
    }
    return Self.pairs(
      declared(oldProgram), declared(newProgram), { qualified($0.pack, $0.name) }, pack: { $0.pack },
      { before, after in
        let (old, new) = (before.values, after.values)
        var (shifts, notes) = Self.listed(old, new, "value")
        let kept = (old.filter(new.contains), new.filter(old.contains))
        if before.isOrdered != after.isOrdered || after.isOrdered && kept.0 != kept.1 {
          shifts.insert(.both)
          notes.append("its values have another order")
        }
        let renamed = Self.renamed(before, after)
        return (shifts.union(renamed.isEmpty ? [] : [.both]), notes + renamed)
      })
  }

  /// Returns a note for each value or state whose name in JSON changed. Data with the old name is refused.
  private static func renamed(_ old: EnumType, _ new: EnumType) -> [String] {
    let names = Dictionary(first: zip(old.values, old.jsonNames))
    return zip(new.values, new.jsonNames).filter { names[$0] ?? $1 != $1 }.map { "`\($0)` is called `\($1)` in JSON" }
  }

  private static func listed(_ old: [Text], _ new: [Text], _ noun: String) -> (Set<DecisionShift>, [String]) {
    let removed = old.filter { !new.contains($0) }
    let added = new.filter { !old.contains($0) }
    return (
      Set((removed.isEmpty ? [] : [DecisionShift.stricter]) + (added.isEmpty ? [] : [.looser])),
      removed.map { "\(noun) `\($0)` removed" } + added.map { "\(noun) `\($0)` added" }
    )
  }

  // MARK: Lifecycles

  var lifecycles: [Difference] {
    Self.pairs(
      old.program.lifecycles, new.program.lifecycles, { qualified($0.pack, $0.name) }, pack: { $0.pack },
      { before, after in
        let steps = (Self.steps(before, old.program), Self.steps(after, new.program))
        var (shifts, notes) = Self.listed(steps.0, steps.1, "transition")
        func add(_ shift: DecisionShift, _ note: String) {
          shifts.insert(shift)
          notes.append(note)
        }
        if let key = keyNote(before.key, after.key) { add(.both, key) }
        for note in Self.renamed(old.program.enums[before.states], new.program.enums[after.states]) { add(.both, note) }
        let ends = [(before, old.program), (after, new.program)].map { type, program in
          Set(type.terminal.map { program.enums[type.states].values[$0].string })
        }
        if ends[0] != ends[1] { add(.effects, "its last states are \(ends[1].sorted().joined(separator: ", "))") }
        let arrivals = (old.program.facts[before.history].arrival, new.program.facts[after.history].arrival)
        if let arrival = Self.arrival(arrivals.0, arrivals.1) { add(arrival.0, arrival.1) }
        return (shifts, notes)
      }
    ).map { difference in
      arriving(difference) { program in
        let type = program.lifecycles.first { qualified($0.pack, $0.name) == difference.name }
        return type.flatMap { program.facts[$0.history].arrival }
      }
    }
  }

  private static func steps(_ type: LifecycleType, _ program: Program) -> [Text] {
    let states = program.enums[type.states].values
    return type.transitions.map { Text("\(states[$0.from]) → \(states[$0.to])") }.sorted()
  }

  // MARK: Policies, calendars, sources, roles

  var policies: [Difference] {
    Self.pairs(
      old.program.policies.filter(\.isOwn), new.program.policies.filter(\.isOwn), { $0.qualifiedName }, pack: { $0.pack },
      { before, after in
        if types.old.form(of: before.type) != types.new.form(of: after.type) { return ([.both], ["another type"]) }
        let values = (types.old.constant(before.initial), types.new.constant(after.initial))
        if values.0 == values.1 { return ([], []) }
        let words = before.initial.isMissing ? "a default" : after.initial.isMissing ? "no default any more" : "another default"
        return ([.effects], [words])
      })
  }

  var calendars: [Difference] {
    Self.pairs(
      old.program.calendars, new.program.calendars, { $0.qualifiedName }, pack: { $0.pack },
      { types.old.calendar($0) == types.new.calendar($1) ? ([], []) : ([.effects], ["other days are free"]) })
  }

  /// Compares sources by their canonical forms and by their normal forms. Documents are not generated, so a difference stays
  /// undecided.
  var sources: [Difference] {
    let forms = [old, new].map { side in
      Dictionary(first: side.program.sources.map { (Text($0.qualifiedName), side.writer.form(of: $0)) })
    }
    return declared(.source).map { difference in
      var difference = difference
      let name = Text(difference.name)
      guard difference.kind == .both || difference.kind == .same && forms[0][name] != forms[1][name] else { return difference }
      (difference.kind, difference.notes) = (.undecided, ["it makes other facts or proposals of its document"])
      return difference
    }
  }

  var roles: [Difference] { declared(.role) }

  private func declared(_ kind: DeclarationKind) -> [Difference] {
    func all(_ program: Program) -> [CanonicalDeclaration] { program.declarations.filter { $0.key.kind == kind } }
    return Self.pairs(
      all(old.program), all(new.program), { $0.key.name }, pack: { $0.key.pack },
      { $0.body == $1.body ? ([], []) : ([.both], []) })
  }
}

extension Arrival {
  /// All permitted senders: types of actors, and roles. `external: true` without a list permits all types.
  fileprivate var whomAll: Set<Text> { Set((by.isEmpty ? Self.types : by).map { Text($0) }) }
}

extension PolicyType {
  fileprivate var isOwn: Bool { pack != ConvergePack.name }
}
