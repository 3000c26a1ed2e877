import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A truth set with a context that grows, for tests that tell a story of proposals.
struct World {
  let procedure: RunProcedure
  var context: Context

  /// - Parameters:
  ///   - packs: file name and text, `money.truths`.
  ///   - language: the version of the language that it decides by.
  init(
    _ packs: [(String, String)] = [("money.truths", World.money)], facts: [String] = [], language: LanguageVersion = .current
  ) throws {
    let files = packs.map { name, text in
      (path: "truths/\(name.prefix { $0 != "." })/\(name)", bytes: Array(text.utf8))
    }
    let loaded = Loader.load(files)
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw BadData(errors) }
    procedure = RunProcedure(program: loaded.program, language: language)
    context = try procedure.context(from: World.entries(facts))
  }

  private init(procedure: RunProcedure, context: Context) {
    self.procedure = procedure
    self.context = context
  }

  /// Returns the world with its ledger and rules, under another version of the language.
  func speaking(_ language: LanguageVersion) -> World {
    let procedure = procedure.speaking(language)
    return World(procedure: procedure, context: procedure.context(rereading: context))
  }

  /// Proposes, and keeps the entries of the run.
  mutating func propose(_ json: String, now: String? = nil, budget: Budget = .standard) throws -> RunOutcome {
    let request = RunRequest(proposal: try World.json(json), now: now.flatMap { Timestamp(text: $0) }, budget: budget)
    let outcome = try procedure.run(request, on: context)
    context = outcome.context
    return outcome
  }

  /// A vocabulary and the contract's truth (§9.2), with an approval, a consent and a break-glass case beside it.
  static let money = """
    pack money:
      version: 1.0.0

    policy approval_threshold:
      type: decimal
      default: 1000

    fact period.closed:
      key: [period_id]
      external: true
      fields:
        period_id: text

    fact invoice.created:
      key: [invoice_id]
      fields:
        invoice_id: text
        customer_id: text
        amount: decimal

    intent create_invoice:
      fields:
        invoice_id: text
        customer_id: text
        period_id: text
        amount: decimal
        line_items: list of text

    truth invoice_creation:
      id: money.invoice.creation
      when:
        - intent: create_invoice
        - pack: money
      requires:
        - invoice_id exists
        - period_id exists
        - customer_id exists
        - line_items not empty
        - amount > 0
      invariants:
        - amount > approval_threshold → requires_approval
        - period.closed → reject("Period is closed")
      produces:
        - fact.invoice.created
        - trace.invoice.creation

    """
}

extension World {
  /// One JSON text, read.
  static func json(_ text: String) throws -> LocatedJSON {
    try JSONReader.read(SourceFile(id: FileID(0), path: "test.json", bytes: Array(text.utf8))).get()
  }

  /// Facts in short form, as a context file would hold them.
  static func entries(_ facts: [String]) throws -> [ReadEntry] {
    try facts.enumerated().map { index, text in
      let payload = try json(text)
      let entry = Entry.shortForm(payload: payload.value.objectValue ?? [:], sequence: index + 1)
      return ReadEntry(entry: entry, payload: payload, isShortForm: true)
    }
  }
}

extension JSONValue {
  /// A whole number, for expectations.
  static func number(_ value: Int) -> JSONValue { .number(Decimal(value)) }
}

extension StringProtocol {
  /// The text with every occurrence of one stretch replaced.
  func replacing(_ old: String, with new: String) -> String {
    String(self).split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
