import Foundation

/// An HTTP client over a socket that sends given bytes and returns received ones unchanged.
final class RawClient {
  /// An answer with its whole body.
  struct Answer {
    var status: Int
    var head: String
    var body: String

    /// The value of a member of a body that is a JSON object; `nil` where it is no text.
    subscript(_ name: String) -> String? { json[name] as? String }

    /// The value of the first header of a name; `nil` if the answer has no such header.
    func header(_ name: String) -> String? {
      head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }?
        .split(separator: " ", maxSplits: 1).last.map(String.init)
    }

    var json: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
    }
  }

  private let descriptor: Int32

  #if canImport(Darwin)
    private static let withoutSignal: Int32 = 0
  #else
    private static let withoutSignal = Int32(MSG_NOSIGNAL)
  #endif

  /// - Parameter address: `127.0.0.1:PORT`, or `unix:PATH`.
  init(_ address: String) throws {
    let isUnix = address.hasPrefix("unix:")
    #if canImport(Darwin)
      descriptor = socket(isUnix ? AF_UNIX : AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(isUnix ? AF_UNIX : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    wait(atMost: 30_000)
    guard isUnix ? connects(toPath: address.dropFirst("unix:".count)) : connects(toPort: address) else {
      Foundation.close(descriptor)
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  deinit { Foundation.close(descriptor) }

  private func connects(toPort address: String) -> Bool {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(address.split(separator: ":").last ?? "")?.bigEndian ?? 0
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private func connects(toPath path: Substring) -> Bool {
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  /// Sets the most milliseconds of a wait for bytes; the default is 30,000.
  func wait(atMost milliseconds: Int) {
    var timeout = timeval(tv_sec: milliseconds / 1_000, tv_usec: .init(milliseconds % 1_000 * 1_000))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Self.withoutSignal)
      }
      if count <= 0 { return }
      offset += count
    }
  }

  /// Returns the next bytes as text; `nil` at the end, and where nothing arrives for 30 seconds.
  func read() -> String? { readBytes().map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the next bytes; `nil` at the end, and where nothing arrives for 30 seconds.
  func readBytes() -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? buffer[..<count] : nil
  }

  /// Sends nothing more; the other direction stays open.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads until a text arrived.
  ///
  /// - Returns: all bytes as text; without the wanted text where the connection ended first.
  func read(until text: String) -> String {
    var all = ""
    while !all.contains(text), let part = read() { all += part }
    return all
  }

  /// Reads all bytes to the end.
  func readAll() -> String {
    var all = ""
    while let part = read() { all += part }
    return all
  }

  /// Whether something came, or the end.
  var isReadable: Bool {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptors, 1, 0) > 0
  }

  /// Sends a request over a connection of its own, and reads the whole answer.
  ///
  /// - Parameter body: sent as JSON, where no header says otherwise.
  static func ask(
    _ address: String, _ method: String, _ path: String, _ body: String? = nil, headers: [String] = []
  ) throws -> Answer {
    let client = try RawClient(address)
    client.send(request(address, method, path, body, headers: headers + ["Connection: close"]))
    let all = client.readAll()
    let parts = all.components(separatedBy: "\r\n\r\n")
    let status = Int(all.split(separator: " ").dropFirst().first ?? "") ?? 0
    return Answer(status: status, head: parts[0], body: parts.dropFirst().joined(separator: "\r\n\r\n"))
  }

  static func request(
    _ address: String, _ method: String, _ path: String, _ body: String? = nil, headers: [String] = []
  ) -> String {
    var lines = ["\(method) \(path) HTTP/1.1"]
    if !headers.contains(where: { $0.hasPrefix("Host:") }) {
      lines.append("Host: \(address.hasPrefix("unix:") ? "localhost" : address)")
    }
    if let body {
      if !headers.contains(where: { $0.hasPrefix("Content-Type:") }) { lines.append("Content-Type: application/json") }
      lines.append("Content-Length: \(body.utf8.count)")
    }
    return (lines + headers).joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
  }
}
