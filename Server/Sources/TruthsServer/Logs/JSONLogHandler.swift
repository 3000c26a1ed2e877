import Foundation
import Logging

/// Logs as JSON, a line each: `time`, `level`, `message`, and what is known besides.
struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .notice
  private let write: @Sendable (Data) -> Void

  /// - Parameter write: takes one line with its line break.
  init(write: @escaping @Sendable (Data) -> Void) { self.write = write }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    var members = [("time", time), ("level", event.level.rawValue), ("message", "\(event.message)")]
    var known = metadata.merging(event.metadata ?? [:]) { $1 }
    if let error = event.error { known["error"] = "\(error)" }
    for (key, value) in known.sorted(by: { $0.key < $1.key }) where !["time", "level", "message"].contains(key) {
      // The name that the library gives to the number of a request is its own.
      members.append((key == "hb.request.id" ? "request_id" : key, "\(value)"))
    }
    let texts = members.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }
    write(Data("{\(texts.joined(separator: ","))}\n".utf8))
  }

  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A text always has an encoding.
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
