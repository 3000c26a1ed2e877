import Foundation
import Testing

/// Metrics in Prometheus' text format, read as strictly as `promtool check metrics` does.
struct MetricSamples {
  /// The values, by the name and labels of the sample: `name{label="value"}`.
  private(set) var values: [String: Double] = [:]
  private(set) var kinds: [String: String] = [:]
  /// The faults of the text, one for each faulty line.
  private(set) var faults: [String] = []

  init(_ text: String) {
    var (helped, family) = (Set<String>(), "")
    if !text.hasSuffix("\n") { faults.append("the last line has no end") }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      if words.count == 4, words[0] == "#", words[1] == "HELP" {
        if !helped.insert(words[2]).inserted { faults.append("help again: \(line)") }
        family = words[2]
      } else if words.count == 4, words[0] == "#", words[1] == "TYPE" {
        if words[2] != family || kinds.updateValue(words[3], forKey: family) != nil { faults.append("type: \(line)") }
        if !["counter", "gauge", "histogram"].contains(words[3]) { faults.append("type: \(line)") }
        if (words[3] == "counter") != family.hasSuffix("_total") { faults.append("name of a counter: \(line)") }
      } else {
        read(String(line), of: family)
      }
    }
    checkHistograms()
  }

  private mutating func read(_ line: String, of family: String) {
    let sample = /([a-z_:][a-z0-9_:]*)(\{(?:[a-z_]+="(?:[^"\\]|\\["\\n])*",?)*\})? ([0-9.]+)/
    guard let match = line.wholeMatch(of: sample), let value = Double(match.3) else { return faults.append("sample: \(line)") }
    let suffixes = kinds[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    if !suffixes.contains(where: { family + $0 == match.1 }) { faults.append("sample of another family: \(line)") }
    if values.updateValue(value, forKey: "\(match.1)\(match.2 ?? "")") != nil { faults.append("sample again: \(line)") }
  }

  private mutating func checkHistograms() {
    for (name, kind) in kinds where kind == "histogram" {
      for (key, count) in values where key.hasPrefix(name + "_count") {
        let labels = key.dropFirst((name + "_count").count).dropFirst().dropLast()
        let buckets = values.filter { $0.key.hasPrefix(name + "_bucket{" + (labels.isEmpty ? "le=" : labels + ",le=")) }
        let bounds = buckets.compactMap { key, count -> (bound: Double, count: Double)? in
          let text = key.components(separatedBy: "le=\"").last?.dropLast(2) ?? ""
          return (text == "+Inf" ? Double.infinity : Double(text)).map { ($0, count) }
        }.sorted { $0.bound < $1.bound }
        if bounds.last?.bound != .infinity || bounds.last?.count != count { faults.append("\(key): no last bucket of its count") }
        if bounds.map(\.count) != bounds.map(\.count).sorted() { faults.append("\(key): its buckets are not cumulative") }
      }
    }
  }
}
