import TruthsJSON
import TruthsRuntime

/// A transport within one process, on a virtual clock, with scripted faults.
///
/// Frames take no time. Each arrives by itself, ordered by moment, then by sending, so that a client's screen can be observed
/// between two events. Messages travel as JSON, encoded and decoded as over any other transport.
package struct InProcessTransport: Transport {
  private var links: [String: Link] = [:]
  private var faults: [Fault] = []
  private var queue = ArrivalQueue()

  private let tampering: Tampering?

  /// - Parameter tampering: changes messages on their way, besides faults; `nil` unless a test breaks the wire on purpose.
  package init(tampering: Tampering? = nil) { self.tampering = tampering }

  package var nextArrival: Int? { queue.nextMoment }

  /// Whether the wire is empty and will stay so until a client or the session sends.
  var isQuiet: Bool { tampering == nil && queue.nextMoment == nil && links.values.allSatisfy(\.reordered.isEmpty) }

  package mutating func open(_ client: String, over kind: TransportKind, at now: Int) -> Bool {
    var link = links[client] ?? newLink()
    guard link.isReachable(over: kind, at: now) else { return false }
    link.isDown = false
    link.downUntil = nil
    link.kind = kind
    link.generation += 1
    link.holdUntil = Int.min
    link.reordered = []
    link.reorderCount = 0
    links[client] = link
    return true
  }

  package mutating func close(_ client: String) {
    links[client]?.kind = nil
    links[client]?.generation += 1
    links[client]?.reordered = []
  }

  package mutating func send(_ message: ClientMessage, from client: String, at now: Int) {
    guard let link = links[client], link.kind != nil else { return }
    guard let message = tampering.map({ $0.toSession(message, client) }) ?? message else { return }
    queue.add(.atSession(from: client, .object(message.json)), at: now, client: client, generation: link.generation)
  }

  package mutating func send(_ message: ServerMessage, to client: String, at now: Int) {
    guard links[client]?.kind != nil else { return }
    guard let message = tampering.map({ $0.toClient(message, client) }) ?? message else { return }
    if case .event(let event) = message { return push(event, to: client, at: now) }
    deliver(message, to: client, at: now)
  }

  package mutating func receive(at now: Int) -> Delivery? {
    while true {
      guard let parcel = queue.take(until: now) else {
        guard releaseReordered(at: now) else { return nil }
        continue
      }
      if let generation = parcel.generation, links[parcel.client]?.generation != generation { continue }
      return parcel.arrival
    }
  }

  package mutating func add(_ fault: Fault, at now: Int) {
    guard fault.isImmediate else { return faults.append(fault) }
    let names = fault.client.map { [$0] } ?? links.keys.sorted()
    if let client = fault.client, links[client] == nil { links[client] = newLink() }
    if fault.client == nil, fault.kind == .block { everyone.formUnion(fault.transports) }
    if fault.client == nil, fault.kind == .unblock { everyone.subtract(fault.transports) }
    for name in names { strike(fault, name, at: now) }
  }

  package mutating func restore(_ client: String) {
    links[client]?.isDown = false
    links[client]?.downUntil = nil
  }

  /// Transports blocked for all clients, also for later ones.
  private var everyone: Set<TransportKind> = []

  private func newLink() -> Link {
    var link = Link()
    link.blocked = everyone
    return link
  }

  private mutating func strike(_ fault: Fault, _ client: String, at now: Int) {
    switch fault.kind {
    case .cut: cut(client, for: fault.duration, at: now)
    case .block:
      links[client]?.blocked.formUnion(fault.transports)
      if let kind = links[client]?.kind, fault.transports.contains(kind) { lose(client, at: now) }
    case .unblock: links[client]?.blocked.subtract(fault.transports)
    case .restore: restore(client)
    case .drop, .duplicate, .reorder, .delay: break
    }
  }

  private mutating func cut(_ client: String, for duration: Int?, at now: Int) {
    links[client]?.isDown = true
    links[client]?.downUntil = duration.map { now + $0 }
    lose(client, at: now)
  }

  private mutating func lose(_ client: String, at now: Int) {
    guard links[client]?.kind != nil else { return }
    close(client)
    queue.add(.lost(client), at: now, client: client, generation: nil)
  }
}

extension InProcessTransport {
  /// Sends an event, subject to the faults that match it.
  private mutating func push(_ event: Event, to client: String, at now: Int) {
    guard let place = faultThatStrikes(event, client) else { return enqueue(event, to: client, at: now) }
    let fault = faults[place]
    faults[place].count -= 1
    if faults[place].count <= 0 || fault.kind == .cut || fault.kind == .reorder { faults.remove(at: place) }
    switch fault.kind {
    case .drop: return
    case .duplicate:
      enqueue(event, to: client, at: now)
      enqueue(event, to: client, at: now)
    case .delay:
      links[client]?.holdUntil = now + (fault.duration ?? 1_000)
      enqueue(event, to: client, at: now)
    case .reorder:
      links[client]?.reorderCount = fault.count
      enqueue(event, to: client, at: now)
    case .cut: breakBehindQueue(client, for: fault.duration, at: now)
    case .block, .unblock, .restore: break
    }
  }

  /// Returns the index of the fault that affects an event; `nil` if none does. Matching faults that still spare events count this
  /// one.
  private mutating func faultThatStrikes(_ event: Event, _ client: String) -> Int? {
    for place in faults.indices where faults[place].means(event, to: client) {
      if faults[place].after == 0 { return place }
      faults[place].after -= 1
    }
    return nil
  }

  private mutating func enqueue(_ event: Event, to client: String, at now: Int) {
    guard var link = links[client], link.reorderCount > 0 else { return deliver(.event(event), to: client, at: now) }
    link.reordered.append(event)
    let isComplete = link.reordered.count >= link.reorderCount
    links[client] = link
    if isComplete { release(client, at: now) }
  }

  private mutating func release(_ client: String, at now: Int) {
    let events = links[client]?.reordered ?? []
    links[client]?.reordered = []
    links[client]?.reorderCount = 0
    for event in events.reversed() { deliver(.event(event), to: client, at: now) }
  }

  /// Sends events that are held for reordering, when nothing else is on its way.
  private mutating func releaseReordered(at now: Int) -> Bool {
    let waiting = links.keys.sorted().filter { links[$0]?.reordered.isEmpty == false }
    for client in waiting { release(client, at: now) }
    return !waiting.isEmpty
  }

  private mutating func deliver(_ message: ServerMessage, to client: String, at now: Int) {
    guard let link = links[client] else { return }
    let moment = max(now, link.holdUntil)
    queue.add(.atClient(client, .object(message.json)), at: moment, client: client, generation: link.generation)
  }

  /// Breaks the connection after the frames that were sent already: these still arrive, later ones do not.
  private mutating func breakBehindQueue(_ client: String, for duration: Int?, at now: Int) {
    links[client]?.isDown = true
    links[client]?.downUntil = duration.map { now + $0 }
    links[client]?.kind = nil
    queue.add(.lost(client), at: max(now, links[client]?.holdUntil ?? now), client: client, generation: nil)
  }
}
