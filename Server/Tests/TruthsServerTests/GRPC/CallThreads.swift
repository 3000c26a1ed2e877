import Dispatch
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCProtobuf
import SwiftProtobuf
import Synchronization
import TruthsServerMessages

/// Threads for calls to a server from tests that block. The threads of the shared pool may all be blocked.
final class CallThreads: TaskExecutor {
  static let shared = CallThreads()

  private let queue = DispatchQueue(label: "calls", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Waits for some work.
  static func wait<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
    let outcome = Outcome<Result>()
    Task(executorPreference: shared) {
      do { outcome.set(.success(try await work())) } catch { outcome.set(.failure(error)) }
    }
    return try outcome.get()
  }
}

/// The result of some work, once it is done.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  func set(_ value: Result<Value, any Error>) {
    result.withLock { $0 = value }
    done.signal()
  }

  func get() throws -> Value {
    done.wait()
    return try result.withLock { try ($0 ?? .failure(CancellationError())).get() }
  }
}

/// A client over gRPC, as generated code has it.
struct CallClient: Sendable {
  typealias Transport = HTTP2ClientTransport.Posix
  typealias Context = Converge_V1_ContextService.Client<Transport>

  private let (host, port): (String, Int)
  private let security: Transport.TransportSecurity
  let metadata: Metadata

  /// - Parameter token: the token of the caller; `nil` for none.
  init(_ address: String, token: String? = nil, security: Transport.TransportSecurity = .plaintext) {
    self.security = security
    let parts = address.split(separator: ":")
    (host, port) = (String(parts.first ?? ""), parts.last.flatMap { Int($0) } ?? 0)
    metadata = token.map { ["authorization": "Bearer \($0)"] } ?? [:]
  }

  func run<Result: Sendable>(_ work: @Sendable (GRPCClient<Transport>) async throws -> Result) async throws -> Result {
    let transport = try HTTP2ClientTransport.Posix(
      target: .ipv4(address: host, port: port), transportSecurity: security)
    return try await withGRPCClient(transport: transport, handleClient: work)
  }

  /// Calls the contract's service, and waits for the result.
  func context<Result: Sendable>(_ work: @escaping @Sendable (Context, Metadata) async throws -> Result) throws -> Result {
    try CallThreads.wait { [self] in
      try await run { client in try await work(Context(wrapping: client), metadata) }
    }
  }

  func append(_ payload: String, key: String = "", _ change: (inout Converge_V1_ContextEntry) -> Void = { _ in }) throws
    -> Converge_V1_AppendResponse
  {
    var request = Converge_V1_AppendRequest()
    request.entry.entryType = "proposal"
    request.entry.payload = Data(payload.utf8)
    request.idempotencyKey = key
    change(&request.entry)
    var options = CallOptions.defaults
    // A missing connection is an error, without a wait for one.
    options.waitForReady = false
    return try context { [request, options] service, metadata in
      try await service.append(request, metadata: metadata, options: options)
    }
  }

  /// Proposes an order; small ones are accepted, those above 10 wait.
  func order(_ id: String, amount: Int = 1, key: String = "") throws -> Converge_V1_AppendResponse {
    try append(#"{"action":"place_order","order_id":"\#(id)","amount":\#(amount)}"#, key: key)
  }

  func snapshot(of runID: String = "") throws -> Converge_V1_SnapshotResponse {
    try context { service, metadata in try await service.snapshot(.with { $0.runID = runID }, metadata: metadata) }
  }

  /// The statuses of a run to its end.
  ///
  /// - Parameter work: done once the first one came.
  func statuses(of runID: String, work: @escaping @Sendable () throws -> Void) throws -> [Converge_V1_RunStatus] {
    try context { service, metadata in
      try await service.watchRun(.with { $0.runID = runID }, metadata: metadata) { response in
        var statuses: [Converge_V1_RunStatus] = []
        for try await status in response.messages {
          statuses.append(status)
          if statuses.count == 1 { try work() }
        }
        return statuses
      }
    }
  }

  /// Returns the next entries of a watch.
  ///
  /// - Parameters:
  ///   - count: the number of entries.
  ///   - work: called once the first entry arrived.
  func watch(
    _ count: Int, _ request: Converge_V1_WatchRequest = .init(), work: @escaping @Sendable () throws -> Void = {}
  ) throws -> [Converge_V1_ContextEntry] {
    try context { service, metadata in
      try await service.watch(request, metadata: metadata) { response in
        var entries: [Converge_V1_ContextEntry] = []
        for try await entry in response.messages {
          entries.append(entry)
          if entries.count == 1 { try work() }
          if entries.count >= count { break }
        }
        return entries
      }
    }
  }
}

/// The refusal of a call, as its client receives it.
struct CallFault {
  let code: RPCError.Code
  let message: String
  /// The problem document.
  let problem: [String: Any]

  /// - Returns: `nil` where the work is not refused.
  init?(of work: () throws -> Void) throws {
    do {
      try work()
      return nil
    } catch let error as RPCError {
      (code, message) = (error.code, error.message)
      let detail = try error.unpackGoogleRPCStatus()?.details.first?.any
      let document = try detail.map { try Google_Protobuf_Struct(unpackingAny: $0).jsonString() } ?? "{}"
      problem = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// Status and code of the problem, in a word.
  var summary: String { "\(code) \(problem["code"] as? String ?? "-") \(problem["status"] as? Int ?? 0)" }
}

/// The encoding of messages.
enum CallCoding<Content: Message> {
  static var serializer: ProtobufSerializer<Content> { ProtobufSerializer() }
  static var deserializer: ProtobufDeserializer<Content> { ProtobufDeserializer() }
}
