import Testing
import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

/// The approvals and consents that a run waits for: their words are written, and read back (approvals §4.1, §6.2).
@Suite struct AwaitedTests {
  private typealias Approver = ApprovalDemand.Approver

  private static let manager = Approver(role: "manager")

  /// The table of approvals §4.1.
  @Test(arguments: [
    (ApprovalDemand(approvers: [manager]), "approval from @manager"),
    (ApprovalDemand(count: 2, approvers: [Approver(role: "board")]), "approval from 2 of @board"),
    (ApprovalDemand(count: 2, approvers: [Approver(role: "a"), Approver(role: "b")]), "approval from 2 of @a or @b"),
    (ApprovalDemand(approvers: [manager, Approver(role: "director")]), "approval from @manager or @director"),
    (ApprovalDemand(approvers: [Approver(role: "manager", userID: "bob")]), "approval from @bob (@manager)"),
    (ApprovalDemand(approvers: [Approver(role: nil, userID: "bob")]), "approval from @bob"),
    (ApprovalDemand(approvers: [Approver(role: "board")], excluded: ["ann", "bob"]), "approval from @board (not @ann, @bob)"),
    (ApprovalDemand(approvers: [Approver(role: "head librarian")]), #"approval from @"head librarian""#),
  ])
  func approvals(_ demand: ApprovalDemand, _ words: String) {
    let awaited = Awaited.approval(AskedPeople(demand))
    #expect(awaited.words == words)
    #expect(Awaited(recorded: words) == awaited)
    let wait = RecordedWait(["waiting_for": .texts(["consent from @ann", words])])
    #expect(wait.asks(demand) && !wait.asks(ApprovalDemand(approvers: [Approver(role: "other")])))
  }

  /// The table of approvals §6.2, with a wait for an override and a paused run.
  @Test(arguments: [
    ("consent from @ann", Awaited.consent(.named("ann"))), ("consent from a person", .consent(.anyone)),
    ("consent from any user of @acme", .consent(.users(organisation: "acme"))),
    ("an override by @break_glass", .override(role: "break_glass")), ("resume", .resume),
    ("the moon", .other("the moon")), ("", .other("")),
  ])
  func others(_ words: String, _ awaited: Awaited) {
    #expect(Awaited(recorded: words) == awaited)
    #expect(awaited.words == words)
  }

  /// A forged record may hold any words; they stay as they are.
  @Test(arguments: ["approval from ", "approval from the moon", "approval from @\"", "consent from @", "an override by @\" "])
  func wordsOfNoEngine(_ words: String) { #expect(Awaited(recorded: words).words == words) }

  @Test func kinds() {
    let consent = RecordedWait(["waiting_for": .texts(["consent from @ann"])])
    #expect(consent.wantsConsent && !consent.wantsApproval)
    let approval = RecordedWait(["waiting_for": .array([.null, .text("approval from @manager")])])
    #expect(approval.wantsApproval && !approval.wantsConsent)
    #expect(approval.awaited.words == ["approval from @manager"])
    #expect(RecordedWait(["waiting_for": .text("resume")]).awaited.isEmpty)
  }

  @Test func nameThatIsAskedAlone() {
    func soleName(_ words: String) -> String? { AskedPeople(recorded: words).soleName }
    #expect(soleName("@manager") == "manager")
    #expect(soleName(#"@"head librarian""#) == "head librarian")
    for words in ["2 of @board", "@a or @b", "@bob (@manager)", "@board (not @ann)", "nobody", ""] {
      #expect(soleName(words) == nil, "\(words)")
    }
  }

  private func actor(_ userID: String, _ roles: [String] = [], type: String = "user", of organisation: String? = nil)
    -> JSONObject
  {
    var actor: JSONObject = ["type": .text(type), "user_id": .text(userID), "roles": .texts(roles)]
    actor["org_id"] = organisation.map { .text($0) }
    return actor
  }

  /// Only people approve or consent. An approver is not the proposer, and the consent to a user's proposal is that user's.
  @Test func whoCanDoIt() {
    let ann = actor("ann")
    let approval = Awaited(recorded: "approval from @manager")
    #expect(approval.canBeDone(by: actor("bob", ["manager"]), proposer: ann))
    #expect(!approval.canBeDone(by: actor("bob"), proposer: ann))
    #expect(!approval.canBeDone(by: actor("ann", ["manager"]), proposer: ann))
    #expect(!approval.canBeDone(by: actor("bot", ["manager"], type: "agent"), proposer: ann))
    let consent = Awaited(recorded: "consent from @finance")
    #expect(consent.canBeDone(by: actor("eve", ["finance"]), proposer: actor("bot", type: "agent")))
    #expect(!consent.canBeDone(by: actor("eve", ["finance"]), proposer: ann))
    #expect(Awaited.consent(.named("ann")).canBeDone(by: ann, proposer: ann))
    #expect(Awaited.consent(.users(organisation: "acme")).canBeDone(by: actor("eve", of: "acme"), proposer: ann))
    #expect(!Awaited.consent(.users(organisation: "acme")).canBeDone(by: actor("eve"), proposer: ann))
    #expect(Awaited.consent(.anyone).canBeDone(by: actor("eve"), proposer: ann))
    let override = Awaited.override(role: "break_glass")
    #expect(override.canBeDone(by: actor("ann", ["break_glass"]), proposer: ann))
    #expect(!override.canBeDone(by: actor("eve", ["break_glass"]), proposer: ann))
    #expect(Awaited.resume.canBeDone(by: actor("bot", type: "agent"), proposer: nil))
    #expect(!Awaited.other("the moon").canBeDone(by: ann, proposer: ann))
  }
}
