import Foundation
import GRPCCore
import SwiftProtobuf
import Testing
import TruthsServerMessages
import TruthsServerTestSupport

/// Calls over real sockets (server §13).
@Suite(.serialized, .timeLimit(.minutes(10)))
struct GRPCTests {
  /// Runs work with a server that accepts gRPC calls.
  private func withCalls(text: String = ServerProcess.rules, _ work: (ServerProcess, CallClient) throws -> Void) throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(
        in: folder, access: ["--actor", ServerProcess.ann, "--grpc", "127.0.0.1:0"], text: text)
      defer { server.process.kill() }
      try work(server, CallClient(server.grpc))
    }
  }

  private func object(_ payload: Data) -> [String: Any] { StreamText.object(payload) ?? [:] }

  @Test("the address of calls is in the line of a server that is ready, and may not be anyone's")
  func addresses() throws {
    try withCalls { server, _ in
      #expect(server.grpc.hasPrefix("127.0.0.1:") && server.grpc != server.address)
      let folder = server.ledger.deletingLastPathComponent()
      for (address, status, message) in [("0.0.0.0:0", 64, "--grpc 0.0.0.0:0"), (server.grpc, 3, "cannot be listened to")] {
        let arguments = [
          folder.path, "--ledger", folder.appending(path: "other/l.jsonl").path, "--actor", ServerProcess.ann, "--grpc", address,
        ]
        try? FileManager.default.createDirectory(at: folder.appending(path: "other"), withIntermediateDirectories: true)
        let process = try TestProcess("truths-server", arguments, output: folder.appending(path: "other/said"))
        #expect(process.wait() == status && process.messages.contains(message), "\(address): \(process.messages)")
      }
    }
  }

  @Test("a proposal is decided once for its key, and its answer tells how the run stands and where the ledger ends")
  func append() throws {
    try withCalls { server, client in
      let first = try client.order("o1", key: "k1")
      #expect(first.decision == "accepted" && first.status.status == "converged" && first.runID == first.status.runID)
      #expect(first.entryID.hasPrefix("ctx_") && first.runID.hasPrefix("run_") && first.truthID == "shop.ordering")
      let head = try server.ask("GET", "/ledger/head").json
      #expect(Int(first.sequence) == head["size"] as? Int)
      let again = try client.order("o1", key: "k1")
      #expect(again.entryID == first.entryID && again.sequence == first.sequence)
      let waiting = try client.order("o2", amount: 20)
      #expect(waiting.status.status == "waiting" && waiting.status.waitingFor == ["approval from @manager"])
      #expect(waiting.status.pendingCount == 1)
      let rejected = try client.append(#"{"action":"place_order","order_id":"o3","amount":0}"#) { $0.correlationID = "cor_o3" }
      #expect(rejected.decision == "rejected" && rejected.reason == "An order is for something")
      let told = try client.watch(1, .with { ($0.correlationID, $0.entryTypes) = ("cor_o3", ["decision"]) })
      #expect(told.first?.entryID == rejected.entryID && told.first?.actorID == "ann")
    }
  }

  @Test("a fact from outside is taken in, once, and another is refused with a trace")
  func facts() throws {
    try withCalls { _, client in
      let fact = #"{"type":"stock.counted","sku":"pen"}"#
      let taken = try client.append(fact) { $0.entryType = "fact" }
      #expect(taken.decision == "accepted" && taken.entryID.isEmpty && taken.runID.isEmpty)
      let again = try client.append(fact) { $0.entryType = "fact" }
      #expect(again.decision == "accepted" && again.sequence == taken.sequence)
      let own = try client.append(#"{"type":"order.placed","order_id":"o1","amount":1}"#) { $0.entryType = "fact" }
      #expect(own.decision == "rejected" && !own.truthID.isEmpty && own.sequence > taken.sequence)
    }
  }

  @Test("a watch of everything tells each entry once, those of the ledger and those that come")
  func watch() throws {
    try withCalls { server, client in
      _ = try client.order("o1")
      let last = Int(try client.order("o2").sequence)
      let entries = try client.watch(last + 5) { _ = try client.order("o3") }
      let recorded = entries.filter { $0.sequence > 0 }
      #expect(recorded.map { Int($0.sequence) } == Array(1...recorded.count) && recorded.count > last)
      let lines = try String(contentsOf: server.ledger, encoding: .utf8).split(separator: "\n")
      for (entry, line) in zip(recorded, lines) {
        let kept = StreamText.object(Data(line.utf8)) ?? [:]
        #expect(entry.entryID == kept["entry_id"] as? String && entry.entryType == kept["entry_type"] as? String)
        #expect(object(entry.payload) as NSDictionary == (kept["payload"] as? [String: Any] ?? [:]) as NSDictionary)
        #expect(entry.runID == kept["run_id"] as? String && entry.correlationID == kept["correlation_id"] as? String)
        #expect(abs(Int(entry.timestamp) / 1_000 - Int(Date().timeIntervalSince1970)) < 600)
      }
      let rest = try client.watch(2, .with { $0.sinceSequence = 3 })
      #expect(rest.map(\.sequence) == [4, 5])
    }
  }

  @Test("a watch leaves out what its filters do")
  func filters() throws {
    try withCalls { _, client in
      _ = try client.order("o1")
      let second = try client.order("o2")
      let run = try client.watch(3, .with { $0.runID = second.runID })
      #expect(run.allSatisfy { $0.runID == second.runID } && run.map(\.entryType).contains("proposal"))
      let live = try client.watch(3, .with { $0.entryTypes = ["decision"] }) { _ = try client.order("o3") }
      #expect(live.map(\.entryType) == ["decision", "decision", "decision"])
      #expect(Set(live.map(\.entryID)).count == 3)
    }
  }

  @Test("a fact that waits for its decision comes before it, marked, without a place in the ledger")
  func earlyFacts() throws {
    try withCalls { _, client in
      let last = try client.order("o1").sequence
      let request = Converge_V1_WatchRequest.with { $0.sinceSequence = last - 1 }
      let entries = try client.watch(5, request) { _ = try client.order("o2") }.dropFirst()
      let place = try #require(entries.firstIndex { $0.sequence == 0 })
      let early = entries[place]
      #expect(early.entryID.isEmpty && early.entryType == "fact" && object(early.payload)["provisional"] as? Bool == true)
      #expect(object(early.payload)["order_id"] as? String == "o2")
      #expect(entries[..<place].map(\.entryType) == ["proposal"] && entries[(place + 1)...].first?.entryType == "decision")
      let final = try #require(entries.last { $0.entryType == "fact" })
      #expect(final.sequence > 0 && object(final.payload)["provisional"] == nil)
    }
  }

  @Test("a fact that its decision does not accept is taken back, with the reason")
  func droppedFacts() throws {
    let ensured = ServerProcess.rules + "  ensures:\n    - count(order in order.placed) <= 1 else \"Only one order fits\"\n"
    try withCalls(text: ensured) { _, client in
      let last = try client.order("o1").sequence
      let entries = try client.watch(5, .with { $0.sinceSequence = last - 1 }) { _ = try client.order("o2") }
      let early = entries.filter { $0.sequence == 0 }.map { object($0.payload) }
      #expect(early.map { $0["dropped"] as? Bool } == [nil, true] && early.last?["reason"] as? String == "Only one order fits")
      #expect(entries.map(\.entryType) == ["trace", "proposal", "fact", "decision", "fact"])
    }
  }

  @Test("a reader that takes nothing for a while misses nothing")
  func slow() throws {
    try withCalls { _, client in
      let since = try client.order("o0").sequence - 1
      let note = String(repeating: "x", count: 20_000)
      let entries = try client.watch(200, .with { $0.sinceSequence = since }) {
        for number in 1...60 { _ = try client.order("o\(number)\(note)") }
      }
      let told = entries.map(\.sequence).filter { $0 > 0 }
      #expect(told == Array((since + 1)...(since + Int64(told.count))) && told.count >= 150)
    }
  }

  @Test("a snapshot tells what the ledger comes to, and a watch goes on with it")
  func snapshot() throws {
    try withCalls { _, client in
      _ = try client.order("o1")
      let waiting = try client.order("o2", amount: 20)
      let snapshot = try client.snapshot()
      #expect(snapshot.sequence == waiting.sequence && snapshot.runs.count == 2)
      let state = object(snapshot.state)
      #expect(state["context_version"] as? Int == Int(snapshot.sequence))
      // The order, and the request for an approval of the other.
      #expect((state["facts"] as? [[String: Any]])?.count == 2)
      #expect(snapshot.runs.last?.waitingFor == ["approval from @manager"] && snapshot.runs.last?.factsCount == 2)
      #expect(snapshot.entries.last { $0.sequence > 0 }?.sequence == snapshot.sequence)
      let one = try client.snapshot(of: waiting.runID)
      #expect(one.runs.map(\.runID) == [waiting.runID])
      let next = try client.watch(1, .with { $0.sinceSequence = snapshot.sequence - 1 }) { _ = try client.order("o3") }
      #expect(next.first?.sequence == snapshot.sequence)
    }
  }

  @Test("a run's status is told at once, again when it changes, and the stream ends with the run")
  func watchRun() throws {
    try withCalls { server, client in
      let waiting = try client.order("o1", amount: 20)
      let told = try client.statuses(of: waiting.runID) {
        _ = try server.ask("DELETE", "/jobs/job_" + waiting.runID.dropFirst(4))
      }
      #expect(told.first?.status == "waiting" && told.last?.status == "halted")
      #expect(told.last?.haltTruthID == "converge.run.cancelled")
    }
  }

  @Test("what is refused ends with a status, and with the problem document")
  func faults() throws {
    try withCalls { _, client in
      _ = try client.order("o1", key: "k1")
      let bad = "invalidArgument bad_body 400"
      let large = String(repeating: "x", count: 1_000_000)
      let cases: [(String, () throws -> Void)] = [
        (bad, { _ = try client.append("{x") }), (bad, { _ = try client.append("[]") }),
        (bad, { _ = try client.append("{}") { $0.entryType = "trace" } }),
        (bad, { _ = try client.append("{}") { $0.sequence = 1 } }), (bad, { _ = try client.append("{}") { $0.actorID = "bob" } }),
        (bad, { _ = try client.append("{}", key: "k") { $0.entryType = "fact" } }),
        (bad, { _ = try client.watch(1, .with { $0.entryTypes = ["status"] }) }),
        ("invalidArgument idempotency_key_conflict 409", { _ = try client.order("o2", key: "k1") }),
        ("invalidArgument bad_query 400", { _ = try client.watch(1, .with { $0.sinceSequence = -1 }) }),
        ("invalidArgument bad_query 400", { _ = try client.watch(1, .with { $0.sinceSequence = 99_999 }) }),
        ("notFound not_found 404", { _ = try client.snapshot(of: "run_1") }),
        ("resourceExhausted body_too_large 413", { _ = try client.append(#"{"action":"\#(large)"}"#) }),
      ]
      for (expected, call) in cases {
        let fault = try #require(try CallFault(of: call), "\(expected)")
        #expect(fault.summary == expected && fault.problem["detail"] as? String == fault.message, "\(fault)")
      }
      let halfway = try #require(try CallFault { _ = try client.append("{x") })
      #expect((halfway.problem["findings"] as? [Any])?.isEmpty == false)
      // One beyond all limits is not even read.
      #expect(try CallFault { _ = try client.append(#"{"action":"\#(large)\#(large)\#(large)\#(large)\#(large)"}"#) } != nil)
      #expect(try client.order("o3").decision == "accepted")
    }
  }

  @Test("a long document is cut: clients take few bytes of metadata")
  func longFaults() throws {
    try withCalls { _, client in
      let (one, other) = (String(repeating: "ä", count: 3_000), String(repeating: "b", count: 3_000))
      let fault = try CallFault { _ = try client.append(#"{"correlation_id":"\#(other)"}"#) { $0.correlationID = one } }
      let message = try #require(fault).message
      #expect(message.utf8.count < 520 && message.hasSuffix(" …") && fault?.summary == "invalidArgument bad_body 400")
    }
  }

  @Test("a server that ends says so on its streams, in time")
  func graceful() throws {
    try withCalls { server, client in
      _ = try client.order("o1")
      let fault = try CallFault { _ = try client.watch(1_000) { server.process.send(SIGTERM) } }
      #expect(fault?.summary == "unavailable unavailable 503" && fault?.message.hasPrefix("server_stopping") == true)
      #expect(server.process.wait() == 0)
    }
  }

  @Test("a client that goes leaves nothing open")
  func gone() throws {
    try withCalls { server, client in
      _ = try client.order("o1")
      _ = try client.watch(1) {
        let count = try Self.subscribers(server)
        #expect(count == "1")
      }
      for _ in 0..<100 where try Self.subscribers(server) != "0" { usleep(50_000) }
      #expect(try Self.subscribers(server) == "0")
    }
  }

  private static func subscribers(_ server: ServerProcess) throws -> String? { try sample("truths_subscribers", server) }

  private static func sample(_ name: String, _ server: ServerProcess) throws -> String? {
    let line = try server.ask("GET", "/metrics").body.split(separator: "\n").first { $0.hasPrefix(name + " ") }
    return line?.split(separator: " ").last.map(String.init)
  }

  @Test("calls are counted by method and by what they were refused for")
  func counts() throws {
    try withCalls { server, client in
      _ = try client.order("o1")
      _ = try CallFault { _ = try client.append("{x") }
      let method = "converge.v1.ContextService/Append"
      #expect(try Self.sample(#"truths_grpc_calls_total{method="\#(method)",code=""}"#, server) == "1")
      #expect(try Self.sample(#"truths_grpc_calls_total{method="\#(method)",code="bad_body"}"#, server) == "1")
    }
  }

  @Test("health is told of the server and of its services, and nothing of others")
  func health() throws {
    try withCalls { _, client in
      let answers = try CallThreads.wait {
        try await client.run { connection in
          let method = Grpc_Health_V1_Health.Method.Check.descriptor
          var answers: [Int] = []
          for service in ["", "converge.v1.ContextService", "converge.v1.SessionService", "none"] {
            let status = try await connection.unary(
              request: .init(message: Grpc_Health_V1_HealthCheckRequest.with { $0.service = service }), descriptor: method,
              serializer: CallCoding<Grpc_Health_V1_HealthCheckRequest>.serializer,
              deserializer: CallCoding<Grpc_Health_V1_HealthCheckResponse>.deserializer, options: .defaults
            ) { response in (try? response.message.status.rawValue) ?? -1 }
            answers.append(status)
          }
          return answers
        }
      }
      #expect(answers == [1, 1, 1, -1])
    }
  }

  @Test("reflection tells the services, and describes them")
  func reflection() throws {
    try withCalls { _, client in
      typealias Request = Grpc_Reflection_V1_ServerReflectionRequest
      typealias Response = Grpc_Reflection_V1_ServerReflectionResponse
      let asked: [Request] = [
        .with { $0.listServices = "" }, .with { $0.fileContainingSymbol = "converge.v1.ContextEntry.payload" },
        .with { $0.fileByFilename = "grpc/health/v1/health.proto" }, .with { $0.fileContainingSymbol = "none" }, .init(),
      ]
      let answers = try CallThreads.wait {
        try await client.run { connection in
          try await connection.bidirectionalStreaming(
            request: .init { writer in for request in asked { try await writer.write(request) } },
            descriptor: Grpc_Reflection_V1_ServerReflection.Method.ServerReflectionInfo.descriptor,
            serializer: CallCoding<Request>.serializer, deserializer: CallCoding<Response>.deserializer, options: .defaults
          ) { response in
            var answers: [Response] = []
            for try await answer in response.messages { answers.append(answer) }
            return answers
          }
        }
      }
      #expect(answers.count == asked.count && answers.map(\.originalRequest) == asked)
      #expect(answers[0].listServicesResponse.service.map(\.name).contains("converge.v1.ContextService"))
      let files = try answers[1...2].map { answer in
        try Google_Protobuf_FileDescriptorProto(serializedBytes: answer.fileDescriptorResponse.fileDescriptorProto[0])
      }
      #expect(files.map(\.name) == ["converge/v1/context.proto", "grpc/health/v1/health.proto"])
      #expect(answers[3].errorResponse.errorCode == 5 && answers[4].errorResponse.errorCode == 3)
    }
  }
}
