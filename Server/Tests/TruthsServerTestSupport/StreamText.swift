package import Foundation

/// The parts of a session's messages that the simulations compare, as bytes. A comparison of parsed values would miss
/// differences in form.
package enum StreamText {
  /// Returns whether bytes contain a word.
  package static func contains(_ word: String, in bytes: Data) -> Bool { bytes.range(of: Data(word.utf8)) != nil }

  /// The bytes with one word in place of another.
  package static func replacing(_ word: String, by other: String, in bytes: Data) -> Data {
    let (word, other) = (Data(word.utf8), Data(other.utf8))
    var (result, start) = (Data(), bytes.startIndex)
    while let found = bytes.range(of: word, in: start..<bytes.endIndex) {
      result += bytes[start..<found.lowerBound] + other
      start = found.upperBound
    }
    return result + bytes[start...]
  }

  /// The events of a message, each as it came.
  package static func events(in message: Data) -> [Data] {
    if message.starts(with: event) { return [message.subdata(in: event.count..<message.count - 1)] }
    let end: Int?
    if message.starts(with: range) {
      end = message.count - 2
    } else if message.starts(with: delta) || message.starts(with: snapshot) {
      end = message.range(of: endOfEvents)?.lowerBound
    } else {
      end = nil
    }
    guard let end else { return [] }
    var (events, start) = ([Data](), message.range(of: beginning, in: 0..<end)?.lowerBound)
    while let first = start {
      // Behind the comma.
      start = message.range(of: Data(",".utf8) + beginning, in: first..<end).map { $0.lowerBound + 1 }
      events.append(message.subdata(in: first..<(start.map { $0 - 1 } ?? end)))
    }
    return events
  }

  package static func isSnapshot(_ message: Data) -> Bool { message.starts(with: snapshot) }

  package static func isEvent(_ message: Data) -> Bool { message.starts(with: event) }

  /// The `seq` of an event; 0 where it has none.
  package static func seq(of event: Data) -> Int {
    guard let found = event.range(of: Data(#","seq":"#.utf8), options: .backwards) else { return 0 }
    let digits = event[found.upperBound...].prefix { $0 != UInt8(ascii: ",") }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  /// The body of an answer; `nil` for another message.
  package static func answer(in message: Data) -> [String: Any]? {
    guard message.starts(with: Data(#"{"answer":"#.utf8)) else { return nil }
    return object(message)?["answer"] as? [String: Any]
  }

  /// A JSON object.
  package static func object(_ bytes: Data) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: bytes)) as? [String: Any]
  }

  // The messages are canonical: their members are in byte order.
  private static let event = Data(#"{"event":"#.utf8)
  private static let delta = Data(#"{"delta":"#.utf8)
  private static let range = Data(#"{"range":["#.utf8)
  private static let snapshot = Data(#"{"snapshot":"#.utf8)
  private static let beginning = Data(#"{"context_version":"#.utf8)
  private static let endOfEvents = Data(#"],"resumed_at_seq":"#.utf8)
}
