import Foundation

@testable import Truths

/// Changes outside of a clause: of facts, views, policies and packs, and changes without an effect.
extension DiffSoundnessTests {
  private static let placed = """
    fact order.placed:
      key: [order]
      fields:
        order: text
        customer: text
    """

  private static let placing = """
      requires:
        - order exists and customer exists
      produces:
        - fact.order.placed
        - trace.shop.deciding
    """

  private static let stock = """
    fact stock.counted:
      key: [order]
      external: true
      fields:
        order: text
        amount: decimal
    """

  private static func trust(_ role: String = "manager", policy: String = "breaker") -> String {
    """
    pack trust:
      version: 1.0.0
      uses: [shop]

    fact deputy.named:
      key: [deputy]
      external: true
      fields:
        deputy: text

    policy break_glass_role:
      type: text
      default: '"\(policy)"'

    truth deputies:
      when:
        - fact: deputy.named
      produces:
        - fact.authority.held:
            user_id: deputy
            role: '"\(role)"'

    """
  }

  private static let approving = """
    requires:
        - total > 0
      invariants:
        - total > 10 → requires_approval(manager)
      produces:
        - trace.shop.deciding
    """

  static let differentWhole: [(DiffPair, String)] = [
    (
      DiffPair(
        "an invariant of the state over a view that counts what is made",
        DiffPair.buying(
          placing,
          besides: placed + """


            fact customer.load:
              key: [customer]
              derived: true
              fields:
                customer: text
                number: integer

            truth load:
              when:
                - fact: customer.known as c
              produces:
                - fact.customer.load:
                    customer: c.customer
                    number: count(o in order.placed where o.customer == c.customer)

            invariant few:
              applies_to: state
              rule: every l in customer.load satisfies l.number <= «3¦2»
            """)), "intents buy"
    ),
    (
      DiffPair(
        "a truth on facts that counts what is made",
        DiffPair.buying(
          placing,
          besides: placed + """


            fact customer.busy:
              key: [customer]
              fields:
                customer: text

            truth busy:
              when:
                - fact: customer.known as c
                - if: count(o in order.placed where o.customer == c.customer) > «3¦2»
              produces:
                - fact.customer.busy:
                    customer: c.customer
                - trace.shop.busy
            """)), "intents buy"
    ),
    (DiffPair("who stands in for whom", DiffPair.buying("  \(approving)") + trust("«manager¦owner»")), "views authority.held"),
    (
      DiffPair(
        "who adopts: any user, and nobody with a pack trust that names nobody",
        DiffPair.buying("  \(approving)") + "«¦pack trust:\n  version: 1.0.0\n»"), "intents adopt_truths"
    ),
    (DiffPair("who answers for others", DiffPair.buying("  \(approving)") + trust("«manager¦owner»")), "intents grant_approval"),
    (
      DiffPair(
        "who breaks the glass: a policy of pack trust, whatever the own pack says",
        DiffPair.buying("  \(approving)", besides: "policy break_glass_role:\n  type: text\n  default: '\"mine\"'")
          + trust(policy: "«breaker¦other»")), "intents buy"
    ),
    (
      DiffPair(
        "what is made where an instance moves, and what is made wherever",
        DiffPair.buying(
          "  requires:\n    - total > 0\n  produces:\n    - trace.shop.deciding",
          besides: """
            lifecycle visit:
              key: [customer]
              initial: open
              transitions:
                - open → closed
              terminal: [closed]

            fact customer.seen:
              key: [customer]
              fields:
                customer: text

            truth opening:
              when:
                - fact: customer.known as c
              moves:
                - visit: start → open
              produces:
                - trace.shop.opening

            truth closing:
              when:
                - fact: customer.known as c
                - if: c.boss == c.deputy
              moves:
                - visit: open → closed
              produces:
            «    - fact.customer.seen
            ¦»    - trace.shop.closing
            «¦
            truth seeing:
              when:
                - fact: customer.known as c
                - if: c.boss == c.deputy
              produces:
                - fact.customer.seen
                - trace.shop.seeing
            »
            """)), "closing shop.closing"
    ),
    (
      DiffPair(
        "which correction comes last",
        DiffPair.buying(
          """
            requires:
              - order exists and stock.counted
            produces:
              - correction.stock.counted:
                  amount: «1¦2»
              - trace.shop.deciding

          truth further:
            when:
              - intent: buy
            requires:
              - order exists and stock.counted
            produces:
              - correction.stock.counted:
                  amount: «2¦1»
              - trace.shop.further
          """, besides: stock.replacingOccurrences(of: "  external: true\n", with: "") + counting)), "intents buy"
    ),
    (
      DiffPair(
        "a key of two fields, and one of a field that is called as both",
        DiffPair.buying(
          "  requires:\n    - total > 0 and word exists\n  let:\n    a: word\n    b: word\n    c: word\n"
            + "  produces:\n    - fact.pair.known\n    - trace.shop.deciding",
          besides: """
            fact pair.known:
              key: [«a, b¦c»]
              fields:
                a: text
                b: text
                c: text named "a, b"
            """)), "intents buy"
    ),
    (
      DiffPair(
        "a member that looks alike",
        DiffPair.buying("  requires:\n    - total > 0\n  produces:\n    - trace.shop.deciding").replacingOccurrences(
          of: "    word: text", with: "    word: text named \"«\u{E9}¦e\u{301}»\"")), "intents buy"
    ),
    (
      DiffPair(
        "a policy that a source alone reads",
        DiffPair.buying(
          "  requires:\n    - total > 0\n    - stock.counted or order missing\n  produces:\n    - trace.shop.deciding",
          besides: stock + """


            policy factor:
              type: decimal
              default: «2¦3»

            source counts:
              document: counts
              each: counts[]
              produces:
                - fact.stock.counted:
                    amount: factor
            """)), "sources shop.counts"
    ),
    (
      DiffPair(
        "a role that brings facts in and looks alike",
        DiffPair.buying(
          "  requires:\n    - total > 0\n    - stock.counted or order missing\n  produces:\n    - trace.shop.deciding",
          besides: stock.replacingOccurrences(of: "external: true", with: "external: {by: [\"«\u{E9}¦e\u{301}»\"]}"))),
      "facts stock.counted"
    ),
  ]

