import Testing
import Truths

@Suite("No form of a sensitive value is shown in any text that is made of it, sessions §10.2")
struct SensitiveFormTests {
  /// Returns a session in which each truth of a form was asked, and what ann sent of it.
  private static func vault(_ form: SensitiveForm) throws -> SensitiveVault {
    var vault = try SensitiveVault(rules: form.rules)
    for place in 1...2 {
      let fact = #"{"type":"kept.held","id":"k\#(place)","\#(form.member)":\#(form.value(form.kept))}"#
      try vault.send(#"{"control":{"control_type":"inject_fact","payload":\#(fact)}}"#, by: "lib")
    }
    func send(_ intent: String, _ id: String, _ value: String?) throws {
      try vault.send(#"{"propose":\#(form.proposal(intent, id, value: value))}"#, by: "ann")
    }
    for intent in form.intents { try send(intent, intent, intent.hasPrefix("sent_") ? form.value(form.sent) : nil) }
    try send("kept_all", "kept_all", nil)
    // The fact that a conflict shows, a value of another shape, and a member whose name is misspelt.
    try send("sent_accepted", "again", form.value(form.other))
    try send("sent_accepted", "misfit", form.misfit("MISFITIBAN"))
    let misspelt = form.proposal("sent_accepted", "misspelt").dropLast() + #","xx":\#(form.value(form.other))}"#
    try vault.send(#"{"propose":\#(misspelt)}"#, by: "ann")
    return vault
  }

  @Test(
    "to a colleague, a namesake of another organisation and who may approve it; of what is looked up to the proposer",
    arguments: SensitiveForm.all)
  func hidden(_ form: SensitiveForm) throws {
    var vault = try Self.vault(form)
    let guesses = (form.intents + ["kept_all"]).map { form.proposal($0, "guess_\($0)") }
    let sent = [form.sent, form.other, "MISFITIBAN"]
    // The hash of a value tells whether a guess of it is right. The librarian sent what is kept.
    let hidden = [
      "bob": sent + [form.kept, " characters, sha256:"], "namesake": sent + [form.kept, " characters, sha256:"], "lib": sent,
      "ann": [form.kept],
    ]
    for (name, markers) in hidden {
      let told = try vault.everything(for: name, guesses: name == "bob" ? guesses : [])
      #expect(told.count > 50)
      for marker in markers {
        for (place, text) in told where text.shows(marker) {
          let start = text.firstRange(of: marker).map { text[..<$0.upperBound].suffix(300) } ?? ""
          Issue.record("\(name) sees \(marker) in \(place): \(start)")
        }
      }
    }
    // Who may see them sees all, and the proposer what they sent.
    let auditor = try vault.everything(for: "uma", guesses: []).map(\.text).joined()
    for marker in sent + [form.kept] { #expect(auditor.shows(marker), "\(marker)") }
    let ann = try vault.everything(for: "ann", guesses: []).map(\.text).joined()
    for marker in sent { #expect(ann.shows(marker), "\(marker)") }
  }

  @Test("a namesake of another organisation does not steer what the other one proposed")
  func namesakes() throws {
    var vault = try Self.vault(SensitiveForm.all[0])
    let cancel = #"{"control":{"control_type":"cancel","payload":{"proposal_id":"sent_asked"}}}"#
    let refused = try vault.send(cancel, by: "namesake")
    #expect(refused.decision == "rejected", "\(refused.reason)")
    let cancelled = try vault.send(cancel, by: "ann")
    #expect(cancelled.decision == "accepted" || cancelled.decision == "halted", "\(cancelled.reason)")
  }

  @Test("nor what a paused session holds, which is in no ledger yet")
  func heldNamesakes() throws {
    let form = SensitiveForm.all[0]
    var vault = try Self.vault(form)
    try vault.send(#"{"control":{"control_type":"pause"}}"#, by: "oda")
    let proposal = #"{"propose":\#(form.proposal("sent_accepted", "held"))}"#
    let held = try vault.send(proposal, by: "ann")
    #expect(held.isWaiting, "\(held.reason)")
    let copied = try vault.send(proposal, by: "namesake")
    #expect(copied.truthID == "converge.idempotency.conflict" && copied.jobID != held.jobID, "\(copied.reason)")
    #expect(!copied.reason.contains("organisation") && !copied.reason.contains("@"), "\(copied.reason)")
    let cancel = #"{"control":{"control_type":"cancel","job_id":"\#(held.jobID ?? "")"}}"#
    let refused = try vault.send(cancel, by: "namesake")
    #expect(refused.decision == "rejected", "\(refused.reason)")
    let cancelled = try vault.send(cancel, by: "ann")
    #expect(cancelled.decision == "halted", "\(cancelled.reason)")
  }

  private static let keyed = """
    pack keyed:
      version: 1.0.0

    fact team.known:
      key: [code]
      external: true
      fields:
        code: text
        boss: text

    fact order.seen:
      key: [nr]
      external: true
      fields:
        nr: text

    lifecycle order:
      key: [nr]
      initial: draft
      transitions:
        - draft → sent
      terminal: [sent]

    intent ask:
      fields:
        id: text
        code: {type: text, sensitive: true}

    intent begin:
      fields:
        number: {type: text, sensitive: true}

    intent word:
      fields:
        id: text
        status: text

    truth asking:
      when:
        - intent: ask
      requires:
        - id exists
      invariants:
        - 'id == "a" → requires_approval(librarian by team.known(code = code).boss)'
      produces:
        - trace.keyed.asked

    truth beginning:
      when:
        - intent: begin
      let:
        nr: number
      requires:
        - number exists
      moves:
        - order: start → draft
      produces:
        - trace.keyed.begun

    truth wording:
      when:
        - intent: word
      requires:
        - id exists
        - status exists
        - 'id != status else "{id} is {status}"'
      produces:
        - trace.keyed.worded

    """

  @Test(
    "a key of a look-up in a reason that has words of an author, and a key of a lifecycle",
    arguments: ["bob", "namesake", "ann"])
  func keys(_ name: String) throws {
    let rules = SourceText(path: "truths/keyed/keyed.truths", bytes: Array(Self.keyed.utf8))
    var vault = try SensitiveVault(rules: [rules, SensitiveForm.trust])
    let asked = try vault.send(#"{"propose":{"proposal_id":"p1","action":"ask","id":"a","code":"CODEIBAN"}}"#, by: "ann")
    #expect(asked.decision != "accepted")
    for id in ["p2", "p3"] {
      let answer = try vault.send(#"{"propose":{"proposal_id":"\#(id)","action":"begin","number":"NUMBERIBAN"}}"#, by: "ann")
      #expect((answer.decision == "accepted") == (id == "p2"), "\(answer.reason)")
    }
    let told = try vault.everything(for: name, guesses: [#"{"action":"begin","number":"guess"}"#])
    for marker in ["CODEIBAN", "NUMBERIBAN"] {
      let places = told.filter { $0.text.shows(marker) }
      if name == "ann" {
        #expect(!places.isEmpty, "\(marker)")
      } else {
        for (place, text) in places { Issue.record("\(name) sees \(marker) in \(place): \(text.prefix(1_500))") }
      }
    }
  }
}
