import Foundation

/// The rules of SARIF 2.1.0 for the objects in our logs, transcribed from the standard: the allowed and the required properties
/// of each object, and their values. Anything else is a fault.
enum SarifStructure {
  /// The form of a property's value.
  indirect enum Form: Sendable {
    case text
    /// One of some texts.
    case word([String])
    case boolean
    /// A whole number from a least one.
    case number(Int)
    case list(Form, isEmptyAllowed: Bool)
    case object(properties: [String: Form], required: [String])
    /// An object whose names are free.
    case map(Form)
    /// A message: plain text with doubled braces.
    case message
    case uri
    /// An object of any properties.
    case bag
  }

  static func faults(_ log: [String: Any]) -> [String] {
    check(log, log13, at: "log") + indices(log) + relations(log)
  }

  /// §3.13
  private static let log13 = Form.object(
    properties: ["$schema": .uri, "version": .word(["2.1.0"]), "runs": .list(run14, isEmptyAllowed: true)],
    required: ["$schema", "version", "runs"])

  /// §3.14
  private static let run14 = Form.object(
    properties: [
      "tool": .object(properties: ["driver": driver19], required: ["driver"]),
      "columnKind": .word(["unicodeCodePoints"]),
      "originalUriBaseIds": .map(.object(properties: ["uri": .uri, "description": .message], required: [])),
      "results": .list(result27, isEmptyAllowed: true),
    ], required: ["tool", "columnKind", "results"])

  /// §3.19
  private static let driver19 = Form.object(
    properties: [
      "name": .text, "version": .text, "informationUri": .uri, "rules": .list(rule49, isEmptyAllowed: true),
    ], required: ["name", "version", "rules"])

  /// §3.49
  private static let rule49 = Form.object(
    properties: [
      "id": .text, "name": .text, "shortDescription": .message, "fullDescription": .message, "help": .message,
      "defaultConfiguration": .object(properties: ["level": level], required: ["level"]),
    ], required: ["id", "shortDescription", "fullDescription", "help", "defaultConfiguration"])

  /// §3.27
  private static let result27 = Form.object(
    properties: [
      "ruleId": .text, "ruleIndex": .number(0), "level": level, "message": .message,
      "locations": .list(location28, isEmptyAllowed: false), "relatedLocations": .list(related28, isEmptyAllowed: false),
      "fixes": .list(fix55, isEmptyAllowed: false),
    ], required: ["ruleId", "ruleIndex", "level", "message", "locations"])

  private static let level = Form.word(["error", "warning", "note", "none"])

  /// §3.28, §3.29
  private static let location28 = Form.object(properties: ["physicalLocation": physical29], required: ["physicalLocation"])
  private static let related28 = Form.object(
    properties: ["id": .number(0), "physicalLocation": physical29, "message": .message],
    required: ["id", "physicalLocation", "message"])
  private static let physical29 = Form.object(
    properties: ["artifactLocation": artifact4, "region": region30], required: ["artifactLocation", "region"])

  /// §3.4
  private static let artifact4 = Form.object(properties: ["uri": .uri, "uriBaseId": .text], required: ["uri"])

  /// §3.30
  private static let region30 = Form.object(
    properties: ["startLine": .number(1), "startColumn": .number(1), "endLine": .number(1), "endColumn": .number(1)],
    required: ["startLine", "startColumn", "endLine", "endColumn"])

  /// §3.55 to §3.57
  private static let fix55 = Form.object(
    properties: [
      "description": .message, "artifactChanges": .list(change56, isEmptyAllowed: false), "properties": .bag,
    ], required: ["description", "artifactChanges"])
  private static let change56 = Form.object(
    properties: ["artifactLocation": artifact4, "replacements": .list(replacement57, isEmptyAllowed: false)],
    required: ["artifactLocation", "replacements"])
  private static let replacement57 = Form.object(
    properties: [
      "deletedRegion": region30, "insertedContent": .object(properties: ["text": .text], required: ["text"]),
    ], required: ["deletedRegion", "insertedContent"])

