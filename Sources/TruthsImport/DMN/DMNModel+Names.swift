/// Reporting of missing and duplicate names in a model.
extension DMNModel {
  /// Reports the elements that are omitted because they have no name, or the name of an earlier element.
  func listNames() {
    let kinds = [
      ("itemDefinition", "an", "item definition", items), ("inputData", "an", "input", inputData),
      ("decision", "a", "decision", decisions),
      ("businessKnowledgeModel", "a", "business knowledge model", knowledgeModels),
    ]
    for (kind, article, words, declared) in kinds {
      for element in root.children(kind) {
        guard let name = Self.name(of: element) else {
          note("\(article) \(words) without a name is left out", at: element.offset)
          continue
        }
        if declared[name]?.offset != element.offset {
          note("another \(words) is called `\(name)` too; this one is left out", at: element.offset)
        }
      }
    }
    for (name, element) in decisions where inputData[name] != nil {
      note("an input is called `\(name)` too: expressions with this name read the input, not this decision", at: element.offset)
    }
  }

  /// Returns the name of an element in the form that expressions use; `nil` if it has no name.
  static func name(of element: XMLElement) -> String? {
    let name = FeelNames.normalized(element.attributes["name"] ?? "")
    return name.isEmpty ? nil : name
  }
}
