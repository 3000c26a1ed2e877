import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// A place at which a proposal reads or writes facts that may belong to another partition.
struct PartitionReach: Hashable {
  var span: Span
  var kind: Kind

  enum Kind: Hashable {
    case reads(Int, Way)
    case writes(Int)
    case views(Int)
    /// An invariant over the state that relates several facts.
    case together
    /// An invariant over the state that reads the proposal, its actor or the time.
    case environment
    /// Partitioned facts determine who may answer a request.
    case authorities
    /// An invariant over the state that does not halt, so that it can stay broken.
    case lasting
    /// A truth on facts whose results change as time passes.
    case moment
    /// Facts that follow from a ``moment`` truth.
    case timed(Int)
    case sequence
    case entry(Int?)
    /// Records of the runs of proposals, read for other proposals.
    case record(Int)
    /// Facts that follow from a request for approval.
    case requests
    /// A field of an intent whose type cannot be a partition key.
    case field
  }

  /// The way in which facts are read.
  enum Way: Hashable {
    /// A look-up, with each key as it is written.
    case lookUp([String])
    /// A loop, with the expression as it is written.
    case loop(String?)
    case match
    case presence
  }
}

extension PartitionReach {
  var isWrite: Bool { if case .writes = kind { true } else { false } }

  /// Returns the finding to report.
  ///
  /// - Parameters:
  ///   - columns: the field that contains the key, by fact type.
  ///   - field: the field of the proposal by which proposals are partitioned.
  func diagnostic(_ program: Program, _ columns: [Int: KeyColumn], by field: String) -> Diagnostic {
    switch kind {
    case .reads(let type, let access):
      let fact = program.facts[type]
      guard let column = columns[type].map({ fact.fields[$0.field].name }) else {
        return ReachesFurther.unkeyed(Self.name(fact), by: field, at: span, declared: fact.span)
      }
      let key = columns[type]?.tag == .field ? field : column
      switch access {
      case .lookUp(let keys):
        return ReachesFurther.lookUp(Self.name(fact), keys: keys, column: column, by: key, at: span, declared: fact.span)
      case .loop(let text):
        let variable = text.flatMap { Self.variable(of: Self.name(fact), in: $0) }
        return ReachesFurther.loop(
          Self.name(fact), variable: variable, column: column, by: key, at: span, declared: fact.span)
      case .match: return ReachesFurther.match(Self.name(fact), column: column, at: span, declared: fact.span)
      case .presence: return ReachesFurther.presence(Self.name(fact), column: column, by: key, at: span, declared: fact.span)
      }
    case .writes(let type):
      let fact = program.facts[type]
      let key =
        fact.lifecycle.map { program.lifecycles[$0].key.map(\.name) }
        ?? (fact.key.isEmpty ? Array(fact.fields.indices) : fact.key).map { fact.fields[$0].name }
      let column = columns[type].map { fact.fields[$0.field].name }
      return ReachesFurther.write(Self.name(fact), key: key, column: column, by: field, at: span, declared: fact.span)
    case .views(let type):
      let view = program.facts[type]
      return ReachesFurther.view(view.name, key: view.key.map { view.fields[$0].name }, by: field, at: span, declared: view.span)
    case .together: return ReachesFurther.together(by: field, at: span)
    case .environment: return ReachesFurther.environment(at: span)
    case .authorities: return ReachesFurther.authorities(by: field, at: span)
    case .lasting: return ReachesFurther.lasting(by: field, at: span)
    case .moment: return ReachesFurther.moment(at: span)
    case .timed(let type): return ReachesFurther.timed(Self.name(program.facts[type]), at: span)
    case .sequence: return ReachesFurther.sequence(at: span)
    case .entry(let type): return ReachesFurther.entry(type.map { program.facts[$0].name }, at: span)
    case .record(let type): return ReachesFurther.record(program.facts[type].name, by: field, at: span)
    case .requests: return ReachesFurther.requests(at: span)
    case .field: return ReachesFurther.field(field, at: span)
    }
  }

  /// Returns the name by which clauses read a fact type. The history of a lifecycle has the name of the lifecycle.
  private static func name(_ fact: FactType) -> String {
    fact.lifecycle == nil ? fact.name : String(fact.name.dropLast(".entered".count))
  }

  /// Returns the variable of a loop over facts of a type, as it is written.
  private static func variable(of type: String, in text: String) -> String? {
    let words = text.split { " (),[]".contains($0) }
    let place = words.indices.dropFirst(2).first { place in
      words[place - 1] == "in" && (words[place] == type || words[place].hasSuffix(".\(type)"))
    }
    return place.map { String(words[$0 - 2]) }
  }
}
