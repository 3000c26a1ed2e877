import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRendering
import TruthsRuntime
import TruthsText

/// Reports which proposals can be split over several ledgers by a field, so that together these decide as a single ledger
/// would.
public struct Partition: Sendable {
  /// The field's name in clauses.
  public let field: String
  /// The intents in the order of packs and names, without those of the built-in pack.
  public let intents: [Intent]
  /// Reads and writes that cross ledgers, in order of location; each location once, whichever intents it concerns.
  public let findings: Findings
  private let truths: String

  /// The result for the proposals of one intent.
  public struct Intent: Sendable {
    /// The name with its pack, `shop.place_order`.
    public let name: String
    /// The result: whether the intent's proposals can be split.
    public let outcome: Outcome
    /// The field's name in a proposal; `nil` if the intent does not have the field.
    public let member: String?
    /// Fact types that the intent's truths read or write.
    public let facts: [Fact]
    /// Fact types that the intent shares with intents whose proposals are not split, if one of these intents writes them.
    public let shares: [Share]
    /// Reads and writes that cross ledgers.
    public let findings: [Finding]
  }

  /// The answer to whether the proposals of an intent can be split.
  public enum Outcome: String, Sendable {
    /// The proposals read and write only facts with their own value of the field, and facts that no split proposal writes.
    case pinned
    /// The proposals also read or write facts with other values of the field.
    case further
    /// The proposals do not have the field.
    case absent
  }

  /// A fact type that is read or written.
  public struct Fact: Sendable {
    /// The name, `order.placed`.
    public let name: String
    /// The distribution of the type's facts over the ledgers.
    public let use: Use
    /// The field that determines a fact's ledger; `nil` if no field does.
    public let column: String?

    /// The distribution of a type's facts over the ledgers.
    public enum Use: String, Sendable {
      /// No proposal that has the field writes such facts, and each ledger has all of them.
      case reference
      /// Each ledger has the facts with its own values of the field.
      case partitioned
      /// Proposals with different values may write the same fact.
      case shared
    }
  }

  /// A fact type shared with intents whose proposals are not split.
  public struct Share: Sendable {
    /// The fact type's name.
    public let fact: String
    /// Names of the intents that share the type, with their packs.
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
  /// Maximum number of locations listed for an intent.
  private static let shown = 3

  /// Returns the report for people: accesses that cross ledgers, with their source, then a line for each intent.
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

  /// Returns the first locations that cross ledgers, one per line, and the number of further ones.
  private func reaches(of intent: Intent) -> [String] {
    var locations: [String] = []
    for finding in intent.findings {
      let place = "\(finding.code) \(visible(finding.place.path)):\(finding.place.line):\(finding.place.column)"
      if !locations.contains(place) { locations.append(place) }
    }
    let more = locations.count - Self.shown
    return locations.prefix(Self.shown).map { "reaches further: \($0)" }
      + (more > 0 ? ["… and \(counted(more, "other place"))"] : [])
  }

  /// The report as JSON (partitions §4).
  public var json: String { JSONValue.object(Self.record.object(of: self)).lines }
}

extension Partition {
  /// The shape of ``json``.
  static let shape = record.shape

  private static let record = JSONRecord<Partition>([
    .required("field", .text, "The field by which proposals are split.") { $0.field },
    .required("truths", .hash, "The truths hash.") { $0.truths },
    .required("intents", listOf: intent, "The intents, sorted by pack and name.") { $0.intents },
    .required("findings", Findings.shape, "The places that reach beyond one ledger, each listed once.") { $0.findings.jsonValue },
  ])

  private static let intent = JSONRecord<Intent>([
    .required("intent", .text, "The intent, with its pack.") { $0.name },
    .required("outcome", .words(["pinned", "further", "absent"]), "Whether the intent's proposals can be split.") {
      $0.outcome.rawValue
    },
    .optional("member", .text, "The field in a proposal. It is left out if the intent does not have the field.") { $0.member },
    .required("facts", listOf: fact, "The facts that the intent's truths read and write.") { $0.facts },
    .required("shares", listOf: share, "The facts that the intent shares with intents whose proposals are not split.") {
      $0.shares
    },
    .required("further", listOf: finding, "The places that reach beyond one ledger.") { $0.findings },
  ])

  private static let fact = JSONRecord<Fact>([
    .required("fact", .text, "The type of the facts.") { $0.name },
    .required("use", .words(["reference", "partitioned", "shared"]), "How the facts are spread over the ledgers.") {
      $0.use.rawValue
    },
    .optional("by", .text, "The field whose value decides to which ledger a fact belongs.") { $0.column },
  ])

  private static let share = JSONRecord<Share>([
    .required("fact", .text, "The type of the facts.") { $0.fact },
    .required("intents", .list(.text), "Intents whose proposals are not split.") { $0.intents },
  ])

  private static let finding = JSONRecord<Finding>([
    .required("code", .text, "The code of the finding.") { $0.code },
    .required("message", .text, "The read or write that reaches beyond one ledger.") { $0.message },
    .required("file", .text, "The file.") { $0.place.path },
    .required("line", .count(from: 1), "The line, from 1.") { $0.place.line },
    .required("column", .count(from: 1), "The column, from 1.") { $0.place.column },
  ])
}

extension Workspace {
  /// Reports whether the proposals of each intent can be split over several ledgers by a field (partitions §1).
  ///
  /// - Parameter field: a field of the intents, by its name in clauses.
  /// - Returns: `nil` where no intent has the field.
  /// - Throws: the findings of a set with errors.
  /// - Complexity: at most O(fact types · size of the set).
  public func partition(by field: String) throws(Findings) -> Partition? {
    let procedure = try procedure()
    guard fieldNames.contains(field) else { return nil }
    return Partition(Partitioning(loaded.program, by: field), by: field, of: loaded, truths: procedure.truthsHash)
  }

  /// The distinct names of the intents' fields, sorted.
  package var fieldNames: [String] {
    Set(loaded.program.intents.filter { !$0.isBuiltIn }.flatMap(\.fields).map(\.name)).sorted { Text($0) < Text($1) }
  }
}
