import Foundation
import Truths
import TruthsServerTestSupport

/// A client's connection. It sends messages to a server in the form of the transport, and returns received data as messages of a
/// session (sessions §1).
protocol ScenarioLink: AnyObject {
  func send(_ message: [UInt8]) throws

  /// Returns the received messages, after a wait of at most some milliseconds.
  func receive() -> [[UInt8]]

  /// Whether an answer is still to come.
  var isWaiting: Bool { get }
}

extension ScenarioLink {
  var isWaiting: Bool { false }

  func message(_ name: String, _ body: Any) -> [UInt8] {
    Array((try? JSONSerialization.data(withJSONObject: [name: body])) ?? Data())
  }

  /// A message's name and body.
  func parts(_ message: [UInt8]) -> (name: String, body: [String: Any], json: String) {
    let object = StreamText.object(Data(message)) ?? [:]
    let (name, body) = (object.keys.first ?? "", object.values.first as? [String: Any] ?? [:])
    let json = (try? JSONSerialization.data(withJSONObject: body)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return (name, body, json)
  }
}

/// A WebSocket.
final class SocketLink: ScenarioLink {
  private let socket: SocketClient

  init(_ address: String, token: String) throws {
    socket = try SocketClient(address, headers: ["Authorization: Bearer \(token)"])
    socket.raw.wait(atMost: 5)
  }

  func send(_ message: [UInt8]) { socket.raw.send(SocketClient.frame(0x81, message)) }

  func receive() -> [[UInt8]] {
    var messages: [[UInt8]] = []
    while let frame = socket.next() {
      if frame.opcode == 1 { messages.append(frame.payload) }
      if frame.opcode == 9 { socket.raw.send(SocketClient.frame(0x8A, frame.payload)) }
    }
    return messages
  }
}

/// Requests, and server-sent events where the transport has them.
final class RequestLink: ScenarioLink {
  private let address: String
  private let headers: [String]
  private let isPushed: Bool
  private var messages: [[UInt8]] = []
  private var stream: RawClient?
  private var text = ""

  init(_ address: String, token: String, isPushed: Bool) {
    (self.address, headers, self.isPushed) = (address, ["Authorization: Bearer \(token)"], isPushed)
  }

  func send(_ message: [UInt8]) throws {
    let (name, body, json) = parts(message)
    switch name {
    case "handshake": try ask("POST", "/capabilities", json) { ["capabilities": $0] }
    case "propose": try ask("POST", "/jobs", json) { ["answer": $0] }
    case "control": try ask("POST", "/control", json) { ["answer": $0] }
    case "snapshot": try ask("GET", "/events?stream_id=none") { ["snapshot": $0] }
    case "range":
      let (first, last) = (body["from"] as? Int ?? 1, body["to"] as? Int ?? 0)
      try ask("GET", "/events?since_seq=\(first - 1)") { delta in
        let events = delta["events"] as? [[String: Any]] ?? []
        return ["range": events.filter { $0["seq"] as? Int ?? 0 <= last }]
      }
    case "resume":
      let of = (body["stream_id"] as? String).map { "&stream_id=\($0)" } ?? ""
      var last = 0
      try ask("GET", "/events?since_seq=\(body["resume_from_seq"] as? Int ?? 0)\(of)") { delta in
        last = delta["current_seq"] as? Int ?? 0
        return [delta["snapshot"] == nil ? "delta" : "snapshot": delta]
      }
      guard isPushed, body["subscribe"] as? Bool == true else { return }
      stream = try RawClient(address)
      text = ""
      let wanted = headers + ["Accept: text/event-stream", "Connection: close"]
      stream?.send(RawClient.request(address, "GET", "/events?since_seq=\(last)", headers: wanted))
      stream?.wait(atMost: 5)
    default: break
    }
  }

  func receive() -> [[UInt8]] {
    while let part = stream?.read() { text += part }
    // The size of a chunk is on a separate line; the lines of an event begin with names.
    let events = text.components(separatedBy: "\n\n")
    text = events.last ?? ""
    for event in events.dropLast() {
      let lines = event.split(whereSeparator: \.isNewline)
      guard let name = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7),
        let data = lines.first(where: { $0.hasPrefix("data: ") })?.dropFirst(6)
      else { continue }
      let kind = ["snapshot", "checkpoint"].contains(name) ? String(name) : "event"
      messages.append(Array("{\"\(kind)\":\(data)}".utf8))
    }
    defer { messages = [] }
    return messages
  }

  private func ask(
    _ method: String, _ path: String, _ body: String? = nil, _ answer: ([String: Any]) -> [String: Any]
  ) throws {
    let json = try RawClient.ask(address, method, path, body, headers: headers).json
    messages.append(Array(try JSONSerialization.data(withJSONObject: answer(json))))
  }
}

/// Standard input and output.
final class StdioLink: ScenarioLink {
  private let process: StdioProcess
  private var read: Int
  private var (lastID, open) = (0, [Int: String]())

  var isWaiting: Bool { !open.isEmpty }

  init(_ process: StdioProcess) {
    self.process = process
    read = process.lines.count
  }

  func send(_ message: [UInt8]) {
    let (name, _, json) = parts(message)
    lastID += 1
    open[lastID] = name
    process.call(lastID, name == "handshake" ? "capabilities" : name, json)
  }

  func receive() -> [[UInt8]] {
    usleep(5_000)
    let lines = process.lines.dropFirst(read)
    read += lines.count
    return lines.compactMap { line in
      if let method = line["method"] as? String { return message(method, line["params"] ?? [String: Any]()) }
      guard let id = line["id"] as? Int, let name = open.removeValue(forKey: id) else { return nil }
      let body = line["result"] ?? (line["error"] as? [String: Any])?["data"] ?? [String: Any]()
      switch name {
      case "handshake": return message("capabilities", body)
      case "range": return message("range", body)
      case "propose", "control": return message("answer", body)
      default: return nil
      }
    }
  }
}
