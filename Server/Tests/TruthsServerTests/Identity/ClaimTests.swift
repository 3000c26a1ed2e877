import Foundation
import Testing

/// The mapping of claims to an actor (server §6).
@Suite(.serialized)
struct ClaimTests {
  @Test("a claim that is missing, or of the wrong kind, is told")
  func faults() throws {
    var issuer = IdentityServer.issuer
    issuer["actor"] = ["type": "kind", "user_id": "sub", "device_id": "device", "org_id": "org", "roles": "roles"]
    try withIdentityServer(["issuers": [issuer]]) { server in
      let token = TestToken().with("kind", "agent")
      #expect(try server.ask("GET", "/ledger/head", token: try token.text()).status == 200)
      for claim in ["kind", "sub", "device", "org", "roles"] {
        let values: [Any?] = [nil, NSNull(), 1, true, ["x": "y"], [1], [["x"]]]
        for value in values {
          let answer = try server.ask("GET", "/ledger/head", token: try token.with(claim, value).text())
          #expect(answer.status == 401 && answer["detail"]?.contains("`\(claim)`") == true, "\(claim): \(answer.body)")
        }
      }
      for (claim, value) in [("kind", "robot"), ("sub", ""), ("sub", " ann"), ("org", ""), ("device", "\u{200B}")] {
        let answer = try server.ask("GET", "/ledger/head", token: try token.with(claim, value).text())
        #expect(answer.status == 401 && answer["detail"]?.contains("are no actor") == true, "\(claim) `\(value)`: \(answer.body)")
      }
    }
  }

  @Test("roles are a list, or a text with spaces; members that are not mapped are left out")
  func members() throws {
    var issuer = IdentityServer.issuer
    issuer["actor"] = ["user_id": "sub", "org_id": "org", "roles": "scope"]
    try withIdentityServer(["issuers": [issuer]]) { server in
      let cases: [(Any, String)] = [("clerk  manager", #"["clerk","manager"]"#), (["a b"], #"["a b"]"#), ("", "[]")]
      for (scope, roles) in cases {
        let token = try TestToken().with("scope", scope).text()
        #expect(try server.order("o-\(roles.count)", token: token).status == 201)
        let events = try server.ask("GET", "/events", token: token)
        let actor = #""actor":{"org_id":"acme","roles":\#(roles),"type":"user","user_id":"ann"}"#
        #expect(events.body.contains(actor), "\(events.body)")
      }
    }
  }
}
