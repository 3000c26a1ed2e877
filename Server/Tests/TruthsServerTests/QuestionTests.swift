import Foundation
import Testing

/// Questions over real sockets, by people of two organisations (server §11).
@Suite(.serialized)
struct QuestionTests {
  /// Orders with a sensitive card; large ones wait for a manager.
  static let rules = """
    pack shop:
      version: 1.0.0

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        amount: integer
        card: {type: text?, sensitive: true}

    fact order.refunded:
      key: [order_id]
      fields:
        order_id: text

    fact stock.counted:
      key: [sku]
      external: true
      fields:
        sku: text

    intent place_order:
      fields:
        order_id: text
        amount: integer
        card: {type: text?, sensitive: true}

    intent refund_order:
      fields:
        order_id: text
        card: {type: text?, sensitive: true}

    intent use_stock:
      fields:
        sku: text

    truth ordering:
      when:
        - intent: place_order
      requires:
        - order_id exists
        - amount > 0 else "An order is for something"
      invariants:
        - amount > 10 → requires_approval(manager)
      produces:
        - fact.order.placed
        - trace.shop.ordering

    truth refunding:
      when:
        - intent: refund_order
      requires:
        - order_id exists
        - order.placed else "There is no order {order_id}"
        - card exists
        - order.placed.card == card
      produces:
        - fact.order.refunded
        - trace.shop.refunding

    truth using:
      when:
        - intent: use_stock
      requires:
        - sku exists
        - stock.counted else "Nobody counted {sku}"
      produces:
        - trace.shop.using

    truth overrides:
      when:
        - fact: override.used
      produces:
        - trace.shop.override

    blueprint buying:
      outcome: An order, and the way back
      packs: [shop]
      steps: [place_order, refund_order]

    """

  /// A server, and the tokens of a clerk and a manager of one organisation, and a clerk of another.
  private func withShop(_ work: (IdentityServer, (ann: String, mia: String, eve: String)) throws -> Void) throws {
    func token(_ name: String, _ organisation: String, _ role: String) throws -> String {
      try TestToken().with("sub", name).with("org", organisation).with("roles", [role]).text()
    }
    let tokens = (
      ann: try token("ann", "acme", "clerk"), mia: try token("mia", "acme", "manager"), eve: try token("eve", "evil", "clerk")
    )
    try withIdentityServer(text: Self.rules) { try work($0, tokens) }
  }

  private func order(_ id: String, amount: Int = 1) -> String {
    #"{"action":"place_order","order_id":"\#(id)","amount":\#(amount),"card":"4929-\#(id)"}"#
  }

  private func refund(_ id: String, card: String = "4000") -> String {
    #"{"action":"refund_order","order_id":"\#(id)","card":"\#(card)"}"#
  }

  private func list(_ answer: RawClient.Answer, _ name: String) -> [[String: Any]] {
    answer.json[name] as? [[String: Any]] ?? []
  }

  @Test("a dry run, what would change it, and what could come next leave nothing, and tell nobody what is not theirs")
  func proposals() throws {
    try withShop { server, tokens in
      #expect(try server.ask("POST", "/jobs", order("o1"), token: tokens.ann).status == 201)
      let head = try server.ask("GET", "/ledger/head", token: tokens.ann)
      let dry = try server.ask("POST", "/dry-run", order("o2"), token: tokens.ann)
      #expect(dry.status == 200 && dry["decision"] == "accepted" && dry["decision_id"] == nil, "\(dry.body)")
      #expect(dry["truths"] == head["truths"] && (dry.json["head"] as? [String: Any])?["head"] as? String == head["head"])
      #expect(dry.body.contains(#""card":"***""#) && dry.body.contains("4929-o2"))
      let beside = #"{"proposal":{"action":"use_stock","sku":"pen"},"facts":[{"type":"stock.counted","sku":"pen"}]}"#
      #expect(try server.ask("POST", "/dry-run", beside, token: tokens.ann)["decision"] == "accepted")
      let alone = #"{"proposal":{"action":"use_stock","sku":"pen"}}"#
      #expect(try server.ask("POST", "/dry-run", alone, token: tokens.ann)["reason"] == "Nobody counted pen")
      let mended = try server.ask("POST", "/why-not", order("o3", amount: 0), token: tokens.ann)
      #expect(mended.status == 200 && mended["decision"] == "rejected" && !list(mended, "ways").isEmpty)
      let probe = try server.ask("POST", "/why-not", refund("o1"), token: tokens.mia)
      #expect(probe["decision"] == "rejected" && !probe.body.contains("4929-"), "\(probe.body)")
      let stranger = try server.ask("POST", "/why-not", refund("e9"), token: tokens.eve)
      #expect(stranger["decision"] == "rejected" && !stranger.body.contains(#""o1""#), "\(stranger.body)")
      let next = try server.ask("POST", "/suggest", "{}", token: tokens.ann)
      #expect(next.status == 200 && next.body.contains(#""order_id":"o1""#) && !next.body.contains("4929-"), "\(next.body)")
      #expect(try !server.ask("POST", "/suggest", "{}", token: tokens.eve).body.contains(#""o1""#))
      #expect(try server.ask("GET", "/ledger/head", token: tokens.ann).body == head.body)
    }
  }

