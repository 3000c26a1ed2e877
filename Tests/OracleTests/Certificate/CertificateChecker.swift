import TruthsJSON
import TruthsSyntax
import TruthsText

/// Verifies the output of `truths check --certificate` against the declarations, as declarations §6 defines it. It shares no
/// code with the checker of sets and searches for nothing: each claim is verified separately.
struct CertificateChecker {
  let vocab: Vocab
  let truths: [Vocab.Truth]
  /// The reads of each truth, by truth id.
  let reads: [String: Reads]
  let evaluator: Evaluator
  /// The fact types that some truth on facts corrects.
  private let corrected: Set<String>
  private(set) var faults: [String] = []
  /// The stratum of each truth and the position of its group, by truth id.
  private var places: [String: (stratum: Int, group: Int)] = [:]
  /// The groups that are listed as cycles.
  private var cycles: [[String]: JSONValue] = [:]

  init(_ units: [SourceUnit]) {
    vocab = Vocab(units)
    truths = vocab.truthsOnFacts
    evaluator = Evaluator(World(vocab))
    let vocab = vocab
    reads = Dictionary(truths.map { ($0.id, Reads(vocab, $0)) }) { first, _ in first }
    corrected = truths.reduce(into: []) { $0.formUnion(vocab.given(by: $1, asCorrection: true)) }
  }

  /// Returns the faults of a certificate; none where it proves that the set converges.
  static func faults(of certificate: JSONObject, for units: [SourceUnit]) -> [String] {
    var checker = CertificateChecker(units)
    checker.check(certificate)
    return checker.faults
  }

