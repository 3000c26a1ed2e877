import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// The contract's own truth (§9.2) beside a vocabulary of its own.
@Suite struct ContractTests {
  static let truth = """
    # money.invoice.creation.truths
    truth invoice_creation:
      when:
        - intent: create_invoice
        - pack: money
      requires:
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

  static let vocabulary = """
    pack money:
      version: 1.0.0

    policy approval_threshold:
      type: decimal in eur
      default: 1000

    record line_item:
      fields:
        sku: text
        amount: decimal in eur

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
        amount: decimal in eur

    intent create_invoice:
      fields:
        invoice_id: text
        customer_id: text
        period_id: text
        amount: decimal in eur
        line_items: list of line_item

    """

  static let set = Loader.load([
    ("truths/money/money.invoice.creation.truths", Array(truth.utf8)),
    ("truths/money/money.truths", Array(vocabulary.utf8)),
  ])

  @Test func hasNoErrors() {
    #expect(!Self.set.diagnostics.hasErrors, "\(Self.set.diagnostics.map { "\($0.code) \($0.message)" })")
  }

  @Test func truthAndClauseHaveTheContractsIDs() throws {
    let truth = try #require(Self.set.program.truths.first { $0.pack == "money" })
    #expect(truth.id == "money.invoice.creation")
    #expect(truth.namesPack)
    #expect(truth.traces == ["invoice.creation"])
    #expect(truth.invariants.map(\.id) == ["money.invoice.creation", "money.period.closed_invariant"])
    #expect(truth.invariants.map(\.kind) == [.acceptance(nil), .structural])
    #expect(truth.invariants.map(\.violatedWhen) == [true, true])
    #expect(truth.invariants.map(\.text) == ["amount > approval_threshold", "period.closed"])
    #expect(truth.invariants[1].reason == .constant(.text("Period is closed")))
    #expect(truth.requires.map(\.text) == ["customer_id exists", "line_items not empty", "amount > 0"])
    #expect(truth.requires.map(\.position) == [0, 1, 2])
  }

  @Test func keyComesFromTheTrigger() throws {
    let program = Self.set.program
    let truth = try #require(program.truths.first { $0.pack == "money" })
    let fact = try #require(program.facts.firstIndex { $0.name == "period.closed" })
    let slot = try #require(truth.inputs.firstIndex { $0.name == "period_id" })
    #expect(truth.invariants[1].test == .present(FactKey(fact: fact, keys: [.slot(slot)], keyLabels: ["period_id"])))
    #expect(truth.invariants[1].terms.map(\.label) == ["period.closed"])
    #expect(truth.invariants[0].terms.map(\.label) == ["amount", "approval_threshold"])
  }

  @Test func producedFactCopiesTheIntentsFields() throws {
    let program = Self.set.program
    let truth = try #require(program.truths.first { $0.pack == "money" })
    let output = try #require(truth.outputs.first)
    let inputs = truth.inputs.map(\.name)
    let fields = program.facts[output.fact].fields.map(\.name)
    #expect(fields == ["invoice_id", "customer_id", "amount"])
    #expect(output.fields == fields.map { name in inputs.firstIndex(of: name).map(Node.slot) })
  }

  @Test func builtInPackIsPartOfEveryProgram() {
    let program = Self.set.program
    #expect(program.truths.map(\.id).contains("converge.approval.granting"))
    #expect(program.truths.map(\.id).contains("converge.approval.denying"))
    let intents = program.intents.filter(\.isBuiltIn).map(\.name)
    #expect(
      intents == [
        "adopt_truths", "ask_for_others", "cancel_run", "deny_approval", "give_consent", "grant_approval", "pause_run",
        "pause_session", "read_ledger", "read_sensitive", "resume_run", "resume_session", "update_budget",
      ])
    // No hash of a set covers the declarations of the built-in pack.
    #expect(!program.declarations.contains { $0.key.text.contains("converge") })
  }
}