  @Test("a question as somebody else is refused as a proposal is")
  func others() throws {
    try withShop { server, tokens in
      let eve = #"{"type":"user","user_id":"eve","device_id":"desk","org_id":"evil","roles":["clerk"]}"#
      let claimed = #"{"actor":\#(eve),"action":"place_order","order_id":"o1","amount":1}"#
      let refused = try server.ask("POST", "/dry-run", claimed, token: tokens.ann)
      #expect(refused["truth_id"] == "converge.actor.mismatch")
      #expect(try server.ask("POST", "/why-not", claimed, token: tokens.ann)["decision"] == "rejected")
      #expect(try server.ask("POST", "/dry-run", claimed, token: tokens.eve)["decision"] == "accepted")
      for path in ["/dry-run", "/why-not", "/suggest", "/inbox", "/decisions", "/why/1", "/ledger/entries/ctx_1"] {
        #expect(try server.server.ask(path.hasPrefix("/dry") ? "POST" : "GET", path, "{}").status == 401, "\(path)")
      }
    }
  }

  @Test("why, the inbox, decisions and entries tell of what one may read")
  func ledger() throws {
    try withShop { server, tokens in
      let accepted = try server.ask("POST", "/jobs", order("o1"), token: tokens.ann)
      let id = try #require(accepted["decision_id"])
      let waiting = try server.ask("POST", "/jobs", order("o2", amount: 20), token: tokens.ann)
      let why = try server.ask("GET", "/why/\(id)", token: tokens.ann)
      #expect(why.status == 200 && why["decision_id"] == id && !list(why, "nodes").isEmpty && why.body.contains("4929-o1"))
      let colleague = try server.ask("GET", "/why/\(id)", token: tokens.mia)
      #expect(colleague.status == 200 && !colleague.body.contains("4929-"), "\(colleague.body)")
      #expect(list(try server.ask("GET", "/inbox", token: tokens.mia), "inbox").first?["job_id"] as? String == waiting["job_id"])
      #expect(list(try server.ask("GET", "/inbox", token: tokens.ann), "inbox").isEmpty)
      #expect(list(try server.ask("GET", "/inbox?all=true", token: tokens.ann), "inbox").count == 1)
      #expect(list(try server.ask("GET", "/decisions?outcome=waiting", token: tokens.mia), "decisions").count == 1)
      let entry = try server.ask("GET", "/ledger/entries/\(id)", token: tokens.mia)
      #expect(entry.status == 200 && (entry.json["entry"] as? [String: Any])?["entry_id"] as? String == id)
      for path in ["/why/\(id)", "/ledger/entries/\(id)", "/why/nothing", "/ledger/entries/nothing", "/why/order.placed:o1"] {
        let stranger = try server.ask("GET", path, token: tokens.eve)
        #expect(stranger.status == 404 && stranger["code"] == "not_found", "\(path)")
      }
      for path in ["/inbox?all=true", "/decisions"] {
        let stranger = try server.ask("GET", path, token: tokens.eve)
        #expect(stranger.status == 200 && !stranger.body.contains("o1") && !stranger.body.contains("job_"), "\(stranger.body)")
      }
      let proposals = try server.ask("GET", "/events?entry_types=proposal", token: tokens.mia).json["events"] as? [[String: Any]]
      let proposal = proposals?.compactMap { $0["payload"] as? [String: Any] }.first { $0["entry_id"] != nil }
      let masked = try server.ask("GET", "/ledger/entries/\(proposal?["entry_id"] ?? "")", token: tokens.mia)
      #expect(masked.status == 200 && masked.body.contains(#""masked":["payload.card"]"#) && !masked.body.contains("4929-"))
    }
  }

