import Testing
import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

struct SymbolTests {
  private static var program: Program {
    var program = Program()
    let span = Span(file: FileID(0), start: 0, end: 0)
    program.enums = [EnumType(name: "size", pack: "p", values: ["small", "large"], isOrdered: true, span: span)]
    return program
  }

  /// Values of every kind, no two of them equal.
  private static var samples: [Value] {
    let wide = Decimal.make(coefficient: 12_345_678_901_234_567_890_123, scale: 2)
    let deep = Decimal.make(coefficient: 1, scale: 300)
    let numbers = [wide, deep].compactMap { try? $0.get() }.map { Value.number($0) }
    return numbers + [
      .missing(.absent), .missing(.overflow), .missing(.divisionByZero), .missing(.limits), .missing(.range),
      .boolean(false), .boolean(true), .number(.zero), .number(.one), .number(Decimal(-7)), .number(Decimal(Int.max)),
      .number(Decimal(Int.min)), .text(""), .text("a"), .text("\u{E9}"), .text("e\u{301}"),
      .text("a text of more than fifteen bytes"),
      .date(CivilDate(days: 1) ?? Timestamp.epoch.date), .timestamp(.epoch), .duration(TimeSpan.longest.negated),
      .enumeration(EnumValue(type: 0, ordinal: 0, name: "small")), .enumeration(EnumValue(type: 0, ordinal: 1, name: "large")),
      .list([]), .list([.text("a"), .number(.one)]), .list([.number(.one), .text("a")]), .list([.list([])]),
      .record(RecordValue(type: 0, fields: [.text("a"), .missing(.absent)])),
      .record(RecordValue(type: 1, fields: [.text("a"), .missing(.absent)])),
      .json(.null), .json(.array([.number(.one)])),
    ]
  }

  @Test func aValueComesBackFromItsCell() {
    var symbols = Symbols(program: Self.program)
    var overlay = SymbolOverlay(over: symbols)
    for value in Self.samples {
      let cell = symbols.cell(of: value)
      #expect(symbols.value(of: cell) == value)
      let own = overlay.cell(of: value)
      #expect(overlay.value(of: own) == value)
    }
  }

  @Test func cellsAreEqualExactlyWhereValuesAre() {
    var symbols = Symbols(program: Self.program)
    let cells = Self.samples.map { symbols.cell(of: $0) }
    #expect(Set(cells).count == Self.samples.count)
    #expect(Self.samples.map { symbols.cell(of: $0) } == cells)
  }

  @Test func findingAddsNothing() {
    var symbols = Symbols(program: Self.program)
    #expect(symbols.find("a") == nil)
    #expect(symbols.findCell(of: .list([.text("a")])) == nil)
    #expect(symbols.find("a") == nil)
    let cell = symbols.cell(of: .list([.text("a")]))
    #expect(symbols.findCell(of: .list([.text("a")])) == cell)
    #expect(symbols.find("a") != nil)
  }

