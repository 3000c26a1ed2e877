import Foundation
import Testing
import TruthsServerTestSupport

@testable import TruthsServer

private let map = #""actor":{"user_id":"sub"}"#

private let fileFaults: [(text: String, message: String)] = [
  ("[]", "the file is not an object"), ("{", "no JSON"), (#"{"isuers":[]}"#, "did you mean `issuers`?"),
  (#"{"issuers":{}}"#, "issuers is not a list"), (#"{"issuers":[1]}"#, "issuers[0] is not an object"),
  (#"{"issuers":[{"audience":"a","jwks":"keys.json",\#(map)}]}"#, "issuers[0].issuer is not a text"),
  (#"{"issuers":[{"issuer":"i","jwks":"keys.json",\#(map)}]}"#, "issuers[0].audience is not a text"),
  (#"{"issuers":[{"issuer":"i","audience":"a",\#(map)}]}"#, "issuers[0].jwks is not a text"),
  (#"{"issuers":[{"issuer":"i","audience":"a","jwks":"none.json",\#(map)}]}"#, "none.json cannot be read"),
  (#"{"issuers":[{"issuer":"i","audience":"a","jwks":"keys.json"}]}"#, "issuers[0].actor is not an object"),
  (#"{"issuers":[{"issuer":"i","audience":"a","jwks":"keys.json","actor":{"role":"r"}}]}"#, "did you mean `roles`?"),
  (#"{"issuers":[{"issuer":"i","audience":"a","jwks":"keys.json","actor":{"type":"t"}}]}"#, "has no `user_id`"),
  (#"{"issuers":[{"issuer":"i","audience":"a","jwks":"keys.json","actor":{"user_id":1}}]}"#, "not the name of a claim"),
  (
    #"{"issuers":[{"issuer":"i","audience":"a","jwks":"keys.json",\#(map)},"#
      + #"{"issuer":"i","audience":"b","jwks":"keys.json",\#(map)}]}"#, "issuers[1].issuer is `i`"
  ),
  (#"{"certificates":[{"actor":{}}]}"#, "certificates[0].subject is not a text"),
  (#"{"certificates":[{"subject":"gateway","actor":{"user_id":"x"}}]}"#, "certificates[0].subject is `gateway`: a part of it"),
  (
    #"{"certificates":[{"subject":"CN=a","actor":{"user_id":"x"}},{"subject":"cn=a","actor":{"user_id":"y"}}]}"#,
    "certificates[1].subject is `CN=a`, which is there already"
  ),
  (#"{"certificates":[{"subject":"CN=x"}]}"#, "certificates[0].actor is not an object"),
  (#"{"sockets":{}}"#, "sockets is not a list"), (#"{"sockets":[{"user":"x"}]}"#, "it may have `uid`, `actor`"),
  (#"{"sockets":[{"actor":{"user_id":"x"}}]}"#, "sockets[0].uid is not the number of a user"),
  (#"{"sockets":[{"uid":-1,"actor":{"user_id":"x"}}]}"#, "sockets[0].uid is not the number of a user"),
  (#"{"sockets":[{"uid":0}]}"#, "sockets[0].actor is not an object"),
  (#"{"sockets":[{"uid":0,"actor":{"type":"user"}}]}"#, "sockets[0].actor has no `user_id`"),
  (#"{"sockets":[{"uid":0,"actor":{"user_id":" x"}}]}"#, "sockets[0].actor is no actor"),
  (#"{"sockets":[{"uid":0,"actor":{"user_id":"x","type":"robot"}}]}"#, "sockets[0].actor is no actor"),
  (#"{"sockets":[{"uid":0,"actor":{"user_id":"x","roles":"r"}}]}"#, "sockets[0].actor.roles is not a list of texts"),
  (
    #"{"sockets":[{"uid":7,"actor":{"user_id":"x"}},{"uid":7,"actor":{"user_id":"y"}}]}"#,
    "sockets[1].uid is 7, which is there already"
  ),
  (#"{"limits":[]}"#, "limits is not an object"), (#"{"limits":{"*":{"stream":1}}}"#, "did you mean `streams`?"),
  (#"{"limits":{"*":{"streams":0}}}"#, "limits.*.streams is not a whole number from 1"),
  (#"{"limits":{"*":{"body_bytes":1.5}}}"#, "limits.*.body_bytes is not a whole number from 1"),
]

private let keySetFaults: [(set: String, message: String)] = [
  ("[]", "it is no key set"), (#"{"keys":[]}"#, "no key of it verifies tokens"),
  (#"{"keys":[{"kid":"a","kty":"EC","crv":"P-384","x":"AA","y":"AA"}]}"#, "no key of it verifies tokens"),
  (#"{"keys":[{"kid":"a","kty":"RSA","alg":"PS256","n":"AA","e":"AQAB"}]}"#, "no key of it verifies tokens"),
  (#"{"keys":[{"kid":"a","kty":"RSA","use":"enc","n":"AA","e":"AQAB"}]}"#, "no key of it verifies tokens"),
  (#"{"keys":[{"kty":"oct","k":"AA"}]}"#, "key 1 has no `kid`"), (#"{"keys":[{"kid":"a","kty":"oct","k":"AA"}]}"#, "32 bytes"),
  (#"{"keys":[{"kid":"a","kty":"OKP","crv":"Ed25519","x":"AA"}]}"#, "key 1 is no key of its type"),
  (#"{"keys":[{"kid":"a","kty":"OKP","crv":"Ed25519","x":"AA","d":"AA"}]}"#, "key 1 is a private key"),
  (#"{"keys":[{"kid":"a","kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}"#, "key 1 is no key of its type"),
  (#"{"keys":[{"kid":"a","kty":"RSA","n":"AQAB","e":"AQAB"}]}"#, "key 1 is no key of its type"),
]

/// Valid and faulty files of identities and key sets (server §6).
@Suite(.serialized)
struct IdentityFileTests {
  @Test("a file at fault says where, and how to mend it", arguments: fileFaults)
  func faults(text: String, message: String) async throws {
    try await expect(text, try TestKey.set(of: TestKey.all), message)
  }

  @Test("a key set at fault says which key", arguments: keySetFaults)
  func keys(set: String, message: String) async throws {
    let text = #"{"issuers":[{"issuer":"i","audience":"a","jwks":"keys.json",\#(map)}]}"#
    try await expect(text, Data(set.utf8), message)
  }

  @Test("an id stands for one key; keys that are not used are passed over")
  func ids() async throws {
    let key = try #require(TestKey.all["ed"])
    let members = try key.members(id: "a")
    let unused = ["kid": "a", "kty": "EC", "crv": "P-521"]
    let text = #"{"issuers":[{"issuer":"i","audience":"a","jwks":"keys.json",\#(map)}]}"#
    try await expect(text, try JSONSerialization.data(withJSONObject: ["keys": [unused, members]]), nil)
    let doubled = try JSONSerialization.data(withJSONObject: ["keys": [members, members]])
    try await expect(text, doubled, "key 2 has the `kid` `a` of a key before it")
  }

  @Test("a server does not start with a file at fault; with one it may listen to others than this machine")
  func start() throws {
    try withScratchDirectory { folder in
      try ServerProcess.writeRules(to: folder)
      let file = folder.appending(path: "identities.json")
      let arguments = [folder.path, "--ledger", folder.appending(path: "ledger.jsonl").path, "--identities", file.path]
      #expect(try start(arguments, in: folder).status == 66)
      try "{}}".write(to: file, atomically: true, encoding: .utf8)
      let faulty = try start(arguments, in: folder)
      #expect(faulty.status == 65 && faulty.messages.contains("identities.json: it is no JSON"))
      let both = try start(arguments + ["--actor", ServerProcess.ann], in: folder)
      #expect(both.status == 64 && both.messages.contains("leave one out"))
      let certificates = #"{"certificates":[{"subject":"CN=gateway","actor":{"type":"system","user_id":"gateway"}}]}"#
      try certificates.write(to: file, atomically: true, encoding: .utf8)
      let options = arguments + ["--listen", "0.0.0.0:0"]
      let process = try TestProcess("truths-server", options, output: folder.appending(path: "said"))
      process.waitForLine()
      #expect(process.lines.first?.contains(#""http":"0.0.0.0:"#) == true, "\(process.messages)")
      #expect(process.messages.contains("`certificates` counts for nothing without --tls-client-ca"))
      process.kill()
    }
  }

  private func expect(_ text: String, _ keys: Data, _ message: String?) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "truths-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "identities.json")
    try Data(text.utf8).write(to: file)
    try keys.write(to: folder.appending(path: "keys.json"))
    switch await IdentityConfiguration.load(file.path).result {
    case .success: #expect(message == nil)
    case .failure(let fault): #expect(message.map { fault.description.contains($0) } == true, "\(fault)")
    }
  }

  private func start(_ arguments: [String], in folder: URL) throws -> (status: Int32, messages: String) {
    let process = try TestProcess("truths-server", arguments, output: folder.appending(path: "said"))
    return (process.wait(), process.messages)
  }
}
