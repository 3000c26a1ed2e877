import Foundation
import HTTPTypes
import Synchronization
import Truths
import TruthsServerCore

/// Counters of the server since its start.
///
/// Plain numbers under one lock. Most metrics (queues, decisions, the ledger) are the session's own and are read on request. A
/// metrics library would keep a second copy of them, global to the process.
final class ServerMetrics: Sendable {
  /// Key for counting requests.
  private struct Requests: Hashable {
    let route: String
    let method: String
    let status: Int
  }

  /// Key for counting messages on connections that carry several.
  private struct Messages: Hashable {
    let transport: String
    let code: String
  }

  /// Key for counting gRPC calls.
  private struct Calls: Hashable {
    let method: String
    let code: String
  }

  private struct State {
    var calls: [Calls: Int] = [:]
    var messages: [Messages: Int] = [:]
    var requests: [Requests: Int] = [:]
    var requestTimes: [String: DurationHistogram] = [:]
    var decisions = DurationHistogram()
    var syncs = DurationHistogram()
    var ledgerBytes = 0
  }

  private let state = Mutex(State())
  private let started = Int(Date().timeIntervalSince1970)

  /// Counts an answered request; a stream is counted when it begins.
  ///
  /// - Parameter route: `nil` for an unknown path.
  func countRequest(_ route: Route?, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status, took duration: Duration) {
    let name = route?.name.template ?? ""
    // Clients can invent methods, so only those of the route become labels.
    let word = route?.methods.contains(method) == true ? method.rawValue : ""
    state.withLock { state in
      state.requests[Requests(route: name, method: word, status: status.code), default: 0] += 1
      state.requestTimes[name, default: DurationHistogram()].record(duration)
    }
  }

  /// Counts a message from a client that sends several over one connection.
  ///
  /// - Parameter code: why the message was refused; `nil` where it was accepted.
  func countMessage(over transport: String, _ code: HTTPProblem.Code?) {
    state.withLock { $0.messages[Messages(transport: transport, code: code?.rawValue ?? ""), default: 0] += 1 }
  }

  /// Counts a gRPC call that has ended.
  ///
  /// - Parameter code: why the call was refused or its stream ended early; `nil` where it completed.
  func countCall(_ method: String, _ code: HTTPProblem.Code?) {
    state.withLock { $0.calls[Calls(method: method, code: code?.rawValue ?? ""), default: 0] += 1 }
  }

  /// Counts an answered proposal.
  func countDecision(took duration: Duration) { state.withLock { $0.decisions.record(duration) } }

  /// Counts a batch that was written to the disk.
  func countSync(took duration: Duration) { state.withLock { $0.syncs.record(duration) } }

  /// Adds to the number of bytes written to the ledger.
  func addLedgerBytes(_ count: Int) { state.withLock { $0.ledgerBytes += count } }

  /// Returns all metrics in Prometheus' text format.
  ///
  /// - Parameter shadow: the decisions that pending rules made in shadow, and how many of them differ; 0 if no rules wait.
  func text(_ host: HostFigures, _ connections: ConnectionTable, shadow: (decided: Int, flips: Int)) -> String {
    let state = state.withLock { $0 }
    var text = MetricText()
    text.add(
      "truths_decisions_total", .counter, "Decisions that were made, by outcome and truth.",
      host.load.decisions.map { decisions in
        MetricText.Sample(labels: [("outcome", decisions.outcome), ("truth", decisions.truthID)], value: decisions.count)
      })
    text.add("truths_shadow_decisions", .gauge, "Decisions of the pending rules in shadow; 0 where none wait.", shadow.decided)
    text.add("truths_shadow_flips", .gauge, "Those that differ from the rules in force.", shadow.flips)
    text.add(
      "truths_decision_duration_seconds", "From the arrival of a proposal to its durable answer.", [([], state.decisions)])
    text.add(
      "truths_store_sync_duration_seconds", "From handing a batch to the store until it is on the disk.", [([], state.syncs)])
    text.add(
      "truths_queue_length", .gauge, "What waits: messages, runs, proposals that a pause holds.",
      [
        MetricText.Sample(labels: [("queue", "messages")], value: host.load.waitingMessages),
        MetricText.Sample(labels: [("queue", "runs")], value: host.load.waitingRuns),
        MetricText.Sample(labels: [("queue", "held")], value: host.load.heldProposals),
      ])
    text.add("truths_subscribers", .gauge, "Clients that follow the stream of events.", host.load.subscribers)
    text.add("truths_events_total", .counter, "The last number of the stream of events.", host.currentSeq)
    addStore(to: &text, host, ledgerBytes: state.ledgerBytes)
    addHTTP(to: &text, state, connections)
    text.add(
      "truths_build_info", .gauge, "Always 1; the version and the hash of the rules in force.",
      [MetricText.Sample(labels: [("version", Tool.version), ("rules", host.rulesHash)], value: 1)])
    text.add("process_start_time_seconds", .gauge, "When the process was started, in seconds since 1970.", started)
    return text.text
  }

  private func addStore(to text: inout MetricText, _ host: HostFigures, ledgerBytes: Int) {
    text.add("truths_ledger_entries", .gauge, "Entries of the ledger.", host.ledgerEntries)
    text.add("truths_ledger_bytes", .gauge, "Bytes of the ledger.", ledgerBytes)
    text.add("truths_store_pending_bytes", .gauge, "Bytes on their way to the disk.", host.pendingBytes)
    text.add("truths_store_fault", .gauge, "1 while the disk refuses and nothing is decided, else 0.", host.fault == nil ? 0 : 1)
  }

  private func addHTTP(to text: inout MetricText, _ state: State, _ connections: ConnectionTable) {
    let requests = state.requests.sorted { left, right in
      (left.key.route, left.key.method, left.key.status) < (right.key.route, right.key.method, right.key.status)
    }
    text.add(
      "truths_http_requests_total", .counter, "Requests that were answered; one with a stream when it begins.",
      requests.map { key, count in
        let labels = [("route", key.route), ("method", key.method), ("status", "\(key.status)")]
        return MetricText.Sample(labels: labels.map { (name: $0.0, value: $0.1) }, value: count)
      })
    text.add(
      "truths_http_request_duration_seconds", "From the head of a request to its answer; of a stream to its beginning.",
      state.requestTimes.sorted { $0.key < $1.key }.map { ([("route", $0.key)], $0.value) })
    let messages = state.messages.sorted { ($0.key.transport, $0.key.code) < ($1.key.transport, $1.key.code) }
    text.add(
      "truths_messages_total", .counter,
      "Messages over WebSocket, gRPC, standard input and output, by the code of what was refused.",
      messages.map { key, count in
        MetricText.Sample(labels: [(name: "transport", value: key.transport), (name: "code", value: key.code)], value: count)
      })
    let calls = state.calls.sorted { ($0.key.method, $0.key.code) < ($1.key.method, $1.key.code) }
    text.add(
      "truths_grpc_calls_total", .counter, "Calls over gRPC that have ended, by the code of what was refused.",
      calls.map { key, count in
        MetricText.Sample(labels: [(name: "method", value: key.method), (name: "code", value: key.code)], value: count)
      })
    let counts = connections.counts
    text.add("truths_connections", .gauge, "Open connections.", counts.open)
    text.add("truths_connections_max", .gauge, "How many may be open.", connections.most)
    text.add(
      "truths_connections_refused_total", .counter, "Connections that were refused, because so many were open.", counts.refused)
  }
}