  @Test func aCopyGoesOnByItself() {
    var symbols = Symbols(program: Self.program)
    let first = (0..<1000).map { symbols.intern(Text("first \($0)")) }
    let kept = symbols
    var copies = [symbols, symbols]
    for round in 0..<200 {
      // Each round writes to a copy of a copy, so that layers come and go.
      copies[round % 2] = copies[(round + 1) % 2]
      for number in 0..<(round % 7) {
        let text = Text("round \(round) of \(number)")
        let symbol = copies[round % 2].intern(text)
        #expect(copies[round % 2].text(symbol) == text)
      }
    }
    #expect(kept.find("round 1 of 0") == nil)
    #expect(copies[1].find("round 1 of 0") != nil)
    let newest = copies[1].find("round 199 of 2")
    copies[1].settle()
    #expect(copies[1].find("round 199 of 2") == newest)
    for (number, symbol) in first.enumerated() { #expect(copies[1].find(Text("first \(number)")) == symbol) }
  }

  @Test func whatIsBroughtTogetherKeepsItsNumbers() {
    var symbols = Symbols(program: Self.program)
    let below = Self.samples.map { symbols.cell(of: .list([$0])) }
    var copy = symbols
    // These values are not in the layer below, so every kind of symbol is in two layers.
    let wide = [Decimal.make(coefficient: 98_765_432_109_876_543_210_987, scale: 3)].compactMap { try? $0.get() }
    let more = [.text("above"), .json(.text("above")), .list([.text("above")])] + wide.map { Value.number($0) }
    let above = (Self.samples + more).map { copy.cell(of: .list([$0, $0])) }
    for isSettled in [false, true] {
      if isSettled { copy.settle() }
      #expect(Self.samples.map { copy.cell(of: .list([$0])) } == below)
      #expect((Self.samples + more).map { copy.cell(of: .list([$0, $0])) } == above)
      for (value, cell) in zip(Self.samples, below) { #expect(copy.value(of: cell) == .list([value])) }
      for (value, cell) in zip(Self.samples + more, above) { #expect(copy.value(of: cell) == .list([value, value])) }
    }
    #expect(symbols.find("above") == nil)
  }

  @Test func anOverlayKnowsTheSymbolsBelowAndLeavesThemAsTheyAre() {
    var symbols = Symbols(program: Self.program)
    let below = symbols.cell(of: .text("below"))
    var overlay = SymbolOverlay(over: symbols)
    #expect(overlay.cell(of: .text("below")) == below)
    let own = overlay.cell(of: .text("above"))
    #expect(own.bits >= Int64(SymbolOverlay.base))
    #expect(symbols.find("above") == nil)
    let list = overlay.cell(of: .list([.text("below"), .text("above")]))
    #expect(list == overlay.cell(of: .list([.text("below"), .text("above")])))
    #expect(overlay.element(1, ofBox: Int(list.bits)) == own)
    #expect(overlay.element(2, ofBox: Int(list.bits)) == .absent)
  }

  @Test func cellsAreInTheOrderOfTheirValues() {
    var symbols = Symbols(program: Self.program)
    let numbers = ["-1e3", "-0.5", "0", "0.25", "0.5", "3", "12345678901234567890.5"].compactMap { try? Decimal(literal: $0) }
    let texts: [Text] = ["", "B", "a", "aa", "b", "\u{E9}"]
    let groups: [[Value]] = [
      numbers.map { .number($0) }, texts.map { .text($0) }, [.duration(.zero), .duration(.longest)],
    ]
    for group in groups {
      let cells = group.map { symbols.cell(of: $0) }
      for (left, one) in cells.enumerated() {
        for (right, other) in cells.enumerated() { #expect(symbols.precedes(one, other) == (left < right)) }
      }
    }
    #expect(!symbols.precedes(symbols.cell(of: .text("a")), .integer(1)))
  }

  @Test("numbers are in the order of their decimals, however many places each has")
  func numbersOfDifferentPlaces() {
    var symbols = Symbols(program: Self.program)
    var numbers: [Decimal] = []
    for coefficient in [0, 1, 9, 10, 11, 99, 101, 1_000_000_000_000_001, Int.max - 1, Int.max] {
      for scale in [0, 1, 2, 3, 12, 17, 18, 19, 20, 37, 300] {
        let signs = [coefficient, -coefficient].map { Decimal.make(coefficient: Int128($0), scale: scale) }
        numbers += signs.compactMap { try? $0.get() }
      }
    }
    #expect(Set(numbers).count > 180)
    for one in numbers {
      for other in numbers {
        let (left, right) = (symbols.cell(of: .number(one)), symbols.cell(of: .number(other)))
        #expect(symbols.precedes(left, right) == (one < other), "\(one) < \(other)")
      }
    }
  }

  @Test func leftOutFieldsAreTheSameWhateverTheCause() {
    var symbols = Symbols(program: Self.program)
    let one = symbols.cell(of: .list([.record(RecordValue(type: 0, fields: [.missing(.absent)]))]))
    let other = symbols.cell(of: .list([.record(RecordValue(type: 0, fields: [.missing(.overflow)]))]))
    let another = symbols.cell(of: .list([.record(RecordValue(type: 1, fields: [.missing(.absent)]))]))
    #expect(one != other)
    #expect(symbols.same(one, other))
    #expect(!symbols.same(one, another))
  }
}
