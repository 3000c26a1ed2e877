import Foundation
import Testing
import Truths

/// Requests of AuthZEN, which are not recorded (server §14).
@Suite("Requests of AuthZEN, server §14")
struct AccessTests {
  private static let rules = [
    SourceText(
      path: "truths/office/office.truths",
      bytes: Array(
        """
        pack office:
          version: 1.0.0

        fact staff.known:
          key: [user_id]
          external: true
          fields:
            user_id: text

        fact paper.filed:
          key: [paper_id]
          external: true
          fields:
            paper_id: text
            color: text

        intent read_paper:
          authzen: {action: read, resource: paper, id: paper_id, subjects: staff.known, resources: paper.filed}
          fields:
            paper_id: text
            color: text
            reader_color: text named "subject.color"
            pin: {type: text?, sensitive: true}
            place: text named "context.site.name"

        intent burn_paper:
          authzen: {action: burn, resource: paper}
          required: [why]
          fields:
            why: text

        truth reading:
          when:
            - intent: read_paper
          requires:
            - paper_id exists
            - actor.user_id != "eve" else "{actor.user_id} reads nothing"
            - coalesce(reader_color, "white") == "white" else "A {reader_color} reader reads nothing"
            - coalesce(pin, "1234") == "1234"
            - coalesce(place, "office") == "office" else "Papers stay in the office, and not {place}"
          produces:
            - trace.office.reading

        truth burning:
          when:
            - intent: burn_paper
          invariants:
            - why != "cold" → requires_approval(boss)
          produces:
            - trace.office.burning

        truth overrides:
          when:
            - fact: override.used
          produces:
            - trace.office.override

        """.utf8)),
    SourceText(
      path: "truths/trust/trust.truths",
      bytes: Array(
        """
        pack trust:
          version: 1.0.0
          uses: [office]

        truth coloring:
          when:
            - intent: read_paper
          requires:
            - coalesce(color, "white") == "white" or "boss" in actor.roles else "{color} papers are for bosses"
          produces:
            - trace.trust.coloring

        truth asking:
          when:
            - intent: ask_for_others
          requires:
            - '"pep" in actor.roles else "Only gateways ask for others"'
          produces:
            - trace.trust.asking

        """.utf8)),
  ]

  private static func actor(_ name: String, _ role: String, in organisation: String = "acme") -> String {
    #"{"type":"user","user_id":"\#(name)","device_id":"dev","org_id":"\#(organisation)","roles":["\#(role)"]}"#
  }

  private let session: RunSession
  private static let now = 1_740_823_200_000

