import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRendering
import TruthsRuntime
import TruthsText

/// Which proposals can be split over several ledgers by one of their fields, so that each ledger decides as one ledger for all
/// would.
public struct Partition: Sendable {
  /// The field, by its name in clauses.
  public let field: String
  /// In the order of packs and names, without those of the built-in pack.
  public let intents: [Intent]
  /// What reaches further, in order of place; each place once, whichever intents it concerns.
  public let findings: Findings
  private let truths: String

  /// What is known of the proposals of one intent.
  public struct Intent: Sendable {
    /// With its pack, `shop.place_order`.
    public let name: String
    /// Whether its proposals can be split.
    public let outcome: Outcome
    /// What the field is called in a proposal; `nil` where the intent does not have it.
    public let member: String?
    /// Fact types that its truths read or write, by name.
    public let facts: [Fact]
    /// What it shares with intents whose proposals are not split, and which one of both writes.
    public let shares: [Share]
    /// What reaches further.
    public let findings: [Finding]
  }

  /// Whether the proposals of an intent can be split.
  public enum Outcome: String, Sendable {
    /// They read and write facts of their own value of the field, and facts that no split proposal writes.
    case pinned
    /// They read or write facts of other values too.
    case further
    /// They do not have the field.
    case absent
  }

  /// A fact type that is read or written.
  public struct Fact: Sendable {
    /// Its name, `order.placed`.
    public let name: String
    /// How its facts are spread over the ledgers.
    public let use: Use
    /// The field that says to which ledger a fact belongs; `nil` where nothing does.
    public let column: String?

    /// How the facts of a type are spread over the ledgers.
    public enum Use: String, Sendable {
      /// No proposal that has the field writes them, and each ledger has all of them.
      case reference
      /// Each ledger has those of its own values.
      case partitioned
      /// Proposals of several values may write the same one.
      case shared
    }
  }

  /// A fact type that intents whose proposals are not split have to do with.
  public struct Share: Sendable {
    /// Its name.
    public let fact: String
    /// Those intents, with their packs.
    public let intents: [String]
  }

  init(_ partitioning: Partitioning, by field: String, of loaded: LoadedSet, truths: String) {
    let program = loaded.program
    func name(_ intent: Int) -> String { "\(program.intents[intent].pack).\(program.intents[intent].name)" }
    self.field = field
    self.truths = truths
    findings = Findings(partitioning.verdicts.flatMap(\.diagnostics), in: loaded.sources)
    intents = partitioning.verdicts.map { verdict in
      let facts = verdict.facts.filter { !program.facts[$0].isBuiltIn }.map { fact in
        let type = program.facts[fact]
        let column = partitioning.column(of: fact).map { type.fields[$0].name }
        return Fact(
          name: type.name, use: !partitioning.isWritten(fact) ? .reference : column == nil ? .shared : .partitioned,
          column: column)
      }
      return Intent(
        name: name(verdict.intent), outcome: verdict.field == nil ? .absent : verdict.isPinned ? .pinned : .further,
        member: verdict.field.map { program.intents[verdict.intent].fields[$0].jsonName }, facts: facts,
        shares: verdict.shares.map { Share(fact: program.facts[$0.fact].name, intents: $0.intents.map(name)) },
        findings: Findings(verdict.diagnostics, in: loaded.sources).all)
    }
  }
}

extension Partition {
  /// Places that are listed of an intent.
  private static let shown = 3

  /// The report for people: what reaches further, with its source, then a line for each intent.
  public func text(isColored: Bool = false) -> String {
    let rows = intents.flatMap { intent in lines(of: intent).enumerated().map { ($0.offset == 0 ? intent.name : "", $0.element) }
    }
    let table = ExplanationText.table(rows.map { (name: $0.0, value: $0.1) }, indent: 0).map { $0 + "\n" }.joined()
    let report = findings.text(isColored: isColored)
    return report.isEmpty ? table : report + "\n" + table
  }

