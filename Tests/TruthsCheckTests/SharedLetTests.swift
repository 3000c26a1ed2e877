import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// `let`s of an intent, which its truths share (declarations §4.3).
@Suite struct SharedLetTests {
  /// A set with an intent and truths on it.
  struct Shop {
    /// Lines below the intent's `let`.
    var lets: [String] = []
    /// Truths on the intent: lines of their own `let`s, and their invariants.
    var truths: [(lets: [String], invariants: [String])] = []
    /// Declarations after the others, and files of other packs.
    var more = ""
    var others: [(path: String, text: String)] = []

    var text: String {
      var text = """
        pack shop:
          version: 1.0.0

        policy most:
          type: integer
          default: 9

        enum size: [small, large]

        fact stock.counted:
          key: [sku]
          external: true
          fields:
            sku: text
            count: integer

        intent buy:
          required: [sku, pieces, size]
          fields:
            sku: text
            pieces: integer
            size: size

        """
      if !lets.isEmpty { text += "  let:\n" + lets.map { "    \($0)\n" }.joined() }
      for (number, truth) in truths.enumerated() {
        text += "\ntruth rule\(number):\n  when:\n    - intent: buy\n"
        if !truth.lets.isEmpty { text += "  let:\n" + truth.lets.map { "    \($0)\n" }.joined() }
        text += "  invariants:\n    - pieces > most → warn(\"many\")\n" + truth.invariants.map { "    - \($0)\n" }.joined()
        text += "  produces:\n    - trace.shop.rule\(number)\n"
      }
      return text + more
    }

    func load() -> LoadedSet {
      Loader.load(([("truths/shop/shop.truths", text)] + others).map { ($0.0, Array($0.1.utf8)) })
    }

    /// The findings: "shop.truths:26:5 T1001 `x`", without those about rules that say nothing new and sets without readers.
    var found: [String] {
      let loaded = load()
      return loaded.diagnostics.filter { !"\($0.code)".hasPrefix("T4") && !["T5001", "T5008"].contains("\($0.code)") }.map {
        Self.told($0, loaded)
      }
    }

    static func told(_ finding: Diagnostic, _ loaded: LoadedSet) -> String {
      let (file, start) = (loaded.sources.file(finding.span.file), loaded.sources.start(of: finding.span))
      let name = file?.path.split(separator: "/").last ?? "?"
      return "\(name):\(start.line):\(start.column) \(finding.code) `\(file?.text(finding.span) ?? "?")`"
    }
  }

  private static let reading: (lets: [String], invariants: [String]) = ([], ["left < 0 → reject(\"{left}\")"])

  @Test("each truth on the intent alone reads it, in any number, through other lets of the intent, and beside its own")
  func sight() {
    let shop = Shop(
      lets: ["left: most - used", "used: pieces * 2"],
      truths: [Self.reading, (["far: left - 10"], ["far < 0 → warn(\"far\")", "used > 4 → warn(\"{used} of {far}\")"])])
    #expect(shop.found == [])
    #expect(Self.lets(of: shop) == [["used", "left"], ["used", "left", "far"]])
  }

  @Test("a truth has only what it reads")
  func unread() {
    let shop = Shop(
      lets: ["left: most - pieces", "used: pieces * 2"], truths: [Self.reading, ([], ["used > 4 → warn(\"much\")"])])
    #expect(shop.found == [])
    #expect(Self.lets(of: shop) == [["left"], ["used"]])
  }

  /// The names of the `let`s of each truth.
  private static func lets(of shop: Shop) -> [[String]] {
    shop.load().program.truths.filter { $0.pack == "shop" }.map { $0.lets.map(\.name) }
  }

  static let faulty: [(lets: [String], finding: String)] = [
    (["left: most - piezes"], "shop.truths:24:18 T1001 `piezes`"),
    (["left: most - sku"], "shop.truths:24:11 T2007 `most - sku`"),
    (["left: most - stock.count.count"], "shop.truths:24:18 T1001 `stock.count`"),
    (["left: most + mine"], "shop.truths:24:18 T1001 `mine`"),
    (["left: most - half", "half: left / 2"], "shop.truths:25:11 T1012 `left`"),
    (["left: most - pieces", "left: most"], "shop.truths:25:5 T0018 `left`"),
    (["left: most - pieces", "pieces: most"], "shop.truths:25:5 T1004 `pieces`"),
    (["left: most - pieces", "most: pieces"], "shop.truths:25:5 T1004 `most`"),
    (["left: old(stock.counted.count)"], "shop.truths:24:11 T1066 `old(stock.counted.count)`"),
  ]

  @Test("a fault in it is one finding, however many truths read it", arguments: faulty.indices, 0...2)
  func faults(place: Int, readers: Int) {
    let other: (lets: [String], invariants: [String]) = (["mine: pieces * 2"], ["mine > 8 → warn(\"mine\")"])
    let truths = Array(repeating: Self.reading, count: readers) + [other]
    #expect(Shop(lets: Self.faulty[place].lets, truths: truths).found == [Self.faulty[place].finding])
  }

