import Testing
import TruthsDiagnostics
import TruthsGenerators
import TruthsSyntax
import TruthsText

/// A file that is read again after a change is read as if it had never been read before.
@Suite("Reading a changed file")
struct RereadingTests {
  /// Declarations of every kind, comments, and faults of several kinds among them.
  static let file = """
    # The pack.
    pack demo:
      version: 1.0.0

    enum size: [small, "very large"]

    record line:
      fields:
        sku: text
        tags: list of text = []
        labels: map of text? named "Labels"

    fact shop.opened:
      key: [shop_id]
      external: true
      fields:
        shop_id: text
        opened_at: timestamp?

    intent open_shop:
      consent: explicit
      open: true
      fields:
        shop_id: text
        rent: decimal in eur
        lines: list of line
        size: size = small

    policy most_rent:
      type: decimal in eur
      default: 1000

    table grade:
      inputs:
        rent: decimal in eur
      output: size
      rows:
        - rent < 10 → small
        - otherwise → "very large"

    lifecycle shop:
      key: [shop_id]
      initial: planned
      transitions:
        - planned → open → closed

    # truths:ignore T6001 it is told elsewhere until 2027-01-31
    truth open_shop:
      summary: "Ein Laden öffnet · once"
      when:
        - intent: open_shop
        - if: rent exists
      let:
        total: sum(l.tags.count for l in lines)
        name: "Shop {shop_id}"
      requires:
        - rent > 0 else "rent is {rent}"
        - every l in lines where l.sku exists satisfies l.sku != ""
      invariants:
        - id: demo.rent
          rule: rent > most_rent → requires_approval(boss, "too {rent}")
        - shop.opened(shop_id = shop_id) → reject("open: already")
      moves:
        - shop: planned → open else "{shop_id} is open"
      produces:
        - fact.shop.opened where rent < 5:
            opened_at: now
        - trace.shop.opened
      ensures:
        - shop.state == open

    invariant always:
      applies_to: [open_shop]
      rule: count(s in shop.opened) < 10 else requires_approval

    blueprint all:
      outcome: Shops
      steps: [open_shop]
    """

  /// The result of reading, without the data kept for later readings.
  struct Outcome: Equatable {
    var declarations: [Declaration]
    var diagnostics: [Diagnostic]
    var unread: [Name]
    var ignores: [IgnoreComment]

    init(_ unit: SourceUnit) {
      declarations = unit.declarations
      diagnostics = unit.diagnostics
      unread = unit.unread
      ignores = unit.ignores
    }
  }

  static func source(_ lines: [String]) -> SourceFile {
    SourceFile(id: FileID(3), path: "truths/demo/demo.truths", bytes: Array(lines.joined(separator: "\n").utf8))
  }

  /// Makes one small change, as a person types it, often with lines that existed before.
  static func change(_ lines: inout [String], _ chance: inout Chance) {
    let original = Self.file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = chance.next(below: max(1, lines.count))
    switch chance.next(below: 8) {
    case 0: lines.insert(chance.pick(original), at: min(place, lines.count))
    case 1: if !lines.isEmpty { lines.remove(at: place) }
    case 2: lines.insert(chance.pick(["", "# note", "---", "  - x > \"a: b\"", "fact", "truth two:", "\tx: 1"]), at: place)
    case 3:
      guard !lines.isEmpty else { return }
      let characters = Array(lines[place])
      let cut = chance.next(below: characters.count + 1)
      lines[place] = String(characters[..<cut]) + chance.pick(["é", "\"", ":", " ", "{", "x", "→"]) + String(characters[cut...])
    case 4: if !lines.isEmpty { lines[place] = String(lines[place].dropLast()) }
    case 5: lines = original
    case 6:
      let end = min(lines.count, place + 12)
      let block = Array(lines[min(place, end)..<end])
      lines.removeSubrange(min(place, end)..<end)
      lines.insert(contentsOf: block, at: chance.next(below: lines.count + 1))
    default: if !lines.isEmpty { lines.insert(lines[place], at: chance.next(below: lines.count + 1)) }
    }
  }

  @Test("gives what reading it anew gives, after every change", arguments: 0..<8)
  func changes(seed: Int) {
    var chance = Chance(seed: UInt64(9_000 + seed))
    var lines = Self.file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var unit = Parser.parse(Self.source(lines), relativePath: "demo/demo.truths")
    for step in 0..<120 {
      Self.change(&lines, &chance)
      let file = Self.source(lines)
      unit = Parser.parse(file, relativePath: "demo/demo.truths", goingOnFrom: unit)
      let anew = Parser.parse(file, relativePath: "demo/demo.truths")
      guard Outcome(unit) != Outcome(anew) else { continue }
      Issue.record("seed \(seed), step \(step):\n\(lines.joined(separator: "\n"))")
      return
    }
  }

  @Test("takes over what follows the change, to the place")
  func moved() throws {
    let before = Self.file
    let after = before.replacing("version: 1.0.0", with: "version: 1.0.0\n  summary: Shops, and all that is in them")
    func source(_ text: String) -> SourceFile {
      Self.source(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
    let first = Parser.parse(source(before), relativePath: "demo/demo.truths")
    let second = Parser.parse(source(before + "\n"), relativePath: "demo/demo.truths", goingOnFrom: first)
    let third = Parser.parse(source(after), relativePath: "demo/demo.truths", goingOnFrom: second)
    #expect(third.declarations.count == first.declarations.count)
    #expect(third.declarations != first.declarations)
    let file = source(after)
    for declaration in third.declarations {
      #expect(file.text(declaration.name.span) == declaration.name.text)
    }
  }
}