  private static let counting = """


    intent count_stock:
      fields:
        order: text
        amount: decimal

    truth counting:
      when:
        - intent: count_stock
      requires:
        - order exists and amount exists and stock.counted missing
      produces:
        - fact.stock.counted
        - trace.shop.counting
    """

  private static func requires(_ clauses: String, lets: String = "", besides declarations: String = "") -> String {
    DiffPair.buying(
      "\(lets)  requires:\n    - total > 0\n\(clauses)\n  produces:\n    - trace.shop.deciding", besides: declarations)
  }

  private static func table(_ hit: String, _ rows: String, _ clause: String = "rate(count) > 0") -> String {
    DiffPair.table("table rate:\n  inputs:\n    n: integer\n  output: integer\n  hit: \(hit)\n  rows:\n\(rows)", clause)
  }

  static let same: [DiffPair] = [
    DiffPair("the order of rows that are summed", table("collect sum", "    - n > «1 → 3¦2 → 5»\n    - n > «2 → 5¦1 → 3»")),
    DiffPair("a border between whole numbers", table("first", "    - n «< 2.5¦<= 2» → 1\n    - otherwise → 0")),
    DiffPair("constants that are listed", requires("    - «word in [\"a\", \"b\"]¦word == \"b\" or word == \"a\"»")),
    DiffPair("a list of one", requires("    - «total in [limit]¦total == limit»")),
    DiffPair(
      "a let that names who approves",
      DiffPair.buying(
        """
          let:
            boss: customer.known.boss
          requires:
            - customer exists and customer.known
          invariants:
            - total > 10 → requires_approval(by «boss¦customer.known.boss»)
            - «boss¦customer.known.boss» != "ann"
          produces:
            - trace.shop.deciding
        """)),
    DiffPair(
      "an approval whose condition is written otherwise",
      DiffPair.buying(
        "  requires:\n    - total > 0\n  invariants:\n    - «total > 10¦total - 10 > 0» → requires_approval(manager)\n"
          + "  produces:\n    - trace.shop.deciding")),
    DiffPair(
      "a clause that follows, in a truth of the pack's own proposals",
      DiffPair.buying(
        "    - pack: shop\n  requires:\n    - total > 0\n«¦    - total > -5\n»  produces:\n    - trace.shop.deciding")),
    DiffPair(
      "a warning that is written otherwise",
      DiffPair.buying("  invariants:\n    - «total > 5¦total - 5 > 0» → warn(\"much\")\n  produces:\n    - trace.shop.deciding")),
    DiffPair(
      "the order of the members of a record",
      requires(
        "    - line(«name = word, price = total¦price = total, name = word») exists",
        besides: "record line:\n  fields:\n    name: text\n    price: decimal")),
    DiffPair(
      "lets that read each other twice, forty deep",
      requires(
        "    - a40«¦ == true»",
        lets: "  let:\n    a0: total > 1\n"
          + (1...40).map { "    a\($0): a\($0 - 1) and (total > \($0) or a\($0 - 1)) or not a\($0 - 1) and other > \($0)\n" }
          .joined())),
    DiffPair(
      "lets in the rows of a table that read each other, forty deep",
      DiffPair.table(
        "table rate:\n  inputs:\n    n: integer\n  output: integer\n  let:\n    a0: n > 1\n"
          + (1...40).map { "    a\($0): a\($0 - 1) and n > \($0) or a\($0 - 1)\n" }.joined()
          + "  rows:\n    - «a40 → 1\n    - otherwise → 0¦not a40 → 0\n    - otherwise → 1»", "rate(count) > 0")),
  ]