  init() throws {
    var session = try RunSession(RuleSet(Self.rules), options: RunSessionOptions(), now: Self.now)
    try session.open("gate", by: Self.actor("gate", "pep"))
    try session.open("ann", by: Self.actor("ann", "clerk"))
    try session.open("bolt", by: Self.actor("gus", "pep", in: "bolt"))
    func inject(_ fact: String, by client: String) {
      let body = #"{"control_type":"inject_fact","payload":\#(fact)}"#
      guard let message = try? RunMessage.control(Array(body.utf8)) else { return }
      session.receive(message, from: client, now: Self.now)
      session.work(now: Self.now)
    }
    for name in ["ann", "eve", "zoë", "b"] { inject(#"{"type":"staff.known","user_id":"\#(name)"}"#, by: "gate") }
    for id in ["p10", "p2", "p1"] { inject(#"{"type":"paper.filed","paper_id":"\#(id)","color":"white"}"#, by: "gate") }
    inject(#"{"type":"paper.filed","paper_id":"secret","color":"white"}"#, by: "bolt")
    self.session = session
  }

  private func questions(_ client: String) throws -> RunQuestions { try #require(session.questions(of: client, now: Self.now)) }

  private func json(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  private func evaluate(_ body: String, by client: String = "gate") throws -> [String: Any] {
    try json(try questions(client).evaluate(try .evaluation(Array(body.utf8))))
  }

  private func search(_ target: AccessSearch.Target, _ body: String, by client: String = "gate") throws -> [String: Any] {
    try json(try questions(client).search(try AccessSearch(for: target, Array(body.utf8))))
  }

  private func ids(_ answer: [String: Any]) -> [String] {
    (answer["results"] as? [[String: String]] ?? []).compactMap { $0["id"] ?? $0["name"] }
  }

  private func request(
    _ subject: String = #"{"type":"user","id":"ann"}"#, _ action: String = #"{"name":"read"}"#,
    resource: String = #"{"type":"paper","id":"p1"}"#, more: String = ""
  ) -> String {
    #"{"subject":\#(subject),"action":\#(action),"resource":\#(resource)\#(more)}"#
  }

  private func reason(_ answer: [String: Any]) -> String {
    (answer["context"] as? [String: Any])?["reason"] as? String ?? ""
  }

  @Test("an evaluation is a dry run as its subject, in the organisation of who asks")
  func decisions() throws {
    let permitted = try evaluate(request())
    #expect(permitted["decision"] as? Bool == true)
    let refused = try evaluate(request(#"{"type":"user","id":"eve"}"#))
    let context = try #require(refused["context"] as? [String: Any])
    #expect(refused["decision"] as? Bool == false && reason(refused) == "eve reads nothing")
    #expect(context["reason_user"] as? [String: String] == ["403": "eve reads nothing"])
    let admin = (context["reason_admin"] as? [String: String])?["403"] ?? ""
    #expect(admin.hasPrefix("eve reads nothing (office.reading requires[1]; actor.user_id = \"eve\""), "\(admin)")
    #expect(context["truths"] as? String == session.rulesHash && context["decision_id"] == nil && context["head"] != nil)
    #expect((context["violations"] as? [Any])?.count == 1)
    let red = #"{"type":"paper","id":"p1","properties":{"color":"red"}}"#
    #expect(try reason(evaluate(request(resource: red))) == "red papers are for bosses")
    let boss = #"{"type":"robot","id":"rob","properties":{"roles":["boss"]}}"#
    #expect(try evaluate(request(boss, resource: red))["decision"] as? Bool == true)
    let waiting = try evaluate(
      request(#"{"type":"user","id":"ann"}"#, #"{"name":"burn","properties":{"why":"rage"}}"#))
    #expect(waiting["decision"] as? Bool == false && !reason(waiting).isEmpty)
    #expect((waiting["context"] as? [String: Any])?["waiting_for"] as? [String] == ["approval from @boss"])
  }

  @Test("a request without a field that its intent requires is denied, and says which")
  func required() throws {
    for properties in ["", #","properties":{"why":null}"#] {
      let answer = try evaluate(request(#"{"type":"user","id":"ann"}"#, #"{"name":"burn"\#(properties)}"#))
      #expect(answer["decision"] as? Bool == false && reason(answer) == "why is missing")
    }
  }

  @Test("a field takes the property of its name from resource, action, subject, context; a path that alone")
  func fields() throws {
    func color(_ members: [(String, String)]) throws -> String {
      let given = Dictionary(uniqueKeysWithValues: members)
      func properties(_ name: String) -> String { given[name].map { #","properties":{"color":\#($0)}"# } ?? "" }
      let subject = #"{"type":"user","id":"ann"\#(properties("subject"))}"#
      let context = given["context"].map { #","context":{"color":\#($0)}"# } ?? ""
      let body = request(
        subject, #"{"name":"read"\#(properties("action"))}"#,
        resource: #"{"type":"paper","id":"p1"\#(properties("resource"))}"#, more: context)
      return try reason(evaluate(body))
    }
    let all = [("resource", #""red""#), ("action", #""blue""#), ("context", #""green""#)]
    #expect(try color(all).hasPrefix("red papers"))
    #expect(try color(Array(all.dropFirst())).hasPrefix("blue papers"))
    #expect(try color([("resource", "null")] + all.dropFirst()).hasPrefix("blue papers"))
    #expect(try color(Array(all.dropFirst(2))).hasPrefix("green papers"))
    #expect(try color([("resource", #""white""#), ("subject", #""grey""#)]) == "A grey reader reads nothing")
    let abroad = #","context":{"site":{"name":"abroad"},"place":"office"}"#
    #expect(try reason(evaluate(request(more: abroad))) == "Papers stay in the office, and not abroad")
    #expect(try evaluate(request(more: #","context":{"site":"abroad"},"unknown":1"#))["decision"] as? Bool == true)
    // A property of the wrong type is decided as in a proposal, and not permitted.
    let faulty = #"{"type":"paper","id":"p1","properties":{"color":7}}"#
    #expect(try evaluate(request(resource: faulty))["decision"] as? Bool == false)
  }

  @Test("who asks about somebody else needs the right to; about themselves they are who they are")
  func others() throws {
    #expect(throws: AccessRefusal.self) { try evaluate(request(#"{"type":"user","id":"eve"}"#), by: "ann") }
    #expect(throws: AccessRefusal.self) { try evaluate(request(#"{"type":"agent","id":"ann"}"#), by: "ann") }
    #expect(throws: AccessRefusal.self) { try search(.subject, request(), by: "ann") }
    #expect(try evaluate(request(), by: "ann")["decision"] as? Bool == true)
    let claim = #"{"type":"user","id":"ann","properties":{"roles":["boss"]}}"#
    let red = #"{"type":"paper","id":"p1","properties":{"color":"red"}}"#
    #expect(try evaluate(request(claim, resource: red), by: "ann")["decision"] as? Bool == false)
    let people = #"[{"subject":{"type":"user","id":"ann"}},{"subject":{"type":"user","id":"eve"}}]"#
    let mixed = #"{"action":{"name":"read"},"resource":{"type":"paper","id":"p1"},"evaluations":\#(people)}"#
    let answer = try json(try questions("ann").evaluate(try .evaluations(Array(mixed.utf8))))
    let decisions = answer["evaluations"] as? [[String: Any]] ?? []
    #expect(decisions.map { $0["decision"] as? Bool } == [true, false])
    let error = (decisions.last?["context"] as? [String: Any])?["error"] as? [String: Any]
    #expect(error?["status"] as? Int == 403)
  }

  @Test("what no intent answers is not permitted, and says so")
  func unanswered() throws {
    let answer = try evaluate(request(#"{"type":"user","id":"ann"}"#, #"{"name":"sell"}"#))
    #expect(answer["decision"] as? Bool == false && reason(answer) == "No intent answers `sell` of `paper`")
    let misspelt = try evaluate(request(#"{"type":"user","id":"ann"}"#, #"{"name":"raed"}"#))
    #expect(reason(misspelt) == "No intent answers `raed` of `paper`; did you mean `read`?")
    let other = try evaluate(request(resource: #"{"type":"papre","id":"p1"}"#))
    #expect(reason(other) == "No intent answers `read` of `papre`; did you mean `read` of `paper`?")
  }

  @Test("of a sensitive field no value is told, and what would pass only where it is asked")
  func told() throws {
    let body = request(resource: #"{"type":"paper","id":"p1","properties":{"color":"red","pin":"9999"}}"#)
    let answer = try questions("gate").evaluate(try .evaluation(Array(body.utf8)))
    #expect(!String(decoding: answer, as: UTF8.self).contains("9999"))
    #expect((try json(answer)["context"] as? [String: Any])?["would_pass"] == nil)
    let asked = request(
      resource: #"{"type":"paper","id":"p1","properties":{"color":"red"}}"#, more: #","options":{"would_pass":true}"#)
    let ways = (try evaluate(asked)["context"] as? [String: Any])?["would_pass"] as? [Any]
    #expect(ways?.isEmpty == false)
  }

  @Test(
    "requests that are none are told so",
    arguments: [
      "[]", "{", "", #"{"subject":{"type":"user","id":"a"},"action":{"name":"read"}}"#,
      #"{"subject":"a","action":{"name":"read"},"resource":{"type":"paper","id":"p"}}"#,
      #"{"subject":{"type":"user","id":1},"action":{"name":"read"},"resource":{"type":"paper","id":"p"}}"#,
      #"{"subject":{"type":"user","id":""},"action":{"name":"read"},"resource":{"type":"paper","id":"p"}}"#,
      #"{"subject":{"type":"user","id":"a","properties":[]},"action":{"name":"read"},"resource":{"type":"paper","id":"p"}}"#,
      #"{"subject":{"type":"user","id":"a"},"action":{"name":"read"},"resource":{"type":"paper","id":"p"},"context":1}"#,
      #"{"subject":{"type":"user","id":"a","properties":{"roles":[1]}},"action":{"name":"read"},"#
        + #""resource":{"type":"paper","id":"p"}}"#,
    ])
  func faults(body: String) throws {
    #expect(throws: RunMessageFault.self) { try evaluate(body) }
    #expect(throws: RunMessageFault.self) {
      try questions("gate").evaluate(try .evaluations(Array(body.utf8)))
    }
  }

  @Test("several take what they lack from the request, and end as it says")
  func several() throws {
    func decisions(_ semantic: String) throws -> [Bool?] {
      let list = #"[{"resource":{"type":"paper","id":"p1"}},{},{"resource":{"type":"paper","id":"p2"}},1]"#
      let options = #"{"evaluations_semantic":"\#(semantic)"}"#
      let defaults = #""subject":{"type":"user","id":"ann"},"action":{"name":"read"},"resource":{}"#
      let body = #"{\#(defaults),"options":\#(options),"evaluations":\#(list)}"#
      let answer = try json(try questions("gate").evaluate(try .evaluations(Array(body.utf8))))
      return (answer["evaluations"] as? [[String: Any]] ?? []).map { $0["decision"] as? Bool }
    }
    #expect(try decisions("execute_all") == [true, false, true, false])
    #expect(try decisions("deny_on_first_deny") == [true, false])
    #expect(try decisions("permit_on_first_permit") == [true])
    #expect(throws: RunMessageFault.self) { try decisions("other") }
    let many = #"{"evaluations":[\#(Array(repeating: "{}", count: 1_001).joined(separator: ","))]}"#
    #expect(throws: RunMessageFault.self) { try AccessRequest.evaluations(Array(many.utf8)) }
  }

  @Test("a search tries the facts that the intent names, in byte order, and tells those that are permitted")
  func searches() throws {
    let subjects = #"{"subject":{"type":"user","id":"eve"},"action":{"name":"read"},"resource":{"type":"paper","id":"p1"}}"#
    #expect(try ids(search(.subject, subjects)) == ["ann", "b", "zoë"])
    #expect(try ids(search(.subject, subjects.replacing(#""type":"user""#, with: #""type":"robot""#))) == [])
    let resources = #"{"subject":{"type":"user","id":"ann"},"action":{"name":"read"},"resource":{"type":"paper"}}"#
    #expect(try ids(search(.resource, resources)) == ["p1", "p10", "p2"])
    #expect(try ids(search(.resource, resources.replacing("ann", with: "eve"))) == [])
    #expect(try ids(search(.resource, resources.replacing("read", with: "burn"))) == [])
    let actions = #"{"subject":{"type":"user","id":"ann"},"resource":{"type":"paper","id":"p1","properties":{"why":"cold"}}}"#
    #expect(try ids(search(.action, actions)) == ["burn", "read"])
    #expect(try ids(search(.action, actions.replacing("cold", with: "rage"))) == ["read"])
    #expect(try search(.action, actions)["page"] == nil)
    // Facts of one organisation do not exist for the other.
    #expect(try ids(search(.resource, resources, by: "bolt")) == ["secret"])
  }

  @Test("pages go on behind each other, and belong to one search")
  func pages() throws {
    let body = #"{"subject":{"type":"user","id":"ann"},"action":{"name":"read"},"resource":{"type":"paper"},"page":{PAGE}}"#
    var (found, token, count) = ([String](), "", 0)
    repeat {
      let page = token.isEmpty ? #""limit":1"# : #""limit":1,"token":"\#(token)""#
      let answer = try search(.resource, body.replacing("PAGE", with: page))
      found += ids(answer)
      token = (answer["page"] as? [String: Any])?["next_token"] as? String ?? ""
      count += 1
    } while !token.isEmpty && count < 9
    #expect(found == ["p1", "p10", "p2"])
    let first = try search(.resource, body.replacing("PAGE", with: #""limit":1"#))
    let next = try #require((first["page"] as? [String: Any])?["next_token"] as? String)
    #expect(try ids(search(.resource, body.replacing("PAGE", with: #""token":"\#(next)""#))) == ["p10"])
    let all = try search(.resource, body.replacing("PAGE", with: ""))
    #expect((all["page"] as? [String: Any])?["next_token"] as? String == "" && ids(all).count == 3)
    #expect(try ids(search(.resource, body.replacing("PAGE", with: #""limit":0"#))) == [])
    let faulty = [
      #""limit":-1"#, #""limit":"1""#, #""token":1"#, #""token":"x""#, #""limit":2,"token":"\#(next)""#, #""properties":[]"#,
    ]
    for page in faulty {
      #expect(throws: RunMessageFault.self, "\(page)") { try search(.resource, body.replacing("PAGE", with: page)) }
    }
    let other = body.replacing("ann", with: "b").replacing("PAGE", with: #""token":"\#(next)""#)
    #expect(throws: RunMessageFault.self) { try search(.resource, other) }
  }

  @Test("a recorded evaluation is a proposal of its subject, each of its own")
  func recorded() throws {
    let evaluation = try AccessRequest.evaluation(Array(request().utf8)).evaluations[0].get()
    var session = session
    var decisions: Set<String> = []
    for id in ["1", "2"] {
      let asked = try questions("gate").recorded(evaluation, id: id)
      guard case .proposed(let message, let actor) = asked else {
        Issue.record("nothing is proposed")
        return
      }
      try session.open("subject \(id)", by: actor)
      session.receive(message, from: "subject \(id)", now: Self.now)
      session.work(now: Self.now)
      let told = session.outgoing(to: "subject \(id)").compactMap(\.answer).last
      let answer = try #require(told)
      let read = session.job(answer.jobID ?? "", for: "gate")
      let job = try #require(read)
      #expect(answer.access(job).isPermitted && !answer.isReplay)
      decisions.insert(answer.jobID ?? "")
    }
    #expect(decisions.count == 2)
  }
}
