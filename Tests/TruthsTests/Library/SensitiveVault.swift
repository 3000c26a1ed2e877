import Testing
import Truths

/// A session in which every place of a sensitive value has a marker of its own, and each kind of outcome happens.
struct SensitiveVault {
  var session: RunSession
  private var now = 1_740_823_200_000
  private var jobs: [String] = []
  /// All that each client was told by messages.
  private(set) var frames: [String: [String]] = [:]

  static let people = [
    "ann": ("acme", "clerk"), "bob": ("acme", "clerk"), "lib": ("acme", "librarian"), "uma": ("acme", "auditor"),
    "eve": ("acme", "break_glass"), "nina": ("newco", "clerk"), "oda": ("host", "operator"), "namesake": ("newco", "clerk"),
  ]

  /// The actor of a client. The namesake has the user id of ann, in another organisation.
  static func actor(_ name: String) -> String {
    let (organisation, role) = people[name] ?? ("", "")
    let user = name == "namesake" ? "ann" : name
    return #"{"type":"user","user_id":"\#(user)","device_id":"dev","org_id":"\#(organisation)","roles":["\#(role)"]}"#
  }

  /// The secret values by the person who sent them.
  static let markers = [
    "lib": ["717171", "LOOKEDIBAN", "LOOKEDCODE"],
    "ann": ["808080", "90909", "91919", "ANNNOTE", "ANNIBAN", "ANNCARD", "ANNBADSUM"],
    "bob": ["BOBNOTE", "BOBIBAN"],
    "eve": ["EVENOTE", "70707"],
    "nina": ["NINANOTE"],
  ]

  /// Creates a session of some rules that everybody follows.
  init(rules: [SourceText]) throws {
    var options = RunSessionOptions()
    options.operatorActor = Self.actor("oda")
    session = try RunSession(RuleSet(rules), options: options, now: now)
    for name in Self.people.keys.sorted() {
      try session.open(name, by: Self.actor(name))
      session.receive(try .resume(after: 0, subscribe: true), from: name, now: now)
    }
  }

