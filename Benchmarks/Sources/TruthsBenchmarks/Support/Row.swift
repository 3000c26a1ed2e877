/// A line of JSON, its members in the order in which they were set.
struct Row {
  private var members: [String] = []

  mutating func set(_ name: String, _ text: String) {
    members.append("\"\(name)\":\"\(text)\"")
  }

  mutating func set(_ name: String, _ number: Int) { members.append("\"\(name)\":\(number)") }

  mutating func set(_ name: String, _ number: Double) { members.append("\"\(name)\":\(number)") }

  mutating func set(_ name: String, _ truth: Bool) { members.append("\"\(name)\":\(truth)") }

  mutating func setNull(_ name: String) { members.append("\"\(name)\":null") }

  /// The whole line.
  var text: String { "{\(members.joined(separator: ","))}" }
}

extension [Double] {
  /// The one in the middle.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