  @Test("who has an entry is told that it is as it was, and how the ledger has grown since")
  func proofs() throws {
    try withShop { server, tokens in
      let first = try server.ask("POST", "/jobs", order("o1"), token: tokens.ann)
      let id = try #require(first["decision_id"])
      let size = (first.json["head"] as? [String: Any])?["size"] as? Int ?? 0
      let entry = try server.ask("GET", "/ledger/entries/\(id)", token: tokens.ann)
      let tag = try #require(
        entry.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("etag: ") }?.dropFirst("etag: ".count))
      #expect(tag.hasPrefix("W/\"") && entry.json["size"] as? Int == size)
      #expect((entry.json["inclusion"] as? [Any])?.isEmpty == false)
      let sequence = (entry.json["entry"] as? [String: Any])?["sequence"] as? Int ?? 0
      #expect(try server.ask("GET", "/ledger/entries/\(sequence)", token: tokens.ann).body == entry.body)
      for number in 2...9 { #expect(try server.ask("POST", "/jobs", order("o\(number)"), token: tokens.ann).status == 201) }
      for header in ["If-None-Match: \(tag)", "If-None-Match: \"x\", \(tag)", "If-None-Match: *"] {
        let known = try server.ask("GET", "/ledger/entries/\(id)", token: tokens.ann, headers: [header])
        #expect(known.status == 304 && known.body.isEmpty, "\(header)")
      }
      let changed = try server.ask("GET", "/ledger/entries/\(id)", token: tokens.ann, headers: ["If-None-Match: \"x\""])
      #expect(changed.status == 200 && changed.json["size"] as? Int ?? 0 > size)
      let grown = try server.ask("GET", "/ledger/consistency?from=\(size)", token: tokens.eve)
      let head = try server.ask("GET", "/ledger/head", token: tokens.eve)
      #expect(grown.status == 200 && grown["head"] == head["head"] && grown.json["to"] as? Int == head.json["size"] as? Int)
      #expect((grown.json["consistency"] as? [String])?.first?.hasPrefix("sha256:") == true)
      let past = try server.ask("GET", "/ledger/consistency?from=1&to=\(size)", token: tokens.ann)
      #expect(past["head"] == (first.json["head"] as? [String: Any])?["head"] as? String)
    }
  }

  @Test("every decision is on one page, while others are made")
  func pages() throws {
    try withShop { server, tokens in
      var made: [String] = []
      func decide(_ id: String) throws {
        made.append(try server.ask("POST", "/jobs", order(id), token: tokens.ann)["decision_id"] ?? "")
      }
      for number in 1...5 { try decide("o\(number)") }
      var (seen, path, count): ([String], String?, Int) = ([], "/decisions?limit=2", 0)
      while let next = path, count < 50 {
        let page = try server.ask("GET", next, token: tokens.mia)
        #expect(page.status == 200 && list(page, "decisions").count <= 2, "\(page.body)")
        seen += list(page, "decisions").compactMap { $0["decision_id"] as? String }
        path = page["next"].map { "/decisions?limit=2&page=\($0)" }
        count += 1
        if count < 4 { try decide("more\(count)") }
      }
      #expect(seen == made)
    }
  }

  @Test(
    "questions at fault are told so",
    arguments: [
      ("POST", "/dry-run", "{x", 400, "bad_body"), ("POST", "/why-not", "[]", 400, "bad_body"),
      ("POST", "/suggest", "", 400, "bad_body"), ("POST", "/suggest", #"{"action":"a"}"#, 400, "bad_body"),
      ("POST", "/dry-run", #"{"proposal":{"action":"a"},"facts":{}}"#, 400, "bad_body"),
      ("POST", "/dry-run", #"{"proposal":{"action":"a"},"facts":[{"type":"none"}]}"#, 400, "bad_body"),
      ("POST", "/dry-run?ways=true", "{}", 400, "bad_query"), ("GET", "/dry-run", "{}", 405, "method_not_allowed"),
      ("GET", "/inbox?all=yes", "{}", 400, "bad_query"), ("GET", "/decisions?limit=0", "{}", 400, "bad_query"),
      ("GET", "/decisions?outcome=fine", "{}", 400, "bad_query"), ("GET", "/decisions?since=now", "{}", 400, "bad_query"),
      ("GET", "/decisions?page=x", "{}", 400, "bad_query"), ("GET", "/decisions?page=99999", "{}", 400, "bad_query"),
      ("GET", "/ledger/consistency", "{}", 400, "bad_query"), ("GET", "/ledger/consistency?from=9&to=1", "{}", 400, "bad_query"),
      ("GET", "/ledger/consistency?from=0&to=99999", "{}", 400, "bad_query"), ("GET", "/why/", "{}", 404, "not_found"),
      ("GET", "/ledger/entries/", "{}", 404, "not_found"), ("DELETE", "/decisions", "{}", 405, "method_not_allowed"),
    ])
  func faults(method: String, path: String, body: String, status: Int, code: String) throws {
    try withServer { server in
      let answer = try server.ask(method, path, body)
      #expect(answer.status == status && answer["code"] == code, "\(answer.body)")
      #expect(answer["detail"]?.isEmpty == false)
      #expect(try server.order("o1").status == 201)
    }
  }

  @Test("deep and large bodies are answered, and the server goes on")
  func hostile() throws {
    try withServer { server in
      let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
      let wide = (0..<20_000).map { #""f\#($0)":1"# }.joined(separator: ",")
      for path in ["/dry-run", "/why-not"] {
        #expect(try server.ask("POST", path, #"{"action":\#(deep)}"#).status == 400)
        #expect(try server.ask("POST", path, #"{"action":"place_order",\#(wide)}"#)["decision"] == "rejected")
        #expect(try server.ask("POST", path, #"{"action":"\#(String(repeating: "a", count: 1_000_001))"}"#).status == 413)
        #expect(try server.ask("POST", path, "{}", headers: ["Content-Type: text/plain"]).status == 415)
      }
      let wrong = ["%00", "0", "%ff%fe", "9223372036854775807", "-1", "-9223372036854775808", "%F0%9F%98%80"]
      for path in wrong.flatMap({ ["/why/\($0)", "/ledger/entries/\($0)"] }) {
        #expect(try server.ask("GET", path).status == 404, "\(path)")
      }
      let order = try server.order("o1")
      #expect(order.status == 201)
    }
  }
}
