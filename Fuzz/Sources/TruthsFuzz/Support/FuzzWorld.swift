import Truths
import TruthsCheck
import TruthsProgram

/// The small truth set that data is read against: of everything the language has one, so that data can touch each, and no more,
/// so that an input takes little time.
enum FuzzWorld {
  static let set = Loader.load([(path, Array(text.utf8))])

  static let workspace = Workspace(truths: [SourceText(path: path, bytes: Array(text.utf8))])

  static let path = "truths/money/money.truths"

  static let text =
    vocabulary + truths + """

      lifecycle bill:
        key: [invoice_id]
        initial: draft
        transitions:
          - draft → sent → paid
          - any → void
        terminal: [paid, void]

      table discount:
        inputs:
          amount: decimal
        output: decimal
        rows:
          - amount < 100 → 0
          - amount < 1000 → 5
          - otherwise → 10

      truth sending:
        when:
          - intent: send_invoice
        requires:
          - invoice_id exists
        moves:
          - bill: draft → sent
        produces:
          - trace.money.sending

      """

  private static let vocabulary = """
    pack money:
      version: 1.0.0

    policy approval_threshold:
      type: decimal
      default: 1000

    enum channel: [post, email]

    record line:
      fields:
        sku: text
        quantity: integer

    fact period.closed:
      key: [period_id]
      external: true
      fields:
        period_id: text

    fact period.noted:
      key: [period_id]
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
        due: date
        channel: channel
        line_items: list of line

    intent send_invoice:
      consent: explicit
      fields:
        invoice_id: text


    """

  private static let truths = """
    truth invoice_creation:
      id: money.invoice.creation
      when:
        - intent: create_invoice
        - pack: money
      let:
        total: sum(l.quantity for l in line_items)
      requires:
        - invoice_id exists
        - customer_id exists
        - amount > 0
      invariants:
        - amount > approval_threshold → requires_approval
        - period.closed → reject("Period {period_id} is closed")
        - total > 100 → warn("{total} pieces")
        - due exists and due < "2024-01-01" → reject("It is due too early")
        - discount(amount) > 7 → warn("A large discount")
      moves:
        - bill: start → draft
      produces:
        - fact.invoice.created
        - trace.invoice.creation

    truth noting:
      when:
        - fact: period.closed as c
      produces:
        - fact.period.noted:
            period_id: c.period_id
        - trace.money.noting

    """
}
