/// The pack that the samples of T81 and T82 codes run against.
let demoPack = """
  pack demo:
    version: 1.0.0

  policy limit:
    type: integer
    default: 3

  fact period.closed:
    key: [period_id]
    external: true
    fields:
      period_id: text

  fact books.closed:
    key: [period_id]
    fields:
      period_id: text

  intent close_books:
    fields:
      period_id: text
      attempts: integer

  truth closing_books:
    when:
      - intent: close_books
    requires:
      - period_id exists
      - attempts missing or attempts < limit
    invariants:
      - period.closed → reject("Period is closed")
      - books.closed → warn("The books are closed already")
    produces:
      - fact.books.closed
      - trace.books.closing

  """
