/// The samples of the contract's §9.2 and §9.3, letter for letter.
enum ContractSamples {
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

  static let job = """
    # money.invoice.jtbd
    jtbd send_invoice:
      verb: Send
      object: Invoice
      outcome: "Customer receives accurate invoice promptly"
      triggers:
        - work_completed
        - milestone_reached
      artifacts:
        - draft_invoice → sent_invoice
      guardrails:
        - must_not: send without line items
        - must_not: send to invalid email

    """
}