  private static func check(_ value: Any?, _ form: Form, at path: String) -> [String] {
    switch form {
    case .text: return value is String ? [] : ["\(path) is no text"]
    case .word(let words): return words.contains(value as? String ?? "") ? [] : ["\(path) is none of \(words)"]
    case .boolean: return value is Bool ? [] : ["\(path) is no boolean"]
    case .bag: return value is [String: Any] ? [] : ["\(path) is no object"]
    case .number(let least):
      guard let number = value as? Int else { return ["\(path) is no whole number"] }
      return number >= least ? [] : ["\(path) is \(number)"]
    case .uri:
      guard let text = value as? String, let url = URLComponents(string: text) else { return ["\(path) is no address"] }
      let isPlain = text.utf8.allSatisfy { (0x21..<0x7F).contains($0) } && !url.path.contains("//") && !url.path.contains("\\")
      return isPlain && url.query == nil && url.fragment == nil ? [] : ["\(path) is `\(text)`"]
    case .message:
      guard let message = value as? [String: String], let text = message["text"], message.count == 1 else {
        return ["\(path) is no message"]
      }
      return text.isEmpty || !hasDoubledBraces(text) ? ["\(path) is `\(text)`"] : []
    case .list(let element, let isEmptyAllowed):
      guard let list = value as? [Any] else { return ["\(path) is no list"] }
      guard isEmptyAllowed || !list.isEmpty else { return ["\(path) is empty"] }
      return list.enumerated().flatMap { check($1, element, at: "\(path)[\($0)]") }
    case .map(let element):
      guard let object = value as? [String: Any] else { return ["\(path) is no object"] }
      return object.flatMap { check($1, element, at: "\(path).\($0)") }
    case .object(let properties, let required):
      guard let object = value as? [String: Any] else { return ["\(path) is no object"] }
      let missing = required.filter { object[$0] == nil }.map { "\(path).\($0) is missing" }
      return missing
        + object.flatMap { name, value in
          properties[name].map { check(value, $0, at: "\(path).\(name)") } ?? ["\(path).\(name) is not in the standard"]
        }
    }
  }

  /// §3.11.5: a brace outside of a placeholder is doubled.
  private static func hasDoubledBraces(_ text: String) -> Bool {
    let rest = text.replacingOccurrences(of: "{{", with: "").replacingOccurrences(of: "}}", with: "")
    return !rest.contains("{") && !rest.contains("}")
  }

  /// §3.27.6: `ruleIndex` points at the rule with the id `ruleId`. §3.19.23: each rule occurs once. Rules without a result are
  /// allowed.
  private static func indices(_ log: [String: Any]) -> [String] {
    runs(log).flatMap { run -> [String] in
      let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
      let ids = ((driver?["rules"] as? [[String: Any]]) ?? []).compactMap { $0["id"] as? String }
      let results = (run["results"] as? [[String: Any]]) ?? []
      let wrong = results.filter { result in
        guard let index = result["ruleIndex"] as? Int, ids.indices.contains(index) else { return true }
        return ids[index] != result["ruleId"] as? String
      }
      return wrong.map { "ruleIndex of \($0["ruleId"] ?? "") points elsewhere" }
        + (Set(ids).count == ids.count ? [] : ["a rule twice"])
    }
  }

  /// Returns violations of rules about several properties: a region does not end before it begins (§3.30.2), a base is one that
  /// the run declares (§3.4.4), and the locations of a result have different ids (§3.28.2).
  private static func relations(_ log: [String: Any]) -> [String] {
    runs(log).flatMap { run -> [String] in
      let bases = Set((run["originalUriBaseIds"] as? [String: Any] ?? [:]).keys)
      var faults: [String] = []
      walk(run) { object in
        if let base = object["uriBaseId"] as? String, !bases.contains(base) { faults.append("no base \(base)") }
        if let uri = object["uri"] as? String, object["uriBaseId"] != nil, uri.contains(":") || uri.hasPrefix("/") {
          faults.append("\(uri) is not relative")
        }
        if let line = object["startLine"] as? Int, let column = object["startColumn"] as? Int,
          let endLine = object["endLine"] as? Int, let endColumn = object["endColumn"] as? Int,
          (endLine, endColumn) < (line, column)
        {
          faults.append("a region ends before it begins")
        }
        let ids = (object["relatedLocations"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } ?? []
        if Set(ids).count != ids.count { faults.append("an id of a location stands twice") }
      }
      return faults
    }
  }

  private static func runs(_ log: [String: Any]) -> [[String: Any]] { (log["runs"] as? [[String: Any]]) ?? [] }

  private static func walk(_ value: Any, _ visit: ([String: Any]) -> Void) {
    if let object = value as? [String: Any] {
      visit(object)
      for member in object.values { walk(member, visit) }
    } else if let list = value as? [Any] {
      for element in list { walk(element, visit) }
    }
  }
}
