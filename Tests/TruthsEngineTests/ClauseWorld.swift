import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// One clause over one intent with a field of every type, evaluated for given fields and facts.
struct ClauseWorld {
  /// The result of a clause as a requirement.
  enum Answer: Equatable {
    case holds, fails, unknown
    /// The clause does not check.
    case fault([String])
  }

  static let vocabulary = """
    pack demo:
      version: 1.0.0

    policy limit:
      type: decimal
      default: 10

    policy closing_days:
      type: list of date
      default: ["2024-01-04"]

    calendar office:
      weekend: [saturday, sunday]
      holidays: [2024-01-01, 12-25, closing_days]

    enum colour: [red, green, "deep blue"]

    enum home: [CA, NY, tx]

    enum place: ["Europe/Berlin", "Asia/Kathmandu"]

    enum size:
      ordered: [small, medium, large]

    enum money: [EUR, USD, gbp]

    enum coin: [EUR, CHF]

    record bill:
      fields:
        net: decimal in currency
        currency: money
        fee: decimal in fee_currency = 0
        fee_currency: money?
        parts: list of decimal in currency = []

    fact rate.set:
      key: [net, currency]
      external: true
      fields:
        net: decimal in currency
        currency: money
        fee: decimal in currency
        left: money?
        rest: decimal in left

    function half:
      inputs:
        x: decimal in c
        c: money
      output: decimal in c
      value: x / 2

    function flat:
      inputs:
        c: money
      output: decimal in c
      value: 5

    table tier:
      inputs:
        x: decimal in c
        c: money
      outputs:
        fee: decimal in of
        of: money
      rows:
        - x > 10 → fee = x / 10, of = c
        - otherwise → fee = 1, of = c

    record item:
      fields:
        sku: text
        quantity: integer
        price: decimal
        note: text?

    fact journey.booked:
      key: [id]
      external: true
      fields:
        id: text
        seats: integer

    fact thing.made:
      key: [id]
      external: true
      fields:
        id: text
        weight: decimal
        colour: colour
        tag: text?

    fact alarm.raised:
      external: true
      fields:
        level: integer

    lifecycle journey:
      key: [id]
      external: true
      initial: planned
      transitions:
        - planned → begun → ended
      terminal: [ended]

    intent act:
      fields:
        id: text
        other: text
        n: integer
        m: integer
        d: decimal
        e: decimal
        b: boolean
        c: boolean
        s: size
        hue: colour
        on: date
        at: timestamp
        span: duration
        until: date
        length: period
        other_length: period
        early: time
        late: time
        spot: place
        home: home
        spans: list of duration
        periods: list of period
        tags: list of text
        nums: list of decimal
        items: list of item
        labels: map of text
        limits: map of decimal
        boxes: map of item
        nests: map of list of integer
        blob: json
        net: decimal in currency
        currency: money
        cash: decimal in coin
        coin: coin
        price: decimal in chf
        sums: list of decimal in currency
        bills: list of bill


    """

  /// Evaluates `clause` with the intent's fields of a JSON object and facts in short form.
  static func evaluate(
    _ clause: String, fields: String = "{}", facts: [String] = [], lets: [String] = []
  ) throws -> Answer {
    let quoted = clause.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    let text =
      vocabulary + """
        truth acting:
          when:
            - intent: act
        \(lets.isEmpty ? "" : "  let:\n" + lets.map { "    \($0)\n" }.joined())  requires:
            - '\(quoted)'
          produces:
            - trace.acting

        """
    let loaded = Loader.load([(path: "truths/demo/demo.truths", bytes: Array(text.utf8))])
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { return .fault(errors.map { "\($0.code): \($0.message)" }) }
    return try evaluate(loaded.program, fields: fields, facts: facts)
  }

  private static func evaluate(_ program: Program, fields: String, facts: [String]) throws -> Answer {
    let engine = Engine(program: program, lookUpThreshold: 1)
    var store = engine.emptyStore
    for (index, fact) in facts.enumerated() {
      let typed = try FactReader(program: program).read(read(fact)).get()
      let entry = EntryReference(id: "e\(index)", sequence: index + 1, timestamp: .epoch, truthID: nil, actor: [:])
      store.append(FactRecord(type: typed.type, fields: typed.fields, entry: entry))
    }
    guard let intent = program.intents.firstIndex(where: { $0.name == "act" }) else { return .fault(["no intent"]) }
    var decoder = ValueDecoder(program: program)
    let json = try read(fields)
    let values = decoder.fields(
      json.members ?? [], as: program.intents[intent].fields, of: "act", path: "", at: json.span, requiresAll: false)
    guard decoder.faults.isEmpty else { return .fault(decoder.faults.reported.map(\.text)) }
    let environment = Environment([.now: .timestamp(Timestamp(text: "2024-03-01T12:00:00Z") ?? .epoch)])
    let proposal = TypedProposal(intent: intent, fields: values, pack: nil, environment: environment)
    let evaluation = engine.evaluate(proposal, store: store)
    let clauses = evaluation.truths.flatMap(\.clauses)
    switch clauses.first?.result {
    case .holds, .notApplicable: return .holds
    case .violated: return .fails
    case .unknown: return .unknown
    case nil: return .fault(["nothing was read"])
    }
  }

  static func read(_ text: String) throws -> LocatedJSON {
    try JSONReader.read(SourceFile(id: FileID(0), path: "test.json", bytes: Array(text.utf8))).get()
  }
}
