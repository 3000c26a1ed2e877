/// Converts names of the packs to words: `invoice_id` → `invoice id`, `invoice.sent` → `invoice sent`.
enum PlainName {
  static func words(_ name: String) -> String { name.replacing("_", with: " ").replacing(".", with: " ") }

  /// Returns a name in words for the beginning of a sentence or heading.
  static func heading(_ name: String) -> String {
    let words = words(name)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Returns the part of an id after the pack as a heading: `money.period.closing` → `Period closing`.
  static func title(of id: String) -> String {
    heading(id.firstIndex(of: ".").map { String(id[id.index(after: $0)...]) } ?? id)
  }

  /// Returns the article before a name, as in `an invoice sent`.
  static func article(before name: String) -> String {
    name.first.map { "aeiouAEIOU".contains($0) } ?? false ? "an" : "a"
  }
}
