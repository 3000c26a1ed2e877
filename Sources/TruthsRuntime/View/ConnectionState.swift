package import TruthsJSON

/// How a client is connected, contract §1.5.
package enum ConnectionState: String, Hashable, Sendable, CaseIterable {
  /// Live connection, facts arrive.
  case streaming
  /// A disconnect that may pass: it tries again, with back-off.
  case reconnecting
  /// SSE with REST, or polling.
  case degraded
  /// No connection; what is proposed goes into the queue.
  case offline

  /// What people see of it.
  package var indicator: Indicator {
    switch self {
    case .streaming: Indicator(color: "green", label: nil)
    case .reconnecting: Indicator(color: "yellow", label: nil)
    case .degraded: Indicator(color: "orange", label: "Limited mode")
    case .offline: Indicator(color: "red", label: "Offline")
    }
  }
}

/// A light, with words beside it where light alone is not enough.
package struct Indicator: Hashable, Sendable {
  /// `green`, `yellow`, `orange` or `red`.
  package var color: String
  /// `Limited mode`, `Offline`; `nil` where there are no words.
  package var label: String?

  /// The light and its words as one text: `green`, `orange, Limited mode`.
  package var text: String { label.map { "\(color), \($0)" } ?? color }

  /// As it stands in a view: `{"color", "label"}`, `label` absent where there are no words. Where a fixture expects a text, it is
  /// the color, the label, or ``text``.
  package var json: JSONObject {
    var object: JSONObject = ["color": .text(color)]
    object["label"] = label.map { .text($0) }
    return object
  }

  /// Whether this is the indicator that a fixture names by one text.
  package func isNamed(_ name: String) -> Bool { name == color || name == label || name == text }
}
