import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The facts and proposals that documents become (declarations §14).
@Suite struct DocumentReadingTests {
  private static let truths = """
    pack demo:
      version: 1.0.0

    policy late_after:
      type: decimal
      default: 10

    enum state: [open, done]

    fact task.recorded:
      key: [task_id]
      fields:
        task_id: text
        state: state
        note: text?
        file: text
        late: boolean

    fact check.passed:
      key: [task_id, check_id]
      fields:
        task_id: text
        check_id: text
        at: timestamp

    source tracker:
      document: tracker
      each: tasks[]
      let:
        late: minutes > late_after
      produces:
        - fact.task.recorded:
            file: actor.user_id
        - fact.check.passed for c in checks where c.at exists
        - proposal.look for c in checks where c.at missing

    fact line.read:
      key: [id]
      immutable: true
      fields:
        id: integer
        why: text

    source lines:
      document: lines
      each: []
      closed: true
      produces:
        - fact.line.read

    fact row.logged:
      key: [text, line]
      fields:
        text: text
        line: integer
        inner: integer?

    fact log.given:
      key: [name]
      fields:
        name: text

    source log:
      document: log
      let:
        inner: trigger.document.position
      produces:
        - fact.row.logged:
            line: document.position
            inner: inner

    source log_itself:
      document: log
      produces:
        - fact.log.given:
            name: actor.user_id

    intent look:
      fields:
        task_id: text

    truth looking:
      when:
        - intent: look
      requires:
        - task_id exists
        - task.recorded.state == done
        - no c in check.passed satisfies c.check_id == ""
        - no l in line.read satisfies l.id == 0
      produces:
        - trace.looking

    """

  private let world: World

  init() throws { world = try World([("demo.truths", Self.truths)]) }

  private func document(_ name: String, _ text: String, path: String? = nil) throws -> Document {
    let file = SourceFile(id: FileID(7), path: path ?? "\(name).json", bytes: Array(text.utf8))
    let place = Span(file: FileID(8), start: 0, end: 0)
    return Document(name: name, nameSpan: place, content: try Document.Content.read(file))
  }

  private func payloads(_ context: Context) -> [String] {
    context.ledger.entries.map { String(decoding: JSONValue.object($0.payload).compact(), as: UTF8.self) }
  }

  /// Returns the codes of a document's faults, with the characters at their positions.
  private func faults(_ name: String, _ text: String, on context: Context? = nil) throws -> [String] {
    do {
      _ = try world.procedure.take([try document(name, text)], policies: [], on: context ?? world.context)
      return []
    } catch let error as BadData {
      let bytes = Array(text.utf8)
      return error.diagnostics.map { found in
        let range = Int(found.span.start)..<max(Int(found.span.start), min(bytes.count, Int(found.span.end)))
        return "\(found.code) \(String(decoding: bytes[range], as: UTF8.self)): \(found.message)"
      }
    }
  }

  private let fine = """
    {"tasks": [
      {"task_id": "b", "state": "done", "minutes": 20, "extra": 1,
       "checks": [{"check_id": "2", "at": "2026-01-01T00:00:00Z"}, {"check_id": "3", "at": null}]},
      {"task_id": "a", "state": "open", "note": "n", "minutes": 1, "checks": []}]}
    """

