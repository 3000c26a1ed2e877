import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Checks of the names that intents, values of enums and states have in JSON (types §12.1).
struct JSONNamePass: CheckPass {
  let session: CheckSession

  /// Returns the names that the values have in JSON; `nil` if every value keeps its own name.
  ///
  /// No value may get the own name of another value, because a reader of the rules would take such a text for the other value.
  ///
  /// - Parameters:
  ///   - owner: the name of the enum or lifecycle.
  ///   - unnamed: index of a value that `named` must not mention.
  ///   - type: index in ``Program/enums``.
  ///     - reportUnknown: reports an entry whose word is not one of the values.
  func names(
    of values: [Text], owner: String, unnamed: Int? = nil, _ entries: [JSONNameSyntax], in type: Int,
    reportUnknown: (Name) -> Void
  ) -> [Text]? {
    if entries.isEmpty { return nil }
    let places = Dictionary(first: values.enumerated().map { ($0.element, $0.offset) })
    var owners = places
    var names = values
    for entry in entries {
      guard let ordinal = places[Text(entry.value.text)], ordinal != unnamed else {
        reportUnknown(entry.value)
        continue
      }
      session.note(.value(enumeration: type, ordinal: ordinal), at: entry.value.span)
      let name = Text(entry.jsonName.text)
      if !isLegible(entry.jsonName, of: entry.value) { continue }
      if let other = owners[name], other != ordinal {
        report(JSONName.value(entry.jsonName, isAlso: values[other].string, of: owner))
      } else {
        owners[name] = ordinal
        names[ordinal] = name
      }
    }
    return names
  }

  /// Gives a field of a history's key its name in JSON, or reports why it cannot have it.
  ///
  /// - Parameter others: names of further fields.
  func rename(_ key: inout [Field], at position: Int, _ entry: JSONNameSyntax, of owner: String, besides others: [String]) {
    let name = entry.jsonName
    let taken = key.indices.first { $0 != position && (key[$0].jsonName == name.text || key[$0].name == name.text) }
    if !isLegible(name, of: entry.value) { return }
    if name.text == "type" {
      report(JSONName.typeOfFact(at: name.span))
    } else if let other = taken.map({ key[$0].name }) ?? others.first(where: { $0 == name.text }) {
      report(JSONName.value(name, isAlso: other, of: owner))
    } else {
      key[position].jsonName = name.text
    }
  }

  /// Returns whether readers can recognize a name in JSON as a name; if not, reports the reason.
  private func isLegible(_ name: Name, of owner: Name) -> Bool {
    if name.text.isEmpty {
      report(JSONName.empty(owner, at: name.span))
    } else if let fault = Identifier.fault(in: name.text) {
      report(JSONName.illegible(name, fault))
    } else {
      return true
    }
    return false
  }

  /// Reports JSON names of intents that are not unique, so that a proposal with such an `action` would not name a single intent.
  ///
  /// An intent may not get the own name of another intent either, because a reader of the rules would take such an `action` for
  /// the other intent.
  func checkIntents() {
    let intents = declared.intents
    guard intents.contains(where: { $0.body.jsonName != nil }) else { return }
    var owners: [String: Int] = [:]
    for (place, type) in program.intents.enumerated() {
      for name in [type.name, "\(type.pack).\(type.name)"] { owners[name] = owners[name] ?? place }
    }
    for (index, intent) in intents.enumerated() {
      guard let name = intent.body.jsonName else { continue }
      if !isLegible(name, of: intent.name) { continue }
      if EngineAction.isReserved(name.text) {
        report(JSONName.reservedAction(name))
      } else {
        let type = program.intents[index]
        let taken = [type.jsonName, type.qualifiedJSONName].compactMap { owners[$0] }.first { $0 != index }
        if let taken {
          report(JSONName.action(name, isAlso: program.intents[taken].name, first: intents[taken].name.span))
        }
        for name in [type.jsonName, type.qualifiedJSONName] { owners[name] = owners[name] ?? index }
      }
    }
  }
}
