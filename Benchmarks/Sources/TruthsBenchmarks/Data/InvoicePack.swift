import Truths

/// The contract's invoice truth with its vocabulary: once, or many times with an intent and a threshold each.
enum InvoicePack {
  /// The only truth, as in the contract except for the approval, which the workload keeps as a fact of the invoice.
  static var files: [SourceText] {
    [
      file("money", vocabulary + policy + customers + intent("create_invoice")),
      file("money.invoice.creation", truth("invoice_creation", intent: "create_invoice", threshold: "approval_threshold")),
    ]
  }

  /// Returns the only truth, and a number of truths on facts that record events. One of them fires for every invoice, and the
  /// others never fire for proposals of the workload.
  static func audited(_ count: Int) -> [SourceText] {
    files
      + (0..<count).map { number in
        let (fact, key) = number == 0 ? ("invoice.created", "invoice_id") : ("parcel_\(number).sent", "parcel_id")
        let sent = number == 0 ? "" : Self.fact(fact, key: key, isExternal: true)
        return file("money.audit_\(number)", sent + audit(number, of: fact, key: key))
      }
  }

  /// Returns a number of truths, each in a file. Truth k decides about `intent_<k>`, from 1000 + k on.
  static func files(_ count: Int) -> [SourceText] {
    [file("money", vocabulary + customers)]
      + (0..<count).map { number in
        let intent = "intent_\(number)"
        let truth = truth("invoice_creation_\(number)", intent: intent, threshold: "\(1000 + number)")
        return file("money.invoice.creation_\(number)", Self.intent(intent) + truth)
      }
  }

  /// Returns a number of truths, each in a file, without findings: they also require the fields that the workload always sends.
  static func cleanFiles(_ count: Int) -> [SourceText] {
    [file("money", vocabulary)] + (0..<count).map { cleanFile($0, threshold: 1000 + $0) }
  }

  /// One of ``cleanFiles(_:)``.
  static func cleanFile(_ number: Int, threshold: Int) -> SourceText {
    let intent = "intent_\(number)"
    let truth = truth(
      "invoice_creation_\(number)", intent: intent, threshold: "\(threshold)",
      identity: "    - invoice_id exists\n    - period_id exists\n")
    return file("money.invoice.creation_\(number)", Self.intent(intent) + truth)
  }

  private static func file(_ stem: String, _ text: String) -> SourceText {
    SourceText(path: "truths/money/\(stem).truths", bytes: Array(text.utf8))
  }

  private static func truth(_ name: String, intent: String, threshold: String, identity: String = "") -> String {
    """
    truth \(name):
      when:
        - intent: \(intent)
        - pack: money
      requires:
        - customer_id exists
        - line_items not empty
        - amount > 0
    \(identity)\
      invariants:
        - amount > \(threshold) and invoice.approved missing → requires_approval
        - period.closed → reject("Period is closed")
      produces:
        - fact.invoice.created
        - trace.invoice.creation

    """
  }

  private static func fact(_ name: String, key: String, isExternal: Bool) -> String {
    """
    fact \(name):
      key: [\(key)]
    \(isExternal ? "  external: true\n" : "")\
      fields:
        \(key): text


    """
  }

  private static func audit(_ number: Int, of noted: String, key: String) -> String {
    fact("audit_\(number).noted", key: key, isExternal: false)
      + """
      truth audit_\(number):
        when:
          - fact: \(noted) as noted
        produces:
          - fact.audit_\(number).noted:
              \(key): noted.\(key)
          - trace.money.audit

      """
  }

  private static func intent(_ name: String) -> String {
    """
    intent \(name):
      fields:
        invoice_id: text
        customer_id: text
        period_id: text
        amount: decimal
        line_items: list of line_item


    """
  }

  private static let policy = """
    policy approval_threshold:
      type: decimal
      default: 1000


    """

  private static let customers = """
    fact customer.created:
      key: [customer_id]
      external: true
      fields:
        customer_id: text


    """

  private static let vocabulary = """
    pack money:
      version: 1.0.0

    record line_item:
      fields:
        sku: text
        qty: integer
        price: decimal

    fact period.closed:
      key: [period_id]
      external: true
      immutable: true
      fields:
        period_id: text

    fact invoice.approved:
      key: [invoice_id]
      external: true
      fields:
        invoice_id: text

    fact invoice.created:
      key: [invoice_id]
      fields:
        invoice_id: text
        customer_id: text
        amount: decimal
        period_id: text


    """
}