  private mutating func check(_ certificate: JSONObject) {
    takeStrata(certificate["strata"])
    takeCycles(certificate["cycles"])
    for reader in truths {
      for maker in truths { checkOrder(reader, behind: maker) }
    }
    for (ids, cycle) in cycles.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) { checkCycle(ids, cycle["bounded"]) }
    checkMoves(certificate["moves"])
  }

  private mutating func expect(_ holds: Bool, _ fault: @autoclosure () -> String) {
    if !holds { faults.append(fault()) }
  }

  private static func names(_ json: JSONValue?) -> [String] { json?.arrayValue?.compactMap(\.stringValue) ?? [] }

  // MARK: Strata

  private mutating func takeStrata(_ json: JSONValue?) {
    for (index, stratum) in (json?.arrayValue ?? []).enumerated() {
      expect(stratum["stratum"] == .number(Decimal(index + 1)), "strata are numbered from 1")
      for (group, ids) in (stratum["groups"]?.arrayValue ?? []).enumerated() {
        for id in Self.names(ids) {
          expect(places[id] == nil, "\(id) is placed twice")
          places[id] = (index + 1, group)
        }
      }
    }
    expect(Set(places.keys) == Set(truths.map(\.id)), "other truths are placed than those on facts")
  }

  private mutating func takeCycles(_ json: JSONValue?) {
    for cycle in json?.arrayValue ?? [] {
      let ids = Self.names(cycle["truths"])
      expect(cycles.updateValue(cycle, forKey: ids) == nil, "\(ids) is listed twice")
      expect(Set(ids.map { places[$0].map { [$0.stratum, $0.group] } }).count == 1, "\(ids) is no group")
    }
  }

  /// Checks the order of two truths. A truth reads complete facts where more facts can change the answer, and it is part of a
  /// cycle where its own consequences can fire it.
  private mutating func checkOrder(_ reader: Vocab.Truth, behind maker: Vocab.Truth) {
    guard let reads = reads[reader.id], let own = places[reader.id], let other = places[maker.id] else { return }
    let made = vocab.produced(by: maker)
    let corrections = vocab.given(by: reader, asCorrection: true)
    let isOverwritten = !corrections.isDisjoint(with: vocab.given(by: maker, asCorrection: false))
    let negative = reads.negative.union(reads.positive.intersection(corrected))
    if isOverwritten || !made.isDisjoint(with: negative) {
      expect(other.stratum < own.stratum, "\(reader.id) reads negatively what \(maker.id) makes, in no higher stratum")
    } else if !made.isDisjoint(with: reads.positive) {
      expect(other.stratum <= own.stratum, "\(reader.id) reads what \(maker.id) makes, in a lower stratum")
    }
    let matched = reads.all.filter { !$0.contains("/") }
    guard !made.isDisjoint(with: matched), own.stratum == other.stratum else { return }
    let isInCycle = cycles.keys.contains { $0.contains(reader.id) && $0.contains(maker.id) }
    expect(other.group < own.group || other == own && isInCycle, "\(reader.id) reads what \(maker.id) makes, in no later group")
  }

  // MARK: Cycles

  /// Checks a cycle: no truth of it moves or corrects a fact that the cycle reads, and the identities of its facts get no new
  /// values.
  private mutating func checkCycle(_ ids: [String], _ bounded: JSONValue?) {
    let members = truths.filter { ids.contains($0.id) }
    let read = members.reduce(into: Set<String>()) { $0.formUnion(reads[$1.id]?.all ?? []) }.filter { !$0.contains("/") }
    let made = members.reduce(into: Set<String>()) { $0.formUnion(vocab.produced(by: $1)) }
    var claims: [String: Set<String>] = [:]
    for member in bounded?.objectValue?.members ?? [] { claims[member.name.string] = Set(Self.names(member.value)) }
    for truth in members {
      expect(truth.body.moves.isEmpty, "\(truth.id) moves something in a cycle")
      for case .fact(let output) in truth.body.produces.map(\.kind) {
        guard let type = vocab.factType(output.type.text), read.contains(type.name) else { continue }
        expect(!output.isCorrection, "\(truth.id) corrects \(type.name), which its cycle reads")
        let claimed = claims[type.name] ?? []
        let identity = type.key.isEmpty ? type.fields.map(\.name) : type.key
        expect(claimed.isSuperset(of: identity), "the cycle of \(truth.id) does not bound what identifies \(type.name)")
        for field in claimed.sorted() where !output.isCorrection {
          let origin = origin(of: field, output, truth)
          expect(origin.isBounded(claims, made), "\(truth.id) brings new values into \(type.name).\(field)")
        }
      }
    }
  }

  /// The source of a field's value.
  private enum Origin {
    /// A value that is equal for all facts.
    case constant
    /// A field of a fact that is matched.
    case copied(String, String)
    case workedOut

    /// Whether a cycle brings no new value in.
    func isBounded(_ claims: [String: Set<String>], _ made: Set<String>) -> Bool {
      switch self {
      case .constant: true
      case .copied(let type, let field): !made.contains(type) || claims[type]?.contains(field) ?? false
      case .workedOut: false
      }
    }
  }

  private func origin(of field: String, _ output: FactOutput, _ truth: Vocab.Truth) -> Origin {
    let scope = Firing.emptyScope(truth, vocab)
    if let written = output.fields.first(where: { $0.name.text == field }) {
      return origin(written.value, output.loop?.variable.text, scope, truth)
    }
    if scope.triggerTypes[field] != nil { return matched(field, truth) }
    if let binding = scope.lets[field] { return origin(binding, nil, scope, truth) }
    return output.loop == nil ? .constant : .workedOut
  }

  private func matched(_ field: String, _ truth: Vocab.Truth) -> Origin {
    let types = truth.body.matches.compactMap { vocab.factType($0.type.text) }
    return types.first { $0.field(field) != nil }.map { .copied($0.name, field) } ?? .workedOut
  }

  private func origin(_ value: ValueSyntax, _ variable: String?, _ scope: Scope, _ truth: Vocab.Truth) -> Origin {
    switch value.kind {
    case .missing: return .constant
    case .text(let text): return isConstant(text) ? .constant : .workedOut
    case .list, .record: return .workedOut
    case .expression(let expr): return origin(expr, variable, scope, truth)
    }
  }

  private func isConstant(_ text: TextLiteral) -> Bool {
    text.parts.allSatisfy { part in
      if case .interpolation = part { return false }
      return true
    }
  }

  private func origin(_ expr: Expr, _ variable: String?, _ scope: Scope, _ truth: Vocab.Truth) -> Origin {
    switch expr.kind {
    case .number, .percent, .boolean: return .constant
    case .negate(let operand): if case .number = operand.kind { return .constant }
    case .text(let text): if isConstant(text) { return .constant }
    default: break
    }
    guard let path = Evaluator.Path(expr), path.words[0] != variable else { return .workedOut }
    switch evaluator.meaning(path, scope) {
    case .variable(let name, let members):
      guard members.count == 1, let type = truth.body.matches.first(where: { $0.variable?.text == name })?.type.text else {
        return .workedOut
      }
      return .copied(vocab.factType(type)?.name ?? type, members[0])
    case .field(let name, let members): return members.isEmpty ? matched(name, truth) : .workedOut
    case .binding(let name, let members):
      return members.isEmpty ? scope.lets[name].map { origin($0, nil, scope, truth) } ?? .workedOut : .workedOut
    case .policy: return .constant
    // Other names are values of an enum, or belong to the run.
    case .builtIn(let words): return ["now", "actor", "proposal"].contains(words[0]) ? .workedOut : .constant
    default: return .workedOut
    }
  }

  // MARK: Moves

  /// The transitions that are listed are those that truths on facts make, and each leads to a later state.
  private mutating func checkMoves(_ json: JSONValue?) {
    var listed: Set<[String]> = []
    for moves in json?.arrayValue ?? [] {
      let (lifecycle, order) = (moves["lifecycle"]?.stringValue ?? "", Self.names(moves["order"]))
      for transition in moves["transitions"]?.arrayValue ?? [] {
        let (from, to) = (transition["from"]?.stringValue ?? "", transition["to"]?.stringValue ?? "")
        let (left, entered) = (order.firstIndex(of: from) ?? .max, order.firstIndex(of: to) ?? .min)
        expect(left < entered, "\(lifecycle): \(from) → \(to) leads to no later state")
        for truth in Self.names(transition["truths"]) { listed.insert([lifecycle, from, to, truth]) }
      }
    }
    var made: Set<[String]> = []
    for truth in truths {
      let reader = MoveReader(evaluator, Firing.emptyScope(truth, vocab))
      for move in truth.body.moves {
        guard let (name, _) = reader.lifecycle(move) else { continue }
        var left = vocab.left(by: move.chain, of: name)
        for state in move.chain.states.dropFirst().map(\.text) {
          for from in left { made.insert([name, from, state, truth.id]) }
          left = [state]
        }
      }
    }
    expect(listed == made, "other transitions are listed than truths on facts make")
  }
}