  static let versions: [(DiffPair, String)] = [
    (
      DiffPair(
        "an invariant is added", requires("", besides: "«¦invariant small:\n  applies_to: [buy]\n  rule: total < 100000\n»")),
      "major"
    ),
    (
      DiffPair(
        "a truth on facts that may stop what is decided is added",
        requires(
          "    - stock.counted or order missing",
          besides: stock + """


            «¦truth bounded:
              when:
                - fact: stock.counted as s
              invariants:
                - s.amount >= 0
              produces:
                - trace.shop.bounded
            »
            """)), "major"
    ),
    (
      DiffPair(
        "a truth on facts that makes facts of a type of its own is added",
        requires(
          "    - stock.counted or order missing",
          besides: stock + """


            «¦fact stock.seen:
              key: [order]
              fields:
                order: text

            truth seeing:
              when:
                - fact: stock.counted as s
              produces:
                - fact.stock.seen:
                    order: s.order
                - trace.shop.seeing
            »
            """)), "minor"
    ),
    (DiffPair("a border is moved out", requires("    - other > «10¦5»")), "minor"),
    (
      DiffPair(
        "a policy's default is raised",
        requires("    - other < most", besides: "policy most:\n  type: decimal\n  default: «10¦20»")),
      "minor"
    ),
    (
      DiffPair(
        "a clause goes, and another comes that is not said to follow",
        requires("    - other > 10\n    - «other > 20¦power(other, 3) > 30»")),
      "major"
    ),
    (
      DiffPair(
        "more people bring facts in",
        requires(
          "    - stock.counted or order missing",
          besides: stock.replacingOccurrences(
            of: "external: true", with: "external: {by: [system«¦, user»]}"))), "major"
    ),
  ]
}
