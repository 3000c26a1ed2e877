import Foundation
import Testing
import TruthsServerTestSupport

@testable import TruthsServer

/// A server behind a proxy, and the ceilings of one (server §1).
@Suite(.serialized)
struct PublicURLTests {
  @Test(
    "a public URL is a scheme, a host and perhaps a port",
    arguments: [
      ("https://truths.example", "https://truths.example", ["truths.example", "truths.example:443"]),
      ("https://Truths.Example/", "https://truths.example", ["truths.example", "truths.example:443"]),
      ("http://truths.example:80", "http://truths.example", ["truths.example", "truths.example:80"]),
      ("https://truths.example:8443", "https://truths.example:8443", ["truths.example:8443"]),
    ])
  func forms(text: String, url: String, hosts: [String]) throws {
    let read = try PublicURL(text)
    #expect(read.text == url && read.origin == url && read.hosts == hosts)
  }

  @Test(
    "another one is wrong use",
    arguments: ["", "truths.example", "ftp://a", "https://", "https://a/b", "https://a?b", "https://a#b", "https://u:p@a"])
  func faults(text: String) {
    let fault = #expect(throws: StartFault.self) { try PublicURL(text) }
    #expect(fault?.status == .wrongUse && fault?.description.contains("--public-url") == true)
  }

  @Test("a server answers to its public URL, and to its own address still")
  func proxy() throws {
    try withScratchDirectory { folder in
      let access = ["--actor", ServerProcess.ann, "--public-url", "https://truths.example"]
      let server = try ServerProcess(in: folder, access: access)
      defer { server.process.kill() }
      let cases = [
        (["Host: truths.example"], 200), (["Host: TRUTHS.example:443"], 200), (["Host: evil.example"], 403),
        (["Host: truths.example:80"], 403), (["Host: truths.example", "Origin: https://truths.example"], 200),
        (["Host: truths.example", "Origin: http://truths.example"], 403), ([], 200), (["Origin: http://\(server.address)"], 200),
      ]
      for (headers, status) in cases {
        #expect(try server.ask("GET", "/healthz", headers: headers).status == status, "\(headers)")
      }
      let servers = try server.ask("GET", "/openapi.json").json["servers"] as? [[String: String]]
      #expect(servers == [["url": "https://truths.example"]])
    }
  }

  @Test("no message lifts the ceilings of a server")
  func ceilings() throws {
    try withScratchDirectory { folder in
      let access = ["--actor", ServerProcess.ann, "--max-facts", "5", "--max-work", "1000000"]
      let server = try ServerProcess(in: folder, access: access)
      defer { server.process.kill() }
      for (name, most) in [("max_facts", 5), ("max_work", 1_000_000)] {
        func update(_ value: Int) throws -> RawClient.Answer {
          try server.ask("POST", "/control", #"{"control_type":"update_budget","payload":{"\#(name)":\#(value)}}"#)
        }
        let refused = try update(most + 1)
        #expect(refused.status == 409 && refused["detail"]?.contains("at most \(most)") == true)
        #expect(try update(most - 1).status == 200)
      }
      let budgets = try server.ask("GET", "/capabilities").json["budgets"] as? [String: Int]
      #expect(budgets?["max_facts"] == 4)
    }
    try withScratchDirectory { folder in
      try ServerProcess.writeRules(to: folder)
      for option in ["--max-work", "--max-facts"] {
        let arguments = [
          folder.path, "--ledger", folder.appending(path: "l").path, "--actor", ServerProcess.ann, option, "0",
        ]
        let process = try TestProcess("truths-server", arguments, output: folder.appending(path: "said"))
        #expect(process.wait() == 64 && process.messages.contains("\(option) 0"))
      }
    }
  }
}
