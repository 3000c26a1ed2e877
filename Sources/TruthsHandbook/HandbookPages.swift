/// The pages of a handbook that is split by chapters.
struct HandbookPages {
  /// The names of the pages by chapter, each once. They have only letters, digits, `_`, `.` and `-`.
  let names: [String]
  /// The chapter of each anchor.
  private var chapters: [String: Int] = [:]

  init(_ chapters: [Handbook.Section]) {
    names = chapters.enumerated().map { place, chapter in place == 0 ? "index" : chapter.anchor ?? "chapter-\(place)" }
    for (place, chapter) in chapters.enumerated() { note(chapter, on: place) }
  }

  /// Returns the chapter that has an anchor; `nil` if no chapter has it.
  func chapter(of anchor: String) -> Int? { chapters[anchor] }

  private mutating func note(_ section: Handbook.Section, on place: Int) {
    note(section.anchor, on: place)
    for block in section.blocks { note(block, on: place) }
    for inner in section.sections { note(inner, on: place) }
  }

  private mutating func note(_ block: Handbook.Block, on chapterIndex: Int) {
    switch block {
    case .table(let table): for row in table.rows { note(row.anchor, on: chapterIndex) }
    case .example(let example):
      note(example.anchor, on: chapterIndex)
      for inner in example.blocks { note(inner, on: chapterIndex) }
    case .paragraph, .list, .steps, .diagram: break
    }
  }

  private mutating func note(_ anchor: String?, on place: Int) {
    if let anchor { chapters[anchor] = place }
  }
}
