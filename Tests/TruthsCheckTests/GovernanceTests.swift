import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Findings about declarations that are not governed, used, enforced or traced (declarations §1).
@Suite struct GovernanceTests {
  private func job(_ text: String, _ truths: Shop = Shop()) -> [String] {
    var shop = truths
    shop.files.append(("jtbd/shop/shop.jtbd", text))
    return shop.findings
  }

  private func place(
    triggers: [String] = ["buy"], artifacts: [String] = ["order_placed"],
    guardrails: [String] = ["must_not: order twice\n      enforced_by: shop.buying"]
  ) -> String {
    var lines = ["jtbd place:", "  verb: Place", "  object: Order", "  outcome: Goods"]
    func add(_ key: String, _ entries: [String]) {
      if !entries.isEmpty { lines += ["  \(key):"] + entries.map { "    - \($0)" } }
    }
    add("triggers", triggers)
    add("artifacts", artifacts)
    add("guardrails", guardrails)
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func triggersNameFactTypesOrIntents() {
    #expect(job(place(triggers: ["buy", "order_placed", "order.placed", "shop.buy", "shop_order_placed"])) == [])
    #expect(job(place(triggers: ["order_paid"])) == ["T5009 `order_paid`"])
    let fact = "fact work.done:\n  key: [order_id]\n  fields:\n    order_id: text"
    #expect(job(place(triggers: ["work_done"]), Shop(declarations: [fact])) == ["T5009 `work_done`"])
    #expect(
      job(place(triggers: ["work_done"]), Shop(declarations: [fact.replacing("  fields", with: "  external: true\n  fields")]))
        == [])
  }

  @Test func artifactsNameFactTypes() {
    #expect(job(place(artifacts: ["order_placed", "order.placed → order_placed"])) == [])
    #expect(job(place(artifacts: ["order_placed → order_sent"])) == ["T5010 `order_sent`"])
  }

