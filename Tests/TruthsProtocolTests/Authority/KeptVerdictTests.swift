import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

@Suite("Verdicts about reading are kept until what they read changes, sessions §10")
struct KeptVerdictTests {
  private static let readers = """
    policy open:
      type: boolean
      default: false

    fact reader.named:
      key: [user_id]
      external: true
      fields:
        user_id: text

    fact reader.trained:
      key: [user_id]
      external: true
      fields:
        user_id: text

    fact reader.seen:
      key: [user_id]
      external: true
      fields:
        user_id: text

    fact reader.ready:
      key: [user_id]
      derived: true
      fields:
        user_id: text

    truth readying:
      when:
        - fact: reader.trained as t
      produces:
        - fact.reader.ready:
            user_id: t.user_id


    """

  private static func world(_ rule: String) throws -> AuthorityWorld {
    try AuthorityWorld(trust: readers + AuthorityTests.steering(rule))
  }

  private static func fact(_ type: String) -> JSONObject { ["type": .text(type), "user_id": .text("cid")] }

  static let oftenAsked: [Permission] = [
    .readLedger(orgID: "evil", factType: nil), .readSensitive(orgID: "evil", factType: "order.placed"), .askForOthers,
  ]

  static let rules = [
    ("reader.named(user_id = actor.user_id)", "reader.named"),
    ("reader.ready(user_id = actor.user_id)", "reader.trained"),
    (#"some r in reader.named satisfies r.user_id == "cid""#, "reader.named"),
  ]

  @Test("a fact of a type that the truths read, through views too, ends a verdict; others do not", arguments: rules)
  func facts(rule: String, type: String) throws {
    var world = try Self.world(rule)
    for permission in Self.oftenAsked { #expect(!world.verdict(of: AuthorityWorld.cid, permission).isAllowed) }
    let (other, entry) = (world.enter(Self.fact("reader.seen")), world.enter(Self.fact(type)))
    world.authority.contextChanged(by: [try #require(other)])
    for permission in Self.oftenAsked { #expect(!world.verdict(of: AuthorityWorld.cid, permission).isAllowed) }
    world.authority.contextChanged(by: [try #require(entry)])
    for permission in Self.oftenAsked { #expect(world.verdict(of: AuthorityWorld.cid, permission).isAllowed) }
  }

  @Test("steering is asked anew each time")
  func steering() throws {
    var world = try Self.world("reader.named(user_id = actor.user_id)")
    #expect(!world.verdict(of: AuthorityWorld.cid, .pauseSession).isAllowed)
    world.enter(Self.fact("reader.named"))
    #expect(world.verdict(of: AuthorityWorld.cid, .pauseSession).isAllowed)
  }

  @Test("a policy that the truths read ends a verdict where it is set")
  func policies() throws {
    var world = try Self.world("trust.open")
    #expect(!world.verdict(of: AuthorityWorld.cid, .askForOthers).isAllowed)
    let setting: JSONObject = [
      "type": .text("policy.set"), "policy": .text("trust.open"), "step": .integer(1), "value": .boolean(true),
    ]
    let entry = Entry.shortForm(payload: setting, sequence: 1)
    world.context = try world.procedure.context(
      from: [ReadEntry(entry: entry, payload: LocatedJSON(unlocated: .object(setting)), isShortForm: true)])
    #expect(!world.verdict(of: AuthorityWorld.cid, .askForOthers).isAllowed)
    world.authority.contextChanged(by: [entry])
    #expect(world.verdict(of: AuthorityWorld.cid, .askForOthers).isAllowed)
  }

  @Test("a truth that reads the moment is asked anew each time")
  func moment() throws {
    var world = try Self.world(#"now < timestamp("2024-06-01T00:00:00Z")"#)
    let late = try #require(Timestamp(text: "2024-07-01T00:00:00Z"))
    for permission in Self.oftenAsked {
      #expect(world.verdict(of: AuthorityWorld.cid, permission).isAllowed)
      #expect(!world.verdict(of: AuthorityWorld.cid, permission, now: late).isAllowed)
    }
  }

  @Test("actors, and fields, have verdicts of their own")
  func questions() throws {
    var world = try Self.world(#"actor.user_id == "cid" and "clerk" in actor.roles"#)
    for _ in 0..<2 {
      #expect(world.verdict(of: AuthorityWorld.cid, .askForOthers).isAllowed)
      #expect(!world.verdict(of: AuthorityWorld.eve, .askForOthers).isAllowed)
      #expect(!world.verdict(of: AuthorityWorld.actor("user", "cid", of: "acme"), .askForOthers).isAllowed)
    }
  }

  @Test("other rules forget what those before said")
  func otherRules() throws {
    var world = try Self.world(#"actor.user_id == "cid""#)
    #expect(world.verdict(of: AuthorityWorld.cid, .askForOthers).isAllowed)
    let strict = try AuthorityWorld.procedure(trust: Self.readers + AuthorityTests.steering(#"actor.user_id == "bob""#))
    world.authority.rulesChanged(to: strict)
    world.context = strict.context(rereading: world.context)
    #expect(!world.verdict(of: AuthorityWorld.cid, .askForOthers).isAllowed)
    #expect(world.verdict(of: AuthorityWorld.bob, .askForOthers).isAllowed)
  }

  @Test("no more verdicts are kept than there is room for")
  func bounded() throws {
    var world = try Self.world("reader.named(user_id = actor.user_id)")
    let first = Permission.readLedger(orgID: "o", factType: nil)
    #expect(!world.verdict(of: AuthorityWorld.cid, first).isAllowed)
    world.enter(Self.fact("reader.named"))
    for place in 0..<Authority.maxKept - 1 {
      _ = world.verdict(of: AuthorityWorld.cid, .readLedger(orgID: "o\(place)", factType: nil))
    }
    #expect(!world.verdict(of: AuthorityWorld.cid, first).isAllowed)
    _ = world.verdict(of: AuthorityWorld.cid, .readLedger(orgID: "last", factType: nil))
    #expect(world.verdict(of: AuthorityWorld.cid, first).isAllowed)
  }
}
