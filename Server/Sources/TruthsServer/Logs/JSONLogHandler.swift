import Foundation
import Logging

/// Writes log lines as JSON: `time`, `level`, `message` and the metadata.
struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .notice
  private let write: @Sendable (Data) -> Void

  /// - Parameter write: writes one line, which includes its line break.
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
      // Replaces the HTTP library's own name for the request's number.
      members.append((key == "hb.request.id" ? "request_id" : key, "\(value)"))
    }
    let texts = members.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }
    write(Data("{\(texts.joined(separator: ","))}\n".utf8))
  }

  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A text can always be encoded.
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
