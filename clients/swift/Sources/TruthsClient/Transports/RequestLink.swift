import Foundation

/// A connection over single requests, in the order of the messages. Events arrive by polling, or over a separate stream (server
/// §3, §4).
struct RequestLink<Network: ClientNetwork>: Sendable {
  let network: Network
  let server: ServerEndpoint
  let isPushed: Bool

  /// The paths of the streams that follow the answers to `resume`. A connection follows one at a time.
  private typealias Streams = AsyncStream<String>

  func carry(_ messages: AsyncStream<[UInt8]>, _ link: LinkEvents) async throws {
    _ = try await ask("GET", "/capabilities")
    if isPushed {
      // An empty stream shows whether a proxy on the way delays streams.
      let answer = try await network.follow(try await streamRequest("/events?run_id=none")) { _ in false }
      try Self.check(answer)
    }
    await link.opened()
    let (streams, toFollow) = Streams.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await message in messages { try await send(message, link, toFollow) }
      }
      group.addTask {
        for await path in streams { try await follow(path, link) }
      }
      try await group.next()
      group.cancelAll()
    }
  }

  private func send(_ message: [UInt8], _ link: LinkEvents, _ toFollow: Streams.Continuation) async throws {
    guard let (name, body) = JSONSlice.members(of: message[...])?.first else { return }
    switch name {
    case "handshake": await link.received(JSONSlice.object("capabilities", try await handshake(body)))
    case "propose": await link.received(try await submit("/jobs", server.signing(body)))
    case "control": await link.received(try await submit("/control", Array(body)))
    case "snapshot":
      // A stream id that is not the server's gets a snapshot (sessions §5).
      await link.received(JSONSlice.object("snapshot", try await ask("GET", "/events?stream_id=none")))
    case "range": await link.received(try await range(body))
    case "resume":
      let backlog = try await ask("GET", Self.path(JSONSlice.integer("resume_from_seq", of: body) ?? 0, of: body))
      let isSnapshot = JSONSlice.member("snapshot", of: backlog[...]) != nil
      await link.received(JSONSlice.object(isSnapshot ? "snapshot" : "delta", backlog))
      guard isPushed, JSONSlice.member("subscribe", of: body).map({ $0.elementsEqual("true".utf8) }) == true else { return }
      toFollow.yield(Self.path(JSONSlice.integer("current_seq", of: backlog[...]) ?? 0, of: isSnapshot ? backlog[...] : body))
    default: break
    }
  }

  /// Returns the path for the events after a `seq`, of the stream that an object names.
  private static func path(_ seq: Int, of object: ArraySlice<UInt8>) -> String {
    let name = JSONSlice.text("stream_id", of: object)?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    return "/events?since_seq=\(seq)" + (name.map { "&stream_id=\($0)" } ?? "")
  }

  /// Requests events up to a `seq`. The server sends a snapshot where it no longer keeps the first event.
  private func range(_ body: ArraySlice<UInt8>) async throws -> [UInt8] {
    let (first, last) = (JSONSlice.integer("from", of: body) ?? 1, JSONSlice.integer("to", of: body) ?? 0)
    let delta = try await ask("GET", "/events?since_seq=\(first - 1)")
    guard JSONSlice.member("snapshot", of: delta[...]) == nil else { return JSONSlice.object("snapshot", delta) }
    let events = JSONSlice.member("events", of: delta[...]).flatMap(JSONSlice.elements(of:)) ?? []
    let wanted = events.filter { JSONSlice.integer("seq", of: $0) ?? 0 <= last }
    return JSONSlice.object("range", Array("[".utf8) + wanted.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
  }

  private func handshake(_ body: ArraySlice<UInt8>) async throws -> [UInt8] {
    let answer = try await network.ask(try await server.request("POST", "/capabilities", Array(body)))
    guard answer.status == 400 else {
      try Self.check(answer)
      return answer.body
    }
    return JSONSlice.object("error", JSONSlice.member("detail", of: answer.body[...]) ?? ArraySlice("\"\"".utf8))
  }

  /// Sends a message, and returns its answer or its problem. Without a valid token it throws, because nothing more can be sent.
  private func submit(_ path: String, _ body: [UInt8]) async throws -> [UInt8] {
    let answer = try await network.ask(try await server.request("POST", path, body))
    if answer.status == 401 { try Self.check(answer) }
    let members = JSONSlice.members(of: answer.body[...])?.map(\.name) ?? []
    // A rejection by the rules is an answer, too, with status 403 or 409.
    if answer.status < 400 || ["to", "reason", "current_seq"].allSatisfy(members.contains) {
      return JSONSlice.object("answer", answer.body)
    }
    let key = JSONSlice.member("idempotency_key", of: body[...]) ?? JSONSlice.member("control_type", of: body[...])
    var problem = Array("{\"status\":\(answer.status),\"to\":".utf8) + (key ?? ArraySlice("\"\"".utf8))
    if let seconds = answer.retryAfter { problem += Array(",\"retry_after\":\(seconds)".utf8) }
    for (name, value) in JSONSlice.members(of: answer.body[...]) ?? [] where !["status", "to", "retry_after"].contains(name) {
      problem += Array(",\"\(name)\":".utf8) + value
    }
    return JSONSlice.object("problem", problem + [UInt8(ascii: "}")])
  }

  private func ask(_ method: String, _ path: String) async throws -> [UInt8] {
    let answer = try await network.ask(try await server.request(method, path))
    try Self.check(answer)
    return answer.body
  }

  private func streamRequest(_ path: String) async throws -> NetworkRequest {
    var request = try await server.request("GET", path)
    request.headers += [("Accept", "text/event-stream"), ("Cache-Control", "no-store")]
    // The server sends a checkpoint every fifteen seconds.
    request.silence = 45
    return request
  }

  private func follow(_ path: String, _ link: LinkEvents) async throws {
    let reader = EventStreamReader(largest: server.largestMessage)
    let answer = try await network.follow(try await streamRequest(path)) { part in
      for (name, data) in try reader.read(part) {
        guard name != "end" else {
          let why = String(decoding: data.prefix(200), as: UTF8.self)
          throw ClientFault.connectionFailed("sse: the server ended the stream: \(why)")
        }
        await link.received(JSONSlice.object(["snapshot", "checkpoint"].contains(name) ? name : "event", data))
      }
      return true
    }
    try Self.check(answer)
    throw ClientFault.connectionFailed("sse: the stream ended")
  }

  private static func check(_ answer: NetworkResponse) throws(ClientFault) {
    guard answer.status != 200 else { return }
    throw .problem(ServerProblem(answer.body, status: answer.status, retryAfter: answer.retryAfter))
  }
}

extension ServerEndpoint {
  /// Returns a proposal with the person whom it is made for. Over requests, the handshake does not tell the server that (server
  /// §9).
  fileprivate func signing(_ proposal: ArraySlice<UInt8>) -> [UInt8] {
    let objects = [proposal, JSONSlice.member("proposal", of: proposal) ?? []]
    let names = objects.flatMap { JSONSlice.members(of: $0)?.map(\.name) ?? [] }
    guard let onBehalfOf, !names.contains("on_behalf_of"), let open = proposal.firstIndex(of: UInt8(ascii: "{")) else {
      return Array(proposal)
    }
    let quoted = onBehalfOf.unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.value < 0x20 ? "" : String(scalar)
    }.joined()
    return Array("{\"on_behalf_of\":\"\(quoted)\",".utf8) + proposal[(open + 1)...]
  }
}
