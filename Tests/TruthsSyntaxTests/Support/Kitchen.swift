/// A file with nearly everything in it, for tests that break files.
enum Kitchen {
  static let sink = #"""
    # truths:ignore T4012 why until 2027-01-31
    pack demo:
      version: 1.0.0
      uses: [trust]
    enum state: [draft, "3-way"]
    record line:
      open: true
      fields:
        sku: text named "S K/U" = "é→"
        tags: list of text = []
        limits: map of list of decimal? named "{\"é"
    policy limit:
      type: decimal in eur
      default: 2027-01-31
    truth t:
      when:
        - intent: [i, j]
        - if: 'a == "it''s"'
      let:
        total: sum(x.a * -x.b for x in lines where x.c by x.d desc)
        label: "a {total} \"b\" \u00e9"
      requires:
        - a > 0 else "b: c"
        - "a" in b
        - |
          some x in s
            satisfies x
        - >-
          a and

          b
        - {id: a.b, rule: a in [1, 2]}
        - id: c.d
          rule: x == "a #5"
      produces:
        - fact.a.b for x in y where z:
            c: "d {e}"
            d:
              e: 1
              f: [{g: h}]
        - trace.t
    invariant v:
      applies_to: all
      rule: p.closed(k = a) → requires_approval("Head", "x {y}")

    """#

  /// A truth with every part it may have.
  static let truth = """
    truth invoice_creation:
      id: money.invoice.making
      summary: why
      enforces: [send_invoice.1]
      when:
        - intent: [create_invoice, copy_invoice]
        - pack: money
        - if: amount > 0
      let:
        total: sum(item.quantity for item in line_items)
        label: "Invoice {invoice_id}"
      requires:
        - amount == total else "no"
      invariants:
        - id: money.invoice.unique
          rule: invoice.created → reject("exists")
      produces:
        - fact.invoice.created
        - fact.receivable.opened where not draft_only:
            due: total
            what: "text {amount}"
        - correction.line.recorded for item in line_items where item.x
        - trace.invoice.creation
        - trace
      ensures:
        - a.b.c <= d else requires_approval(finance_lead)

    """
}
