package import Foundation
package import Truths

/// Slow connections between clients and a server, which may break.
///
/// Messages over gRPC or a WebSocket arrive in order; when one is lost, all later ones are lost, too. Over SSE and REST each
/// message to the server is a request of its own: requests may overtake each other, and may arrive twice. Both sides notice a
/// broken connection, each at its own time.
package struct SimulatedNetwork {
  private struct Frame {
    var at: Int
    var bytes: Data
  }

  private struct Connection {
    let name: String
    let client: Int
    let transport: RunTransport
    var toServer: [Frame] = []
    var toClient: [Frame] = []
    /// When the server notices that it is closed, and when the client does; `nil`: it is open.
    var endsForServer: Int?
    var endsForClient: Int?
  }

  private var connections: [Connection] = []
  private var opened = 0
  private var numbers: SeededNumbers
  /// The greatest delay of a message, in milliseconds.
  package var slowest = 400

  package init(seed: UInt64) { numbers = SeededNumbers(seed) }

  /// Opens a connection; the client gives its present one up.
  ///
  /// - Returns: its name.
  package mutating func open(_ client: Int, over transport: RunTransport, now: Int) -> String {
    giveUp(client, now: now)
    opened += 1
    connections.append(Connection(name: "connection \(opened)", client: client, transport: transport))
    return "connection \(opened)"
  }

  /// A client gives its connection up: it hears nothing more of it, and the server notices later.
  package mutating func giveUp(_ client: Int, now: Int) {
    for place in connections.indices where connections[place].client == client {
      connections[place].toClient = []
      connections[place].endsForClient = .max
      endForServer(place, now: now)
    }
  }

  /// The connection of a client breaks.
  package mutating func breakConnection(of client: Int, now: Int) {
    for place in connections.indices where connections[place].client == client && connections[place].endsForClient == nil {
      endForServer(place, now: now)
      endForClient(place, now: now)
    }
  }

  /// The server's process ended.
  package mutating func endServer(now: Int) {
    for place in connections.indices {
      connections[place].toServer = []
      connections[place].endsForServer = .max
      if connections[place].endsForClient == nil { endForClient(place, now: now) }
    }
  }

  private mutating func endForServer(_ place: Int, now: Int) {
    guard connections[place].endsForServer == nil else { return }
    let frames = connections[place].toServer.prefix(numbers.below(connections[place].toServer.count + 1))
    connections[place].toServer = Array(frames)
    connections[place].endsForServer = frames.reduce(now) { max($0, $1.at) } + numbers.below(3_000)
  }

  private mutating func endForClient(_ place: Int, now: Int) {
    let frames = connections[place].toClient.prefix(numbers.below(connections[place].toClient.count + 1))
    connections[place].toClient = Array(frames)
    connections[place].endsForClient = frames.reduce(now) { max($0, $1.at) } + numbers.below(3_000)
  }

  /// A client sends; without a connection it is lost.
  package mutating func send(_ bytes: [UInt8], from client: Int, now: Int) {
    guard let place = connections.firstIndex(where: { $0.client == client && $0.endsForClient != .max }),
      connections[place].endsForServer == nil
    else { return }
    let at = now + 1 + numbers.below(slowest)
    switch connections[place].transport {
    case .grpc, .webSocket, .stdio:
      connections[place].toServer.append(Frame(at: max(at, connections[place].toServer.last?.at ?? 0), bytes: Data(bytes)))
    case .sse, .rest:
      connections[place].toServer.append(Frame(at: at, bytes: Data(bytes)))
      if numbers.percent(15) {
        connections[place].toServer.append(Frame(at: at + numbers.below(slowest), bytes: Data(bytes)))
      }
    }
  }

  /// The server sends.
  package mutating func send(_ bytes: Data, over name: String, now: Int) {
    guard let place = connections.firstIndex(where: { $0.name == name }), connections[place].endsForClient == nil else { return }
    let at = max(now + 1 + numbers.below(slowest), connections[place].toClient.last?.at ?? 0)
    connections[place].toClient.append(Frame(at: at, bytes: bytes))
  }

  /// The next message that has arrived at the server.
  package mutating func nextForServer(now: Int) -> (connection: String, bytes: Data)? {
    for place in connections.indices {
      let due = connections[place].toServer.indices.filter { connections[place].toServer[$0].at <= now }
      guard let first = due.min(by: { connections[place].toServer[$0].at < connections[place].toServer[$1].at }) else { continue }
      return (connections[place].name, connections[place].toServer.remove(at: first).bytes)
    }
    return nil
  }

  /// The next message that has arrived at a client.
  package mutating func nextForClient(now: Int) -> (client: Int, connection: String, bytes: Data)? {
    for place in connections.indices {
      guard let first = connections[place].toClient.first, first.at <= now else { continue }
      connections[place].toClient.removeFirst()
      return (connections[place].client, connections[place].name, first.bytes)
    }
    return nil
  }

  /// The connections that the server notices to be closed.
  package mutating func closedForServer(now: Int) -> [String] {
    var names: [String] = []
    for place in connections.indices where connections[place].endsForServer.map({ $0 <= now }) ?? false {
      names.append(connections[place].name)
      (connections[place].endsForServer, connections[place].toServer) = (.max, [])
    }
    return names
  }

  /// The clients that notice that their connection broke.
  package mutating func lostByClients(now: Int) -> [Int] {
    var clients: [Int] = []
    for place in connections.indices where connections[place].endsForClient.map({ $0 <= now }) ?? false {
      clients.append(connections[place].client)
      (connections[place].endsForClient, connections[place].toClient) = (.max, [])
    }
    connections.removeAll { $0.endsForClient == .max && $0.endsForServer == .max }
    return clients
  }

  /// Whose connection it is.
  package func client(of name: String) -> Int? { connections.first { $0.name == name }?.client }
}
