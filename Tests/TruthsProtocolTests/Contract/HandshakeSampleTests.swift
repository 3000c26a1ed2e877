import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The samples of the contract's §1.5, §1.8 and §8: the view, and the start of a session.
@Suite("Samples of the contract: connections, runs, the handshake")
struct HandshakeSampleTests {
  @Test("§1.5: each state of a connection has the indicator of the table")
  func indicators() {
    let table = [
      ("streaming", "Green indicator"), ("reconnecting", "Yellow indicator"), ("degraded", "Orange indicator + \"Limited mode\""),
      ("offline", "Red indicator + \"Offline\""),
    ]
    #expect(ConnectionState.allCases.map(\.rawValue) == table.map(\.0))
    for (state, words) in table {
      guard let indicator = ConnectionState(rawValue: state)?.indicator else { continue }
      let label = indicator.label.map { " + \"\($0)\"" } ?? ""
      #expect("\(indicator.color) indicator\(label)" == words.prefix(1).lowercased() + words.dropFirst())
    }
  }

  @Test("§1.8: a run's object has the sample's members and states")
  func run() throws {
    let sample = try ContractText.json(
      """
      {
        "run_id": "run_abc123",
        "status": "running|converged|halted|waiting",
        "facts_count": 12,
        "pending_proposals": 2,
        "waiting_for": ["approval from @manager"],
        "last_activity": "ISO8601"
      }
      """)
    let state = RunState(
      runID: "run_abc123", status: .waiting, factsCount: 12, pendingProposals: 2,
      waitingFor: [Awaited(recorded: "approval from @manager")], lastActivity: .epoch)
    #expect(ContractText.names(state.json) == ContractText.names(sample))
    #expect(ContractText.differences(of: state.json, from: sample) == [])
    #expect(RunState.Status.allCases.map(\.rawValue) == ContractText.words(sample, "status"))
    #expect(state.json["waiting_for"] == sample["waiting_for"])
  }

  @Test("§8.1: a client asks with the sample's members, and is answered with the sample's members")
  func handshake() throws {
    let request = try ContractText.json(
      """
      {
        "request": "capabilities",
        "device_id": "ios:abc123",
        "app_version": "1.0.0"
      }
      """)
    var client = Client(actor: StreamEvents.ann)
    _ = client.connect(at: 0)
    guard case .send(.handshake(let sent))? = client.opened(.grpc, at: 0).first else { throw SimulationError.badStep("none") }
    #expect(Array(ContractText.names(sent).prefix(3)) == ContractText.names(request))
    #expect(ContractText.differences(of: sent, from: request) == [])
    #expect(ClientMessage(json: .object(["handshake": .object(request)])) == .handshake(request))
    let sample = try ContractText.json(
      """
      {
        "packs": ["money", "customers", "delivery", "people", "trust"],
        "active_truths": ["money.invoice.*", "customers.lead.*"],
        "streaming_supported": true,
        "policies": ["money.approval_threshold", "people.access_grant"],
        "determinism_mode_available": true
      }
      """)
    let answer = Capabilities.answer(for: try Shop.procedure(), transports: TransportFlags([.grpc]))
    #expect(Array(ContractText.names(answer).prefix(5)) == ContractText.names(sample))
    #expect(ContractText.differences(of: answer, from: sample) == [])
    #expect(answer["active_truths"] == .array([.text("shop.orders.*")]))
    #expect(answer["policies"] == .array([.text("shop.limit")]))
  }

  @Test("§8.2: packs, truths, streaming, policies and budgets are told")
  func told() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    let told = try #require(try world.view().capabilities)
    for name in ["packs", "active_truths", "streaming_supported", "policies", "budgets"] { #expect(told[name] != nil, "\(name)") }
    #expect(told["budgets"]?["max_facts"]?.integerValue != nil)
  }
}
