import Foundation
import HTTPTypes
import Testing

@testable import TruthsServer

/// The document at `/openapi.json` (server §5.2).
@Suite(.serialized)
struct OpenAPITests {
  private let document = OpenAPIDocument(publicURL: nil).value

  private func member(_ path: String...) -> ClaimValue? { path.reduce(document) { $0?.object?[$1] } }

  @Test("every route is described with its methods and parameters, and no other", arguments: RouteName.allCases)
  func routes(name: RouteName) throws {
    let route = try #require(Route(path: name.template))
    #expect(route.name == name)
    let path = try #require(member("paths", name.template)?.object)
    #expect(Set(path.keys) == Set(route.methods.map { $0.rawValue.lowercased() }))
    for (method, operation) in path {
      let parameters = operation.object?["parameters"]?.list ?? []
      let inQuery = parameters.filter { $0.object?["in"]?.text == "query" }.compactMap { $0.object?["name"]?.text }
      #expect(inQuery == route.parameters, "\(method) \(name.template)")
      for parameter in parameters { #expect(parameter.object?["description"]?.text?.isEmpty == false, "\(parameter)") }
      let named = parameters.filter { $0.object?["in"]?.text == "path" }.compactMap { $0.object?["name"]?.text }
      #expect(named.map { "{\($0)}" } == name.template.split(separator: "/").filter { $0.hasPrefix("{") }.map(String.init))
    }
    #expect(member("paths")?.object?.count == RouteName.allCases.count)
  }

  @Test("each parameter that is described is one that some route takes, and is described once")
  func parameters() {
    let taken = Set(RouteName.allCases.flatMap { Route(path: $0.template)?.parameters ?? [] })
    let inPaths = RouteName.allCases.flatMap { $0.template.split(separator: "/") }.filter { $0.hasPrefix("{") }
    let names = ParameterDescription.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names) == taken.union(inPaths.map { String($0.dropFirst().dropLast()) }))
  }

  @Test("every fault is an answer of some operation, with its status", arguments: HTTPProblem.Code.allCases)
  func problems(code: HTTPProblem.Code) {
    let operations = (member("paths")?.object ?? [:]).values.flatMap { $0.object?.values.map(\.self) ?? [] }
    let texts = operations.compactMap {
      $0.object?["responses"]?.object?["\(code.status.code)"]?.object?["description"]?.text
    }
    #expect(texts.contains { $0.contains("`\(code.rawValue)`") })
    let listed = member("components", "schemas", "Problem", "properties", "code", "enum")?.list ?? []
    #expect(listed.contains(.text(code.rawValue)))
  }

  @Test("each reference leads to a schema of the document, and each schema is referred to")
  func references() {
    var found = Set<String>()
    func collect(_ value: ClaimValue) {
      switch value {
      case .object(let members):
        if let target = members["$ref"]?.text { found.insert(target) }
        members.values.forEach(collect)
      case .list(let values): values.forEach(collect)
      default: break
      }
    }
    collect(document)
    let names = (member("components", "schemas")?.object ?? [:]).keys
    #expect(found == Set(names.map { "#/components/schemas/\($0)" }))
  }

  @Test("answers have the members that the document names, and no others")
  func answers() throws {
    try withServer { server in
      let order = try server.order("o1", headers: ["Idempotency-Key: k"])
      let id = try #require(order["job_id"])
      var asked = try [
        ("Answer", order), ("Answer", server.order("o1", headers: ["Idempotency-Key: k"])),
        ("Answer", server.order("o2", amount: 20)), ("Answer", server.order("o3", amount: 20, query: "?wait=1")),
        ("Answer", server.ask("POST", "/control", #"{"control_type":"pause"}"#)),
        ("Answer", server.ask("POST", "/control", #"{"control_type":"resume"}"#)),
        ("Job", server.ask("GET", "/jobs/\(id)")), ("Delta", server.ask("GET", "/events")),
        ("Delta", server.ask("GET", "/events?stream_id=str_other")), ("capabilities", server.ask("GET", "/capabilities")),
        ("LedgerHead", server.ask("GET", "/ledger/head")), ("Health", server.ask("GET", "/healthz")),
        ("Readiness", server.ask("GET", "/readyz")), ("Document", server.ask("GET", "/openapi.json")),
        ("Problem", server.ask("GET", "/events?x=1")), ("Problem", server.ask("POST", "/jobs", "{")),
      ]
      asked += try questions(server, order)
      for (name, answer) in asked { expect(Set(answer.json.keys), like: name) }
      let events = try server.ask("GET", "/events").json["events"] as? [[String: Any]] ?? []
      #expect(events.count > 3)
      for event in events { expect(Set(event.keys), like: "Event") }
    }
  }

  private func questions(_ server: ServerProcess, _ order: RawClient.Answer) throws -> [(String, RawClient.Answer)] {
    let proposal = #"{"action":"place_order","order_id":"o9","amount":1}"#
    let access = #"{"subject":{"type":"user","id":"a"},"action":{"name":"read"},"resource":{"type":"b","id":"c"},"page":{}}"#
    let decision = try #require(order["decision_id"])
    let size = try server.ask("GET", "/ledger/head").json["size"] as? Int ?? 0
    return try [
      ("DryRun", server.ask("POST", "/dry-run", proposal)), ("WhyNot", server.ask("POST", "/why-not", proposal)),
      ("Suggestions", server.ask("POST", "/suggest", "{}")), ("Why", server.ask("GET", "/why/\(decision)")),
      ("Inbox", server.ask("GET", "/inbox?all=true")), ("Decisions", server.ask("GET", "/decisions?limit=1")),
      ("LedgerEntry", server.ask("GET", "/ledger/entries/\(decision)")),
      ("Consistency", server.ask("GET", "/ledger/consistency?from=1&to=\(size)")),
      ("RulesInForce", server.ask("GET", "/truths")), ("Sender", server.ask("GET", "/actor")),
      ("Vocabulary", server.ask("GET", "/vocabulary")), ("Handbook", server.ask("GET", "/handbook")),
      ("HandbookChapter", server.ask("GET", "/handbook/pack-shop")),
      ("AccessMetadata", server.ask("GET", "/.well-known/authzen-configuration")),
      ("AccessDecision", server.ask("POST", "/access/v1/evaluation", access)),
      ("AccessResults", server.ask("POST", "/access/v1/search/action", access)),
    ]
  }

  private func expect(_ members: Set<String>, like name: String) {
    let schema = member("components", "schemas", name)?.object
    let known = Set((schema?["properties"]?.object ?? [:]).keys)
    let required = Set(schema?["required"]?.texts ?? [])
    #expect(!members.isEmpty && members.subtracting(known) == [] && required.subtracting(members) == [], "\(name)")
  }

  @Test("the server gives the document, and takes the methods that it names and no others")
  func served() throws {
    try withServer { server in
      let answer = try server.ask("GET", "/openapi.json")
      #expect(answer.status == 200 && answer.head.contains("application/json"))
      #expect(ClaimValue(json: Data(answer.body.utf8)) == document)
      for name in RouteName.allCases {
        let path = name.template.replacing("{job_id}", with: "job_none").replacing("{entry}", with: "none").replacing(
          "{file}", with: "none"
        ).replacing("{chapter}", with: "none")
        let methods = Route(path: name.template)?.methods.map(\.rawValue) ?? []
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
          let status = try server.ask(method, path, method == "POST" ? "{}" : nil).status
          #expect((status == 405) == !methods.contains(method), "\(method) \(path): \(status)")
        }
      }
    }
  }
}
