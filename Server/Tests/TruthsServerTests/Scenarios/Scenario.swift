import Foundation
import Testing

/// A scenario fixture (fixtures §5), as far as a running server can play it.
struct Scenario: Sendable, CustomTestStringConvertible {
  let id: String
  /// The file's object, as JSON, because arguments of tests must be `Sendable`.
  private let json: Data

  var testDescription: String { id }

  /// The steps that a client performs over a transport. Other steps are about the simulation (`advance`, `fault`), about the
  /// server's operator (`pause`, `resume`, `update_budget`), or about messages that a client sends automatically (`handshake`).
  private static let steps: Set<String> = [
    "connect", "disconnect", "reconnect", "propose", "inject_fact", "approve", "reject", "consent", "cancel", "expect", "replay",
  ]

  private var object: [String: Any] { (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] ?? [:] }

  /// Facts that are known before.
  var facts: [[String: Any]] { (object["context"] as? [String: Any])?["facts"] as? [[String: Any]] ?? [] }

  /// The steps: the client, the kind of step, and its arguments.
  var story: [(client: String?, step: String, arguments: [String: Any])] {
    (object["scenario"] as? [Any] ?? []).map { step in
      guard let step = step as? [String: Any] else { return (nil, step as? String ?? "", [:]) }
      let name = step.keys.first { $0 != "as" } ?? ""
      var arguments = step[name] as? [String: Any] ?? [:]
      let inner = name == "propose" || name == "inject_fact" ? nil : arguments["as"] as? String
      if inner != nil { arguments["as"] = nil }
      return (inner ?? step["as"] as? String, name, arguments)
    }
  }

  var clients: Set<String> { Set(story.filter { $0.step == "connect" }.compactMap(\.client)) }

  /// Whether a server can play the scenario: it sets no time and no settings, and expects nothing that only the simulation has.
  private var isTold: Bool {
    let context = object["context"] as? [String: Any] ?? [:]
    return story.allSatisfy { Self.steps.contains($0.step) && $0.arguments["capabilities"] == nil } && object["now"] == nil
      && object["policies"] == nil && context.keys.allSatisfy { $0 == "facts" }
  }

  /// Those of the repository.
  static let all: [Scenario] = {
    let folder = ServerProcess.repository.appending(path: "Fixtures")
    let names = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
    return names.filter { $0.hasSuffix(".json") }.flatMap { name -> [Scenario] in
      let data = (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
      let value = try? JSONSerialization.jsonObject(with: data)
      return (value as? [[String: Any]] ?? [value as? [String: Any] ?? [:]]).compactMap { object in
        guard object["scenario"] != nil, let json = try? JSONSerialization.data(withJSONObject: object) else { return nil }
        return Scenario(id: object["id"] as? String ?? name, json: json)
      }
    }.filter(\.isTold)
  }()
}

extension ServerProcess {
  /// The root of the repository.
  static let repository = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
}