  @Test("a value of it that may be missing is found in each truth, and what several find in it once")
  func flow() {
    let missing = Shop(lets: ["left: stock.counted.count - pieces"], truths: [Self.reading, Self.reading])
    #expect(missing.found == ["shop.truths:31:7 T3001 `left`", "shop.truths:40:7 T3001 `left`"])
    let asking: (lets: [String], invariants: [String]) = ([], ["late → requires_approval(manager)"])
    let late = Shop(
      lets: ["late: now > \"2026-01-02T00:00:00Z\""], truths: [asking, asking], more: "\nrole manager:\n"
    ).load()
    let found = late.diagnostics.filter { "\($0.code)" == "T5021" }
    #expect(found.map { Shop.told($0, late) } == ["shop.truths:24:11 T5021 `now`"])
  }

  @Test("its name is taken in the truths that share it")
  func names() {
    let lets = ["left: most - pieces"]
    #expect(Shop(lets: lets, truths: [Self.reading, (["left: most"], [])]).found == ["shop.truths:39:5 T1003 `left`"])
    let loop = "some left in stock.counted satisfies left.count == 0"
    let looping = Shop(lets: lets, truths: [Self.reading, ([], ["\(loop) → warn(\"none\")"])])
    #expect(looping.found == ["shop.truths:40:12 T1004 `left`"])
  }

  @Test("no other body sees it: truths with a second intent, on facts, of another pack, invariants, tables")
  func others() {
    func found(_ more: String, _ others: [(path: String, text: String)] = []) -> [String] {
      let loaded = Shop(lets: ["left: most - pieces"], truths: [Self.reading], more: more, others: others).load()
      return loaded.diagnostics.filter { $0.code.family == "T1" }.map {
        "\(Shop.told($0, loaded).split(separator: " ", maxSplits: 1)[1]) \($0.help ?? "")"
      }
    }
    let help = "`left` is a `let` of intent `buy`: only truths of pack `shop` that name no other intent may use it"
    let sell = "\nintent sell:\n  fields:\n    pieces: integer\n"
    let two =
      "\ntruth both:\n  when:\n    - intent: [buy, sell]\n  requires:\n    - left > 0\n  produces:\n    - trace.shop.both\n"
    #expect(found(sell + two) == ["T1001 `left` \(help)"])
    #expect(found("\ninvariant rule:\n  applies_to: [buy]\n  rule: left > 0\n") == ["T1001 `left` \(help)"])
    let far = "pack far:\n  version: 1.0.0\n  uses: [shop]\n\n"
    let truth = "truth there:\n  when:\n    - intent: buy\n  requires:\n    - left > 0\n  produces:\n    - trace.far.there\n"
    #expect(found("", [("truths/far/far.truths", far + truth)]) == ["T1001 `left` \(help)"])
    let own = truth.replacing("  requires:", with: "  let:\n    left: pieces\n  requires:")
    #expect(found("", [("truths/far/far.truths", far + own)]) == [])
    let onFacts =
      "\ntruth counting:\n  when:\n    - fact: stock.counted\n    - if: left > 0\n  produces:\n    - trace.shop.counting\n"
    #expect(found(onFacts).map { $0.prefix(12) } == ["T1001 `left`"])
    let table = "\ntable much:\n  inputs:\n    pieces: integer\n  output: boolean\n  rows:\n    - left > 0 → true\n"
    #expect(found(table).map { $0.prefix(12) } == ["T1001 `left`"])
  }

  @Test("one that no truth and no other let reads is unused, once")
  func unused() {
    func unused(_ lets: [String], _ truths: [(lets: [String], invariants: [String])]) -> [String] {
      let loaded = Shop(lets: lets, truths: truths).load()
      return loaded.diagnostics.filter { "\($0.code)" == "T5008" && $0.message.contains("let") }.map { Shop.told($0, loaded) }
    }
    let two = ["left: most - pieces", "used: pieces * 2"]
    #expect(unused(two, [Self.reading, Self.reading]) == ["shop.truths:25:5 T5008 `used`"])
    #expect(unused(["left: most - used", "used: pieces * 2"], [Self.reading]) == [])
    #expect(unused(["left: most - pieces"], [([], []), ([], [])]) == ["shop.truths:24:5 T5008 `left`"])
    #expect(unused(["left: most - pieces"], []) == ["shop.truths:24:5 T5008 `left`"])
  }

  @Test("a let that stands on the intent is hashed as one of each truth that reads it")
  func hashes() {
    let truths: [(lets: [String], invariants: [String])] = [Self.reading, Self.reading, ([], ["used > 4 → warn(\"much\")"])]
    let shared = Shop(lets: ["left: most - used", "used: pieces * 2", "size_word: '\"{size}\"'"], truths: truths).load().program
    let whole = ["left: most - used", "used: pieces * 2"]
    let copied = Shop(
      truths: [(whole, truths[0].invariants), (whole, truths[1].invariants), ([whole[1]], truths[2].invariants)])
    let declarations = (shared.declarations, copied.load().program.declarations)
    #expect(declarations.0.map(\.key) == declarations.1.map(\.key) && declarations.0.count > 7)
    for (one, other) in zip(declarations.0, declarations.1) {
      #expect(one.body == other.body && one.references == other.references, "\(one.key)")
    }
  }
}