  @Test func factsStandInTheOrderOfTheDocument() throws {
    let context = try world.procedure.take([try document("tracker", fine)], policies: [], on: world.context)
    #expect(
      payloads(context) == [
        #"{"type":"task.recorded","task_id":"b","state":"done","file":"tracker","late":true}"#,
        #"{"type":"check.passed","task_id":"b","check_id":"2","at":"2026-01-01T00:00:00Z"}"#,
        #"{"type":"task.recorded","task_id":"a","state":"open","note":"n","file":"tracker","late":false}"#,
      ])
    let entry = try #require(context.ledger.entries.first)
    let actor: JSONObject = ["type": .text("system"), "user_id": .text("tracker")]
    #expect(entry.actor == actor)
    #expect(entry.truthID == nil && entry.corrects == nil && entry.timestamp == .epoch)
  }

  @Test func documentsAreTakenInOrderOfTheirNames() throws {
    let lines = try document("lines", "{\"id\": 1, \"why\": \"x\"}\n\n{\"id\": 2, \"why\": \"y\"}\n", path: "l.jsonl")
    let tracker = try document("tracker", fine)
    let first = try world.procedure.take([tracker, lines], policies: [], on: world.context)
    let second = try world.procedure.take([lines, tracker], policies: [], on: world.context)
    #expect(first.point.head == second.point.head)
    #expect(payloads(first).first == #"{"type":"line.read","id":1,"why":"x"}"#)
  }

  @Test func policiesAreSeenAndAppendedBehind() throws {
    let value = LocatedJSON(.number(Decimal(30)), at: Span(file: FileID(0), start: 0, end: 0))
    let context = try world.procedure.take(
      [try document("tracker", fine)], policies: [PolicyAssignment(name: "late_after", nameSpan: value.span, value: value)],
      on: world.context)
    #expect(payloads(context).first?.contains(#""late":false"#) == true)
    #expect(payloads(context).last?.contains("policy.set") == true)
  }

  @Test func linesAreAListOrDocumentsOfTheirOwn() throws {
    let asList = try world.procedure.take(
      [try document("lines", #"[{"id": 1, "why": "x"}]"#)], policies: [], on: world.context)
    #expect(payloads(asList) == [#"{"type":"line.read","id":1,"why":"x"}"#])
    let whole = #"{"tasks": [{"task_id": "a", "state": "open", "minutes": 1, "checks": []}]}"# + "\n"
    let each = try world.procedure.take(
      [try document("tracker", whole + whole.replacing("\"a\"", with: "\"b\""), path: "t.ndjson")], policies: [],
      on: world.context)
    #expect(payloads(each).count == 2)
  }

  @Test("equal lines are several facts where the position is a part of the key, counted without blank lines")
  func positions() throws {
    let log = "{\"text\": \"a\"}\n\n{\"text\": \"a\", \"document\": {\"position\": 7}}\n{\"text\": \"a\"}\n"
    let taken = try world.procedure.take([try document("log", log, path: "l.jsonl")], policies: [], on: world.context)
    #expect(
      payloads(taken) == [
        #"{"type":"row.logged","text":"a","line":1}"#, #"{"type":"row.logged","text":"a","line":2,"inner":7}"#,
        #"{"type":"row.logged","text":"a","line":3}"#, #"{"type":"log.given","name":"log"}"#,
      ])
  }

  @Test("a `let` of the name `document` is itself, and its member `position` too")
  func boundDocument() throws {
    let text = """
      pack demo:
        version: 1.0.0

      record seat:
        fields:
          position: integer

      fact row.logged:
        key: [line]
        fields:
          line: integer
          at: integer

      source log:
        document: log
        let:
          document: seat(position = 7)
        produces:
          - fact.row.logged:
              line: trigger.line
              at: document.position

      intent look:
        fields:
          line: integer

      truth looking:
        when:
          - intent: look
        requires:
          - row.logged.at == 7
        produces:
          - trace.looking

      """
    let world = try World([("demo.truths", text)])
    let taken = try world.procedure.take([try document("log", #"{"line": 1}"#)], policies: [], on: world.context)
    #expect(payloads(taken) == [#"{"type":"row.logged","line":1,"at":7}"#])
  }

  @Test("an empty log is a log", arguments: ["", "\n", "\n \n\n"])
  func emptyLogs(log: String) throws {
    let taken = try world.procedure.take([try document("log", log, path: "l.jsonl")], policies: [], on: world.context)
    #expect(payloads(taken) == [#"{"type":"log.given","name":"log"}"#])
  }

  @Test func whatIsKnownIsNothingNewAndWhatChangedIsAVersion() throws {
    let first = try world.procedure.take([try document("tracker", fine)], policies: [], on: world.context)
    let again = try world.procedure.take([try document("tracker", fine)], policies: [], on: first)
    #expect(again.point.head == first.point.head)
    let changed = fine.replacing("\"open\"", with: "\"done\"")
    let second = try world.procedure.take([try document("tracker", changed)], policies: [], on: first)
    #expect(second.point.size == first.point.size + 1)
    #expect(second.ledger.entries.last?.corrects == first.ledger.entries.last?.entryID)
    let lines = try world.procedure.take([try document("lines", #"[{"id": 1, "why": "x"}]"#)], policies: [], on: world.context)
    #expect(
      try faults("lines", #"[{"id": 1, "why": "y"}]"#, on: lines) == [
        #"T8507 {"id": 1, "why": "y"}: `[0]` changes a `line.read` that is known already, and it is immutable"#
      ])
  }

  @Test func pathsThatAreNotThere() throws {
    #expect(try faults("tracker", #"{"task": []}"#) == ["T8502 {: `tasks` is missing"])
    #expect(try faults("tracker", #"{"tasks": null}"#) == ["T8502 {: `tasks` is missing"])
    #expect(try faults("tracker", #"{"tasks": "x"}"#) == [#"T8503 "x": `tasks` is a text, not a list"#])
    #expect(try faults("tracker", "[]") == ["T8503 []: the document is a list, not an object"])
    #expect(try faults("lines", "{}") == ["T8503 {}: the document is an object, not a list"])
    #expect(try faults("tracker", #"{"tasks": [3]}"#) == ["T8503 3: `tasks[0]` is a number, not an object with members"])
    #expect(try faults("trackr", "[]").map { $0.prefix(6) } == ["T8501 "])
  }

  @Test func valuesOfOtherTypes() throws {
    let text = #"{"tasks": [{"task_id": 1, "state": "opne", "minutes": "x", "checks": [{"check_id": 2, "at": "now"}]}]}"#
    #expect(
      try faults("tracker", text) == [
        "T8504 1: `tasks[0].task_id` is the number 1, not a text",
        #"T8504 "opne": `tasks[0].state` is "opne", which is no state"#,
        #"T8504 "x": `tasks[0].minutes` is the text "x", not a number"#,
        "T8504 2: `tasks[0].checks[0].check_id` is the number 2, not a text",
        #"T8504 "now": `tasks[0].checks[0].at` is the text "now", not a timestamp (RFC 3339 in UTC, with Z)"#,
      ])
  }

  @Test func whatAFactNeeds() throws {
    #expect(
      try faults("tracker", #"{"tasks": [{"state": "open", "minutes": 1, "checks": []}]}"#) == [
        "T8505 {: `tasks[0].task_id` is missing, and `task.recorded` needs it as `task_id`"
      ])
    #expect(
      try faults("tracker", #"{"tasks": [{"task_id": "a", "state": "open", "checks": []}]}"#) == [
        "T8505 {: `tasks[0]` gives no `late`, which `task.recorded` needs"
      ])
    #expect(
      try faults("tracker", #"{"tasks": [{"task_id": "a", "state": "open", "minutes": 1}]}"#) == [
        "T8505 {: `tasks[0].checks` is missing, and `check.passed` reads it"
      ])
    let inner = #"{"tasks": [{"task_id": "a", "state": "open", "minutes": 1, "checks": [{"at": "2026-01-01T00:00:00Z"}]}]}"#
    #expect(
      try faults("tracker", inner) == [
        "T8505 {: `tasks[0].checks[0].check_id` is missing, and `check.passed` needs it as `check_id`"
      ])
  }

  @Test func oneThingSaidTwice() throws {
    let twice = #"{"tasks": [{"task_id": "a", "state": "open", "minutes": 1, "checks": []}, "#
    #expect(try faults("tracker", twice + #"{"task_id": "a", "state": "open", "minutes": 2, "checks": []}]}"#) == [])
    let other = try faults("tracker", twice + #"{"task_id": "a", "state": "done", "minutes": 2, "checks": []}]}"#)
    #expect(other.map { $0.prefix(6) } == ["T8507 "])
    #expect(other.first?.hasSuffix("`tasks[1]` is the same `task.recorded` as another element, with a different `state`") == true)
    let held = #"{"tasks": [{"task_id": "a", "state": "open", "minutes": 1, "checks": [{"task_id": "b", "check_id": "1"}]}]}"#
    #expect(
      try faults("tracker", held) == [
        #"T8508 "task_id": `tasks[0].checks[0].task_id` is also in the element around the list"#
      ])
  }

  @Test func closedSourcesKnowEveryMember() throws {
    #expect(
      try faults("lines", #"[{"id": 1, "why": "x", "wyh": "y"}]"#) == [
        #"T8506 "wyh": `[0].wyh` is unknown, and the source is closed"#
      ])
  }

  @Test func proposalsAreMadeAndNotDecided() throws {
    let made = try world.procedure.proposals(of: [try document("tracker", fine)], policies: [])
    let lines = made.map { String(decoding: JSONValue.object($0).compact(), as: UTF8.self) }
    #expect(
      lines == [#"{"action":"look","actor":{"type":"system","user_id":"tracker"},"payload":{"task_id":"b"}}"#])
  }

  @Test func decisionsReadThem() throws {
    var world = world
    world.context = try world.procedure.take([try document("tracker", fine)], policies: [], on: world.context)
    #expect(try world.propose(#"{"action": "look", "task_id": "b"}"#).decision == .accepted)
    #expect(try world.propose(#"{"action": "look", "task_id": "a"}"#).decision == .rejected)
  }
}
