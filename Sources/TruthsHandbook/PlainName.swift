/// Names of the packs as words: `invoice_id` is read as `invoice id`, `invoice.sent` as `invoice sent`.
enum PlainName {
  static func words(_ name: String) -> String { name.replacing("_", with: " ").replacing(".", with: " ") }

  /// The same as the beginning of a sentence or heading.
  static func heading(_ name: String) -> String {
    let words = words(name)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// What stands behind the pack in an id, as a heading: `money.period.closing` is `Period closing`.
  static func title(of id: String) -> String {
    heading(id.firstIndex(of: ".").map { String(id[id.index(after: $0)...]) } ?? id)
  }

  /// `an invoice sent`
  static func article(before name: String) -> String {
    name.first.map { "aeiouAEIOU".contains($0) } ?? false ? "an" : "a"
  }
}
