import Foundation
import Testing
import Truths
import TruthsClientNIO

@testable import TruthsClient

/// Clients of a server of the real executable, over each transport of each family.
@Suite(.serialized)
struct LiveClientTests {
  /// C33.
  @Test("it proposes, approves, rejects and cancels, and shows what everybody sees", arguments: TestRoute.all)
  func decides(_ route: TestRoute) async throws {
    let server = try ServerProcess()
    let (ann, mia) = (try await route.client(of: server), try await route.client(of: server, .mia))
    try await ann.wait { $0.connectionState == (route.transport == .webSocket ? .streaming : .degraded) }
    let accepted = try await ann.propose(order("o1")).answer()
    #expect(accepted.decision == "accepted" && accepted.runStatus == "converged")
    let waiting = try await ann.propose(order("o2", 20)).answer()
    #expect(waiting.runStatus == "waiting")
    let rejected = try await ann.propose(order("o3", 200)).answer()
    #expect(rejected.reason.contains("Nobody orders 200"))
    let id = try #require(waiting.proposalID)
    // A rejection by the rules is an answer, also over HTTP with status 403.
    let own = try await ann.approve(id)
    #expect(own.decision == "rejected" && own.truthID == "converge.approval.granting")
    try await mia.wait { $0.orders == 1 && $0.missingSeqs.isEmpty }
    let granted = try await mia.approve(id)
    #expect(granted.decision == "accepted")
    let late = try await ann.propose(order("o4", 30)).answer()
    try await ann.wait { $0.runStatus == "waiting" && $0.waitingFor == ["approval from @manager"] && !$0.canIAct }
    let denied = try await mia.reject(late.proposalID ?? "", why: "too many")
    #expect(denied.decision == "accepted")
    let last = try await ann.propose(order("o5", 40)).answer()
    let cancelled = try await ann.control(.cancel, job: last.jobID)
    #expect(!cancelled.isRefused)
    let nothing = try await ann.control(.cancel, job: "job_0000000000000000")
    #expect(nothing.isRefused)
    try await ann.catchUp(with: server.url, route)
    try await mia.catchUp(with: server.url, as: .mia, route)
    let (orders, status) = (await ann.view.orders, await ann.view.runStatus)
    #expect(orders == 2 && status == "halted")
    let (anns, mias) = (await ann.common, await mia.common)
    #expect(anns == mias)
    await ann.close()
    await mia.close()
  }

  /// C40.
  @Test("the same proposal is decided once, and a stranger's token is told without the token", arguments: TestRoute.all)
  func strangers(_ route: TestRoute) async throws {
    let server = try ServerProcess()
    let ann = try await route.client(of: server)
    let keyed = #"{"action": "place_order", "order_id": "o1", "amount": 1, "idempotency_key": "k1"}"#
    let first = try await ann.propose(keyed).answer()
    let again = try await ann.propose(keyed).answer()
    #expect(again.isReplay && again.proposalID == first.proposalID && first.to == "k1")
    await #expect(throws: (any Error).self) { _ = try await ann.propose("[]") }
    await ann.close()
    await #expect(throws: ClientFault.self) { _ = try await ann.propose(keyed) }
    let endpoint = ServerEndpoint(server.url, token: { "not-a-token" })
    let stranger = try LiveClient(endpoint, actor: TestActor.ann.json, network: route.network, over: route.transport)
    await stranger.connect()
    try await Task.sleep(for: .milliseconds(1_500))
    let (state, fault) = (await stranger.connectionState, String(describing: await stranger.lastFault))
    #expect(state == .offline && fault.contains("401") && !fault.contains("not-a-token"))
    await #expect(throws: ClientFault.self) { _ = try await stranger.control(.pause) }
    await stranger.close()
  }

  /// C35.
  @Test("whom the client acts for is told, over requests too, where a handshake holds for itself alone", arguments: TestRoute.all)
  func acting(_ route: TestRoute) async throws {
    let server = try ServerProcess()
    let bot = TestActor(["type": "agent", "user_id": "bot", "device_id": "rack", "org_id": "acme", "roles": [String]()])
    let endpoint = ServerEndpoint(server.url, token: { try bot.token() }, onBehalfOf: "ann")
    let client = try LiveClient(endpoint, actor: bot.json, network: route.network, over: route.transport)
    await client.connect()
    _ = try await client.propose(order("o1")).answer()
    await client.close()
    let ledger = try String(contentsOf: server.folder.appending(path: "ledger.jsonl"), encoding: .utf8)
    #expect(ledger.contains(#""on_behalf_of":"ann""#))
  }

  @Test("states come as they change")
  func states() async throws {
    let server = try ServerProcess()
    let client = try await TestRoute.all[0].client(of: server)
    let states = await client.states()
    try await client.wait { $0.connectionState == .streaming }
    await client.disconnect()
    await client.close()
    var seen: [LiveConnectionState] = []
    for await state in states { seen.append(state) }
    #expect(seen.last == .offline && LiveConnectionState.offline.label == "Offline")
  }

  /// C32.
  @Test("what a limit refuses is sent again, under its key")
  func limits() async throws {
    let server = try ServerProcess(limits: ["*": ["requests_per_second": 8]])
    let client = try await TestRoute.all[0].client(of: server)
    try await client.wait { $0.connectionState != .offline }
    var submissions: [Submission] = []
    for number in 0..<20 { submissions.append(try await client.propose(order("o\(number)"))) }
    for submission in submissions {
      let answer = try await submission.answer()
      #expect(answer.decision == "accepted")
    }
    await client.close()
  }

  /// C32.
  @Test(
    "what the server does not take is a fault with its document, and stays the client's", arguments: TestRoute.all.dropFirst())
  func problems(_ route: TestRoute) async throws {
    let server = try ServerProcess(limits: ["*": ["body_bytes": 4_000]])
    let client = try await route.client(of: server)
    try await client.wait { $0.connectionState != .offline }
    let submission = try await client.propose(order(String(repeating: "x", count: 5_000)))
    do {
      _ = try await submission.answer()
      Issue.record("it was answered")
    } catch ClientFault.problem(let problem) {
      #expect(problem.status == 413 && problem.code == "body_too_large" && !problem.isTemporary)
    }
    let queued = await client.view.queue.count
    let isForgotten = await client.forget(submission.key)
    #expect(queued == 1 && isForgotten)
    await client.close()
  }
}