  private func lines(of intent: Intent) -> [String] {
    switch intent.outcome {
    case .absent: ["has no field \(field)"]
    case .further: reaches(of: intent)
    case .pinned:
      ["pinned to \(field)"] + intent.shares.map { "shares \($0.fact) with \(ExplanationText.joined($0.intents))" }
    }
  }

  /// The first places that reach further, a line each, and how many more there are.
  private func reaches(of intent: Intent) -> [String] {
    var places: [String] = []
    for finding in intent.findings {
      let place = "\(finding.code) \(visible(finding.place.path)):\(finding.place.line):\(finding.place.column)"
      if !places.contains(place) { places.append(place) }
    }
    let more = places.count - Self.shown
    return places.prefix(Self.shown).map { "reaches further: \($0)" }
      + (more > 0 ? ["… and \(counted(more, "other place"))"] : [])
  }

  /// The same as JSON (partitions §4).
  public var json: String { JSONValue.object(Self.record.object(of: self)).lines }
}

extension Partition {
  /// Of ``json``.
  static let shape = record.shape

  private static let record = JSONRecord<Partition>([
    .required("field", .text, "The field by which proposals are split.") { $0.field },
    .required("truths", .hash, "The truths hash.") { $0.truths },
    .required("intents", listOf: intent, "By pack and name.") { $0.intents },
    .required("findings", Findings.shape, "What reaches further, each place once.") { $0.findings.jsonValue },
  ])

  private static let intent = JSONRecord<Intent>([
    .required("intent", .text, "With its pack.") { $0.name },
    .required("outcome", .words(["pinned", "further", "absent"]), "Whether its proposals can be split.") {
      $0.outcome.rawValue
    },
    .optional("member", .text, "The field in a proposal; left out where the intent does not have it.") { $0.member },
    .required("facts", listOf: fact, "What its truths read and write.") { $0.facts },
    .required("shares", listOf: share, "What it shares with intents whose proposals are not split.") { $0.shares },
    .required("further", listOf: finding, "What reaches further.") { $0.findings },
  ])

  private static let fact = JSONRecord<Fact>([
    .required("fact", .text, "The type of the facts.") { $0.name },
    .required("use", .words(["reference", "partitioned", "shared"]), "How they are spread over the ledgers.") {
      $0.use.rawValue
    },
    .optional("by", .text, "The field that tells the ledger of a fact.") { $0.column },
  ])

  private static let share = JSONRecord<Share>([
    .required("fact", .text, "The type of the facts.") { $0.fact },
    .required("intents", .list(.text), "Intents whose proposals are not split.") { $0.intents },
  ])

  private static let finding = JSONRecord<Finding>([
    .required("code", .text, "The code of the finding.") { $0.code },
    .required("message", .text, "What reaches further.") { $0.message },
    .required("file", .text, "The file of its place.") { $0.place.path },
    .required("line", .count(from: 1), "From 1.") { $0.place.line },
    .required("column", .count(from: 1), "From 1.") { $0.place.column },
  ])
}

extension Workspace {
  /// Whether the proposals of each intent can be split over several ledgers by a field (partitions §1).
  ///
  /// - Parameter field: of the intents, by its name in clauses.
  /// - Returns: `nil` where no intent has it.
  /// - Throws: the findings of a set with errors.
  /// - Complexity: O(types of facts · size of the set) at most.
  public func partition(by field: String) throws(Findings) -> Partition? {
    let procedure = try procedure()
    guard fieldNames.contains(field) else { return nil }
    return Partition(Partitioning(loaded.program, by: field), by: field, of: loaded, truths: procedure.truthsHash)
  }

  /// The names of the fields that intents have, in order, each once.
  package var fieldNames: [String] {
    Set(loaded.program.intents.filter { !$0.isBuiltIn }.flatMap(\.fields).map(\.name)).sorted { Text($0) < Text($1) }
  }
}