  @Test func guardrailsAreEnforcedFromOneSideOrTheOther() {
    let rails = ["must_not: order twice", "must_not: order nothing"]
    #expect(job(place(guardrails: rails)) == ["T5005 `order twice`", "T5005 `order nothing`"])
    let links = "truth link:\n  enforces: [place.1, shop.place.2]\n  when:\n    - intent: buy\n  produces:\n    - trace.link"
    #expect(job(place(guardrails: rails), Shop(declarations: [links])) == [])
    #expect(
      job(place(guardrails: rails), Shop(declarations: [links.replacing("place.2", with: "place.3")]))
        == ["T5005 `order nothing`", "T5011 `shop.place.3`"])
    let named = ["must_not: order twice\n      enforced_by: shop.buying", "must_not: x\n      enforced_by: shop.least"]
    #expect(
      job(place(guardrails: named), Shop(fields: ["n: integer = 1"], invariants: ["{id: shop.least, rule: n > 0}"])) == [])
    #expect(job(place(guardrails: named)) == ["T5004 `shop.least`"])
  }

  /// One finding for each key of the contract's §9.3 that is not there (files §8); an empty list says as little as none.
  @Test func jobsHaveEveryKey() {
    #expect(job(place()) == [])
    let keys = ["verb", "object", "outcome", "triggers", "artifacts", "guardrails"]
    func lacking(_ wanted: Set<String>) -> String {
      var lines: [Substring] = []
      var isKept = true
      for line in place().split(separator: "\n") {
        if let key = keys.first(where: { line.hasPrefix("  \($0):") }) { isKept = !wanted.contains(key) }
        if isKept { lines.append(line) }
      }
      return lines.joined(separator: "\n") + "\n"
    }
    for key in keys { #expect(job(lacking([key])) == ["T6003 `jtbd place`"]) }
    #expect(job(lacking(["verb", "triggers", "guardrails"])) == Array(repeating: "T6003 `jtbd place`", count: 3))
    #expect(job(lacking(["guardrails"]) + "  guardrails: []\n") == ["T6003 `jtbd place`"])
    #expect(job("jtbd place:\n  summary: An order\n") == Array(repeating: "T6003 `jtbd place`", count: 6))
    #expect(job(lacking(["artifacts"]) + "  artifacts: 5\n").contains { $0.hasPrefix("T6") } == false)
  }

  /// Examples come from the job's name and the truths of its pack.
  @Test func examplesOfMissingKeysAreMadeFromWhatIsWritten() {
    func helps(_ text: String) -> [String] {
      var shop = Shop()
      shop.files.append(("jtbd/shop/shop.jtbd", text))
      return shop.load().diagnostics.compactMap { $0.code == IncompleteJob.code ? $0.help : nil }
    }
    #expect(
      Set(helps("jtbd place_big_order:\n  summary: An order\n")) == [
        "add `verb: Place`", "add `object: Big Order`", "add `outcome: \"<what is better when Place Big Order is done>\"`",
        "add `triggers: [buy]`", "add `artifacts: [order_placed]`",
        "add `guardrails: [{must_not: \"<what must never happen in Place Big Order>\", enforced_by: shop.buying}]`",
      ])
    let more = helps("jtbd place:\n  verb: Buy\n")
    #expect(more.contains("add `object: Shop`"))
    #expect(more.contains("add `outcome: \"<what is better when Buy Shop is done>\"`"))
  }

  @Test func linksToJobsAreNotJudgedWithoutJobs() {
    let links = "truth link:\n  enforces: [place.1]\n  when:\n    - intent: buy\n  produces:\n    - trace.link"
    #expect(Shop(declarations: [links]).findings == [])
  }

  @Test func rolesBelongToTrust() {
    #expect(Shop(requires: ["actor.type == \"user\""]).findings == ["T5003 `actor.type`"])
    #expect(Shop(requires: ["actor.roles contains \"x\""]).findings == ["T5003 `actor.roles`"])
    #expect(Shop(requires: ["actor.user_id != \"x\""]).findings == [])
    let trust = (
      "truths/trust/trust.truths",
      """
      pack trust:
        version: 1.0.0
        uses: [shop]

      policy approver_role:
        type: text
        default: boss

      truth access:
        when:
          - intent: [buy, grant_approval, adopt_truths]
        requires:
          - actor.type == "user" and actor.roles contains "clerk"
        produces:
          - trace.access

      """.replacing("default: boss", with: "default: \"boss\"")
    )
    #expect(Shop(files: [trust]).findings == [])
  }

  @Test func unusedThingsAreFoundAtTheirDeclaration() {
    let declarations = [
      "policy limit:\n  type: decimal\n  default: 1",
      "fact stock.counted:\n  key: [place]\n  external: true\n  fields:\n    place: text",
      "intent sell:\n  fields:\n    order_id: text",
    ]
    #expect(
      Shop(lets: ["x: 1"], declarations: declarations).findings
        == ["T5008 `policy limit`", "T5008 `fact stock.counted`", "T5001 `intent sell`", "T5008 `x`"])
  }

  @Test func aMisspeltNameIsNotAlsoAnUnusedOne() {
    let shop = Shop(
      fields: ["amount: decimal = 1"], requires: ["amount < limti"],
      declarations: ["policy limit:\n  type: decimal\n  default: 1"])
    #expect(shop.findings == ["T1001 `limti`"])
  }

  @Test func letsThatOnlyAProducedFieldCopiesAreUsed() {
    let shop = Shop(
      lets: ["total: 5"], produces: ["fact.total.known"],
      declarations: ["fact total.known:\n  key: [order_id]\n  fields:\n    order_id: text\n    total: integer"])
    #expect(shop.findings == [])
  }

  @Test func truthsWithoutTheirOwnPackOrIntentAreFound() {
    let none = "truth none:\n  when:\n    - pack: shop\n  produces:\n    - trace.none"
    #expect(Shop(declarations: [none]).findings == ["T5002 `truth none`"])
    #expect(Shop(declarations: [none.replacing("pack: shop", with: "intent: bui")]).findings == ["T1007 `bui`"])
    let both = "truth both:\n  when:\n    - intent: buy\n    - pack: shpo\n  produces:\n    - trace.both"
    #expect(Shop(declarations: [both]).findings == ["T1008 `shpo`"])
  }

  @Test func blueprintsNamePacksAndIntents() {
    let blueprint = "blueprint whole:\n  outcome: All\n  packs: [shop]\n  steps: [buy, shop.buy]"
    #expect(Shop(declarations: [blueprint]).findings == [])
    #expect(
      Shop(declarations: [blueprint.replacing("[shop]", with: "[shpo]").replacing("[buy", with: "[bye")]).findings
        == ["T1008 `shpo`", "T1007 `bye`"])
  }

  @Test func ignoreHidesOneWarningAndIsCounted() {
    let policies =
      "policy a:\n  type: decimal\n  default: 1\n\n# truths:ignore T5008 later\npolicy b:\n  type: decimal\n  default: 1"
    let set = Shop(declarations: [policies]).load()
    #expect(set.findings == ["T5008 `policy a`"])
    #expect(set.hiddenCount == 1)
    let twice = Shop(lets: ["x: 1", "# truths:ignore T5008", "y: 1"]).load()
    #expect(twice.findings == ["T5008 `x`"])
  }

  @Test func errorsAreNotHidden() {
    let shop = Shop(invariants: ["amuont > 1"])
    let text = shop.text.replacing("    - amuont", with: "    # truths:ignore T1001 no\n    - amuont")
    let set = Loader.load([("truths/shop/shop.truths", Array(text.utf8))])
    #expect(set.findings == ["T7003 `# truths:ignore T1001 no`", "T1001 `amuont`"])
    #expect(set.hiddenCount == 0)
  }

  /// An ignore comment is not reported as idle where an error prevented the check that it is about.
  @Test func ignoresAreNotIdleBesideErrors() {
    let policy = "# truths:ignore T5008 later\npolicy b:\n  type: decimal\n  default: 1"
    #expect(Shop(requires: ["amuont > 1"], declarations: [policy]).findings == ["T1001 `amuont`"])
    #expect(Shop(declarations: [policy.replacing("T5008", with: "T5007")]).findings.map { $0.prefix(5) } == ["T7003", "T5008"])
  }

  /// T5022 for a set with approvals and without a pack `trust`, and for a pack `trust` that names no one (ledgers §6.2).
  @Test func whoAdopts() {
    func found(_ trust: String?, approval: Bool = true, more: [String] = []) -> [String] {
      var shop = Shop(invariants: approval ? ["order_id == \"1\" → requires_approval(manager)"] : [], declarations: more)
      if let trust { shop.files = [("truths/trust/trust.truths", "pack trust:\n  version: 1.0.0\n" + trust)] }
      return shop.findings.filter { $0.hasPrefix("T5022") }
    }
    func changing(_ requires: String) -> String {
      "\ntruth change:\n  when:\n    - intent: adopt_truths\n  requires:\n    - \(requires)\n"
        + "  produces:\n    - trace.trust.change\n"
    }
    #expect(found(nil) == ["T5022 `pack shop`"])
    #expect(found(nil, approval: false) == [])
    #expect(found("") == ["T5022 `pack trust`"])
    #expect(found("", approval: false) == ["T5022 `pack trust`"])
    #expect(found(changing("length(note) > 3")) == ["T5022 `pack trust`"])
    #expect(found(changing("'\"lead\" in actor.roles'")) == [])
    // Another pack may name them too.
    let own = "invariant agreed:\n  applies_to: [adopt_truths]\n  rule: hash exists → requires_approval(manager)"
    #expect(found(nil, more: [own]) == [])
    #expect(found("", more: [own]) == [])
  }

  @Test func whoAdoptsIsShownWithARoleOfTheSet() {
    func help(_ roles: String, trust: String) -> String? {
      var shop = Shop(declarations: roles.isEmpty ? [] : [roles])
      shop.files = [("truths/trust/trust.truths", "pack trust:\n  version: 1.0.0\n" + trust)]
      return shop.load().diagnostics.first { $0.code == UnnamedAdopter.code }?.help
    }
    #expect(help("", trust: "")?.contains(#"requires: - '"manager" in actor.roles'"#) == true)
    #expect(help("role clerk:", trust: "")?.contains(#"- '"clerk" in actor.roles'"#) == true)
    #expect(help("role clerk:", trust: "\nrole \"rule board\":\n")?.contains(#"- '"rule board" in actor.roles'"#) == true)
  }
}
