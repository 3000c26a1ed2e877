import Foundation
import Testing
import TruthsServerMessages
import TruthsServerTestSupport

@testable import TruthsServer

/// No route tells anybody a sensitive value who may not see it (server §11, sessions §10).
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SecretRouteTests {
  /// Values that ann sends: sensitive ones, and one that another organisation may not read.
  private static let secrets = ["ANNIBAN", "7171717171", "ANNBADPAY", "ANNCODE"]
  private static let unread = ["ANNPLAIN", "ANNCLERK", "LIBWORD"]

  /// A person who asks, with the texts that no answer to them may contain.
  private struct Viewer {
    var name: String
    var token: String
    var hidden: [String]
  }

  private static func token(_ user: String, _ organisation: String, _ role: String) throws -> String {
    try TestToken().with("sub", user).with("org", organisation).with("roles", [role]).text()
  }

  @Test("to a colleague, to another organisation, to a namesake there, or to a gateway, over every route")
  func routes() throws {
    try withScratchDirectory { folder in
      let trust = folder.appending(path: "truths/trust")
      try FileManager.default.createDirectory(at: trust, withIntermediateDirectories: true)
      try Self.trust.write(to: trust.appending(path: "trust.truths"), atomically: true, encoding: .utf8)
      let server = try IdentityServer(in: folder, text: Self.rules, arguments: ["--grpc", "127.0.0.1:0"])
      defer { server.server.process.kill() }
      let ann = try Self.token("ann", "acme", "clerk")
      let jobs = try Self.live(server, ann)
      // Other rules wait, by which decisions of before come out otherwise.
      try ServerProcess.writeRules(to: folder, Self.rules.replacing(#"big != "LETBAD""#, with: #"big == "LETGOOD""#))
      let isTried = try server.waits {
        let replay = try server.ask("GET", "/truths/pending", token: ann).json["replay"] as? [String: Any]
        return replay?["done"] as? Bool == true
      }
      #expect(isTried)
      let auditor = try Self.everything(server, jobs, token: try Self.token("uma", "acme", "auditor"))
      for secret in Self.secrets + Self.unread { #expect(auditor.contains { $0.text.contains(secret) }, "\(secret)") }
      let viewers = [
        Viewer(name: "bob", token: try Self.token("bob", "acme", "clerk"), hidden: Self.secrets),
        Viewer(name: "nina", token: try Self.token("nina", "newco", "auditor"), hidden: Self.secrets + Self.unread),
        Viewer(name: "namesake", token: try Self.token("ann", "newco", "clerk"), hidden: Self.secrets + Self.unread),
        Viewer(name: "gateway", token: try Self.token("gate", "newco", "gateway"), hidden: Self.secrets + Self.unread),
      ]
      for viewer in viewers {
        let told = try Self.everything(server, jobs, token: viewer.token)
        #expect(told.count > 60)
        for hidden in viewer.hidden {
          for (place, text) in told where text.contains(hidden) {
            let start = text.range(of: hidden).map { text[..<$0.upperBound].suffix(300) } ?? ""
            Issue.record("\(viewer.name) sees \(hidden) in \(place): \(start)")
          }
        }
      }
    }
  }

  /// Lets proposals with the secrets be accepted, be refused, wait, be at fault and be looked up.
  ///
  /// - Returns: the ids of the jobs.
  private static func live(_ server: IdentityServer, _ ann: String) throws -> [String] {
    let lib = try token("lib", "acme", "lead")
    func fact(_ fact: String) throws {
      let answer = try server.ask("POST", "/control", #"{"control_type":"inject_fact","payload":\#(fact)}"#, token: lib)
      #expect(answer.status == 200, "\(answer.body)")
    }
    try fact(#"{"type":"code.known","code":"ANNCODE","word":"LIBWORD"}"#)
    try fact(#"{"type":"clerk.known","user_id":"ANNCLERK"}"#)
    let proposals = [
      hold("ann-1", #""iban":"ANNIBAN","pay":7171717171,"plain":"ANNPLAIN","code":"ANNCODE""#),
      hold("ann-2", #""iban":"letbad","pay":7171717171,"plain":"ANNPLAIN","code":"ANNCODE""#),
      hold("ann-3", #""iban":"ANNIBAN","pay":"ANNBADPAY","plain":"ANNPLAIN","code":"ANNCODE""#),
      hold("ann-4", #""iban":"ANNIBAN","pay":7171717171,"plain":"wait","code":"ANNCODE""#),
      hold("ann-1", #""iban":"ANNIBAN","pay":7171717171,"plain":"other","code":"ANNCODE""#),
      #"{"action":"peek","k":"ann-1"}"#,
    ]
    let told = try proposals.map { try server.ask("POST", "/jobs", $0, token: ann) }
    let outcomes = told.map { $0.body.contains(#""status":"waiting""#) ? "waiting" : $0["decision"] }
    #expect(outcomes == ["accepted", "rejected", "rejected", "waiting", "halted", "rejected"], "\(told.map(\.body))")
    return told.compactMap { $0["job_id"] }
  }

  private static func hold(_ k: String, _ fields: String) -> String { #"{"action":"hold_card","k":"\#(k)",\#(fields)}"# }

  @Test("a namesake of another organisation takes over no run that waits, and gets no answer that was given")
  func namesakes() throws {
    try withIdentityServer { server in
      let ann = try Self.token("ann", "acme", "clerk")
      let namesake = try Self.token("ann", "newco", "clerk")
      let waits = #"{"proposal_id":"p1","action":"place_order","order_id":"o1","amount":20}"#
      let keyed = #"{"proposal_id":"p2","action":"place_order","order_id":"o2","amount":1,"idempotency_key":"k"}"#
      for (proposal, status) in [(waits, "waiting"), (keyed, "accepted")] {
        let own = try server.ask("POST", "/jobs", proposal, token: ann)
        #expect(own.status == 201 && own.body.contains(status), "\(own.body)")
        let taken = try server.ask("POST", "/jobs", proposal, token: namesake)
        #expect(taken["truth_id"] == "converge.idempotency.conflict" && taken["job_id"] != own["job_id"], "\(taken.body)")
        let asked = try server.ask("POST", "/dry-run", proposal, token: namesake)
        #expect(asked["truth_id"] == "converge.idempotency.conflict", "\(asked.body)")
        let job = "/jobs/\(own["job_id"] ?? "")"
        #expect(try server.ask("GET", job, token: namesake).status == 404)
        #expect(try server.ask("GET", job, token: ann).status == 200)
      }
    }
  }

  // MARK: Requests

  /// A request to a route.
  private struct Request {
    var method = "GET"
    var path: String
    var body: String?
    var headers: [String] = []
  }

  /// Returns everything that a person gets from every route, and by a call of gRPC and a WebSocket.
  private static func everything(
    _ server: IdentityServer, _ jobs: [String], token: String
  ) throws -> [(place: String, text: String)] {
    let size = try #require(try server.ask("GET", "/ledger/head", token: token).json["size"] as? Int)
    var told: [(place: String, text: String)] = []
    for name in RouteName.allCases {
      for request in requests(of: name, jobs, size: size) {
        let answer = try server.ask(request.method, request.path, request.body, token: token, headers: request.headers)
        #expect(answer.status < 500, "\(request.path): \(answer.body)")
        told.append(("\(request.method) \(request.path) \(request.body ?? "")", answer.head + answer.body))
      }
    }
    let client = try server.server.socket(headers: ["Authorization: Bearer \(token)"])
    let messages = [
      #"{"resume":{"resume_from_seq":0,"subscribe":false}}"#, #"{"snapshot":{}}"#, #"{"range":{"from":1,"to":100}}"#,
    ]
    for message in messages {
      client.send(message)
      told.append(("WebSocket \(message)", String(decoding: client.next()?.payload ?? [], as: UTF8.self)))
    }
    let call = CallClient(server.server.grpc, token: token)
    let snapshot = try call.snapshot()
    told.append(("Snapshot", "\(snapshot.runs) " + String(decoding: snapshot.state, as: UTF8.self)))
    for entry in try snapshot.entries + call.watch(5) { told.append(("Watch", String(decoding: entry.payload, as: UTF8.self))) }
    return told
  }

  private static let bodies = [
    #"{"action":"hold_card","k":"ann-1","iban":"guess","pay":1,"code":"guess"}"#, #"{"action":"peek","k":"ann-1"}"#,
    #"{"action":"refund_card","k":"ann-1","iban":"guess"}"#, #"{"action":"refund_card","k":"ann-1"}"#,
    #"{"actor":{"type":"user","user_id":"ann","device_id":"d","org_id":"acme","roles":["clerk"]},"action":"peek","k":"ann-1"}"#,
  ]

  /// Returns the requests to a route that may tell something.
  private static func requests(of name: RouteName, _ jobs: [String], size: Int) -> [Request] {
    func post(_ bodies: [String]) -> [Request] { bodies.map { Request(method: "POST", path: name.template, body: $0) } }
    func each(_ ids: [String], _ parameter: String) -> [Request] {
      ids.map { Request(path: name.template.replacing("{\(parameter)}", with: $0)) }
    }
    let access = #""subject":{"type":"user","id":"ann-1"},"action":{"name":"peek"},"resource":{"type":"card","id":"ann-1"}"#
    switch name {
    case .page, .actor, .vocabulary, .handbook, .capabilities, .ledgerHead, .truths, .pendingTruths, .health, .readiness,
      .metrics, .openAPI, .accessMetadata:
      return [Request(path: name.template)]
    case .pageFile: return each(["main.js"], "file")
    case .handbookChapter: return each(["shop"], "chapter")
    case .jobs: return post(Array(bodies.dropFirst())) + [Request(method: "POST", path: "/jobs?wait=0", body: bodies[1])]
    case .job, .jobEvents: return each(jobs, "job_id")
    case .jobControl:
      return jobs.flatMap { job in
        ["pause", "resume", "consent"].map { type in
          Request(method: "POST", path: "/jobs/\(job)/control", body: #"{"control_type":"\#(type)"}"#)
        }
      }
    case .control: return post([#"{"control_type":"inject_fact","payload":{"type":"code.known","code":"x","word":"y"}}"#])
    case .events: return [Request(path: "/events"), Request(path: "/events?entry_types=fact,decision")]
    // A WebSocket takes messages instead.
    case .stream: return []
    case .dryRun, .whyNot: return post(bodies + bodies.map { #"{"proposal":\#($0)}"# })
    case .suggest: return post(["{}"] + bodies.map { #"{"proposal":\#($0)}"# })
    case .why:
      return each((1...size).map(String.init) + ["card.held:ann-1", "code.known:ANNC", "clerk.known:ann"], "entry")
    case .inbox: return [Request(path: "/inbox"), Request(path: "/inbox?all=true")]
    case .decisions:
      return ["", "?actor=ann", "?intent=hold_card", "?outcome=rejected", "?truth=shop.holding"].map {
        Request(path: "/decisions\($0)")
      }
    case .ledgerEntry: return each((1...size).map(String.init), "entry")
    case .ledgerConsistency: return [Request(path: "/ledger/consistency?from=1")]
    case .adoption: return post([#"{"truths":"sha256:\#(String(repeating: "0", count: 64))"}"#])
    case .accessEvaluation: return post(["{\(access)}", #"{\#(access),"options":{"would_pass":true}}"#])
    case .accessEvaluations: return post([#"{\#(access),"evaluations":[{},{}]}"#])
    case .subjectSearch, .resourceSearch, .actionSearch: return post(["{\(access)}"])
    }
  }

  private static let rules = """
    pack shop:
      version: 1.0.0

    fact card.held:
      key: [k]
      fields:
        k: text
        iban: {type: text, sensitive: true}
        pay: {type: integer, sensitive: true}
        code: {type: text, sensitive: true}
        plain: text?

    fact card.refunded:
      key: [k]
      fields:
        k: text
        iban: text?

    fact code.known:
      key: [code]
      external: true
      fields:
        code: {type: text, sensitive: true}
        word: text

    fact clerk.known:
      key: [user_id]
      external: true
      fields:
        user_id: text

    intent hold_card:
      fields:
        k: text
        iban: {type: text, sensitive: true}
        pay: {type: integer, sensitive: true}
        code: {type: text, sensitive: true}
        plain: text?

    intent refund_card:
      fields:
        k: text
        iban: text?

    intent peek:
      authzen: {action: peek, resource: card, id: k, subjects: clerk.known, resources: card.held}
      fields:
        k: text

    table tier:
      inputs:
        n: integer
      output: text
      rows:
        - n < 100 → "low"
        - otherwise → "high"

    truth holding:
      when:
        - intent: hold_card
      let:
        big: upper(iban)
      requires:
        - k exists
        - pay exists
        - code exists
        - big != "LETBAD"
      invariants:
        - plain exists and plain == "wait" and pay > 5 → requires_approval(lead)
      produces:
        - fact.card.held
        - trace.shop.held

    truth refunding:
      when:
        - intent: refund_card
      requires:
        - k exists and card.held(k = k).iban == iban
      produces:
        - fact.card.refunded
        - trace.shop.refunded

    truth peeking:
      when:
        - intent: peek
      let:
        held: "{card.held(k = k).iban}/{card.held(k = k).pay}"
        word: code.known(code = card.held(k = k).code).word
      requires:
        - k exists
        - tier(card.held(k = k).pay) == "low"
        - held == "none"
        - word == "none"
        - count(q in card.held where q.pay > 5) == 0
      produces:
        - trace.shop.peeked

    truth overrides:
      when:
        - fact: override.used
      produces:
        - trace.shop.override

    blueprint paying:
      outcome: A card is held and paid back
      packs: [shop]
      steps: [hold_card, refund_card]

    """

  private static let trust = """
    pack trust:
      version: 1.0.0

    truth seeing:
      when:
        - intent: read_sensitive
      requires:
        - org_id == "acme" and "auditor" in actor.roles
      produces:
        - trace.trust.seeing

    truth asking:
      when:
        - intent: ask_for_others
      requires:
        - '"gateway" in actor.roles'
      produces:
        - trace.trust.asking

    """
}