  init() throws {
    try self.init(rules: Self.files)
    let held = #""salary":717171,"account":{"bank":"b","iban":"LOOKEDIBAN"},"codes":["LOOKEDCODE"]"#
    let fact = #"{"type":"salary.known","user":"u1",\#(held)}"#
    try send(#"{"control":{"control_type":"inject_fact","payload":\#(fact)}}"#, by: "lib")
  }

  /// Lets each kind of outcome happen.
  mutating func live() throws {
    let accepted = try borrow("l1", sum: 7, note: "ANNNOTE", iban: "ANNIBAN", by: "ann")
    #expect(accepted.decision == "accepted", "\(accepted.reason)")
    let rejected = try borrow("l2", sum: 808_080, note: "ANNNOTE", by: "ann")
    #expect(rejected.decision == "rejected" && rejected.reason.hasSuffix("***"), "\(rejected.reason)")
    // An approval that is given, and one that is still waited for.
    for (id, sum) in [("l3", 90_909), ("l4", 91_919)] {
      let waiting = try borrow(id, sum: sum, note: "ANNNOTE", by: "ann")
      #expect(waiting.isWaiting && waiting.reason.contains("\(sum)"), "\(waiting.reason)")
    }
    let approved = try send(#"{"control":{"control_type":"approve","payload":{"proposal_id":"l3"}}}"#, by: "lib")
    #expect(approved.decision == "accepted", "\(approved.reason)")
    // The facts that a conflict takes back, for a colleague and for somebody from elsewhere.
    for (name, note) in [("bob", "BOBNOTE"), ("nina", "NINANOTE")] {
      let halted = try borrow("l1", sum: 8, note: note, iban: name == "bob" ? "BOBIBAN" : nil, proposal: "\(name)1", by: name)
      #expect(halted.decision == "halted" && halted.reason.contains("another content"), "\(halted.reason)")
    }
    let overridden = try borrow("l5", sum: 70_707, note: "EVENOTE", override: "vault.lending", by: "eve")
    #expect(overridden.decision == "accepted", "\(overridden.reason)")
    let unknown = try send(
      #"{"propose":{"proposal_id":"c1","action":"check_card","card":"ANNCARD","account":{"bank":"b","iban":"ANNIBAN"}}}"#,
      by: "ann")
    #expect(unknown.decision != "accepted", "\(unknown.reason)")
    let malformed = try send(
      #"{"propose":{"proposal_id":"c2","action":"borrow","loan_id":"l9","user":"u1","sum":"ANNBADSUM"}}"#, by: "ann")
    #expect(malformed.decision != "accepted" && malformed.reason.contains("ANNBADSUM"), "\(malformed.reason)")
    let dark = try send(
      #"{"propose":{"proposal_id":"c3","action":"peek","user":"u1","account":{"bank":"b","iban":"ANNIBAN"}}}"#, by: "ann")
    #expect(dark.decision == "rejected", "\(dark.reason)")
  }

  static func borrow(
    _ id: String, sum: Int, note: String, iban: String? = nil, override: String? = nil, proposal: String? = nil
  ) -> String {
    let account = iban.map { #","account":{"bank":"b","iban":"\#($0)"}"# } ?? ""
    let passed = override.map { #","override":{"truth_id":"\#($0)","reason":"it burns"}"# } ?? ""
    let fields = #""loan_id":"\#(id)","user":"u1","days":\#(sum % 90),"sum":\#(sum),"note":"\#(note)"\#(account)"#
    return #"{"proposal_id":"\#(proposal ?? id)","action":"borrow",\#(fields)\#(passed)}"#
  }

  private mutating func borrow(
    _ id: String, sum: Int, note: String, iban: String? = nil, override: String? = nil, proposal: String? = nil, by name: String
  ) throws -> RunAnswer {
    let body = Self.borrow(id, sum: sum, note: note, iban: iban, override: override, proposal: proposal)
    return try send(#"{"propose":\#(body)}"#, by: name)
  }

  @discardableResult
  mutating func send(_ frame: String, by name: String) throws -> RunAnswer {
    now += 1_000
    session.receive(try .frame(Array(frame.utf8)), from: name, now: now)
    session.work(now: now)
    var answers: [RunAnswer] = []
    for client in Self.people.keys.sorted() {
      let told = session.outgoing(to: client)
      frames[client, default: []] += told.map { String(decoding: $0.bytes, as: UTF8.self) }
      if client == name { answers = told.compactMap(\.answer) }
    }
    let answer = try #require(answers.last)
    if let job = answer.jobID { jobs.append(job) }
    return answer
  }

  /// Returns every text that a client can get from the session, with its source.
  ///
  /// - Parameter guesses: proposals that the client asks about.
  mutating func everything(for name: String, guesses: [String] = guesses) throws -> [(place: String, text: String)] {
    var told = (frames[name] ?? []).map { (place: "stream", text: $0) }
    let reads = [
      #"{"resume_from_seq":0,"subscribe":false}"#, #"{"range":{"from":1,"to":10000}}"#, #"{"snapshot":{}}"#,
      #"{"resume_from_seq":0,"subscribe":false,"stream_id":"str_0"}"#,
    ]
    for frame in reads {
      session.receive(try .frame(Array(frame.utf8)), from: name, now: now)
      told += session.outgoing(to: name).map { (place: frame, text: String(decoding: $0.bytes, as: UTF8.self)) }
    }
    for job in jobs {
      if let bytes = session.job(job, for: name)?.json { told.append(("job", String(decoding: bytes, as: UTF8.self))) }
    }
    let questions = try #require(session.questions(of: name, now: now))
    func add(_ place: String, _ bytes: [UInt8]) { told.append((place, String(decoding: bytes, as: UTF8.self))) }
    for guess in guesses {
      add("dry run", try questions.dryRun(.about(Array(guess.utf8))))
      add("why-not", try questions.whyNot(.about(Array(guess.utf8))))
    }
    add("suggest", try questions.suggest(.next(Array("{}".utf8))))
    add("inbox", questions.inbox(all: true))
    add("decisions", try questions.decisions(RunDecisionFilter(), most: 1_000))
    for sequence in 1...session.ledgerPoint.size {
      if let bytes = questions.why(String(sequence)) { add("why \(sequence)", bytes) }
    }
    for entry in questions.entries(after: 0).entries { add("entry", entry.payload) }
    return told
  }

  private static let guesses = [
    borrow("l1", sum: 9, note: "guess", proposal: "g1"), borrow("g2", sum: 999_999, note: "guess"),
    borrow("g3", sum: 555, note: "guess"), #"{"action":"peek","user":"u1"}"#,
  ]

  private static let files = [
    SourceText(
      path: "truths/vault/vault.truths",
      bytes: Array(
        """
        pack vault:
          version: 1.0.0

        record account:
          fields:
            bank: text
            iban: {type: text, sensitive: true}

        fact salary.known:
          key: [user]
          external: true
          fields:
            user: text
            salary: {type: integer, sensitive: true}
            account: account
            codes: {type: list of text, sensitive: true}

        fact salary.seen:
          key: [user]
          derived: true
          fields:
            user: text
            salary: {type: integer, sensitive: true}

        fact card.known:
          key: [card]
          fields:
            card: {type: text, sensitive: true}
            limit: integer

        fact loan.made:
          key: [loan_id]
          fields:
            loan_id: text
            days: integer
            note: {type: text?, sensitive: true}
            account: account?
            salary: {type: integer?, sensitive: true}

        intent borrow:
          fields:
            loan_id: text
            user: text
            days: integer
            sum: {type: integer, sensitive: true}
            note: {type: text?, sensitive: true}
            account: account?

        intent check_card:
          fields:
            card: {type: text, sensitive: true}
            account: account?

        intent peek:
          fields:
            user: text
            account: account?

        function bank_code:
          inputs:
            a: account
          output: text
          value: a.iban

        truth seeing_salaries:
          when:
            - fact: salary.known
          produces:
            - fact.salary.seen

        truth lending:
          when:
            - intent: borrow
          requires:
            - loan_id exists
            - user exists
            - days exists
            - sum <= salary.known.salary
          invariants:
            - sum > 100 → requires_approval(librarian)
          produces:
            - fact.loan.made:
                salary: salary.known.salary
            - trace.vault.lending

        truth checking:
          when:
            - intent: check_card
          requires:
            - card exists
            - card.known.limit > 0
          produces:
            - trace.vault.checking

        truth peeking:
          when:
            - intent: peek
          let:
            found: salary.seen.salary
          requires:
            - user exists
            - found < 0
            - salary.known.account.iban == "x"
            - every code in salary.known.codes satisfies length(code) < 3
            - account missing or bank_code(account) == "x"
          produces:
            - trace.vault.peeking

        truth overrides:
          when:
            - fact: override.used
          produces:
            - trace.vault.override

        """.utf8)),
    SourceText(
      path: "truths/trust/trust.truths",
      bytes: Array(
        """
        pack trust:
          version: 1.0.0

        truth seeing:
          when:
            - intent: read_sensitive
          requires:
            - '"auditor" in actor.roles else "Only auditors see it"'
          produces:
            - trace.trust.seeing

        """.utf8)),
  ]
}
