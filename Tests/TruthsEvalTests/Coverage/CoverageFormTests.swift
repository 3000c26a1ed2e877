import Testing
import TruthsEval

/// The coverage of other forms than plain truths: conditions, postconditions, standalone invariants, views, facts from outside,
/// several packs, and scenarios.
struct CoverageFormTests {
  private static let gates = """
    pack demo:
      version: 1.0.0

    fact check.passed:
      key: [task, name]
      external: true
      fields:
        task: text
        name: text

    fact task.closed:
      key: [task]
      fields:
        task: text

    fact gate.open:
      key: [task]
      derived: true
      fields:
        task: text
        wide: boolean

    table is_wide:
      inputs:
        count: integer
      output: boolean
      rows:
        - count > 1 → true
        - otherwise → false

    lifecycle door:
      key: [task]
      external: true
      initial: shut
      transitions:
        - shut → ajar
      terminal: [ajar]

    intent close_task:
      fields:
        task: text
        urgent: boolean = false

    truth gating:
      when:
        - fact: check.passed
      let:
        wide: is_wide(count(c in check.passed where c.task == task))
      produces:
        - fact.gate.open

    truth hurrying:
      when:
        - intent: close_task
        - if: urgent
      invariants:
        - door.state == shut → warn("The door is shut")
      produces:
        - trace.demo.hurrying

    truth closing:
      when:
        - intent: close_task
      requires:
        - task exists
      invariants:
        - gate.open else requires_approval(keeper)
      produces:
        - fact.task.closed
        - trace.demo.closing
      ensures:
        - count(t in task.closed) < 3

    invariant few_tasks:
      applies_to: state
      rule: count(t in task.closed) < 4

    """

  private func world(_ fixtures: String...) async -> CoveredWorld {
    await CoveredWorld([("truths/demo/demo.truths", Self.gates)], fixtures)
  }

  @Test("An `if` that is false is shown and not counted; views, postconditions and invariants over the state are read")
  func accepted() async {
    let world = await world(
      """
      {"id": "demo.a", "context": {"facts": [{"type": "check.passed", "task": "t", "name": "lint"}]},
       "proposal": {"action": "close_task", "task": "t"}, "expected": {"decision": "accepted"}}
      """)
    #expect(world.results.map(\.outcome) == [.passed])
    let seen = Set(world.exercised.map { $0.split(separator: " ").dropLast().joined(separator: " ") })
    #expect(
      seen == [
        "demo.gating fires fired", "demo.is_wide rows[1] chosen", "~demo.hurrying fires did not fire", "demo.closing fires fired",
        "demo.closing requires[0] held", "demo.closing invariants[0] held", "demo.closing ensures[0] held",
        "demo.few_tasks rule held",
      ])
  }

  @Test("States from outside are checked against the transitions, so that those of a context count")
  func external() async {
    let world = await world(
      """
      {"id": "demo.a", "context": {"facts": [{"type": "door.entered", "task": "t", "state": "shut"},
                                             {"type": "door.entered", "task": "t", "state": "ajar"}]},
       "proposal": {"action": "close_task", "task": "t", "urgent": true}, "expected": {"run_status": "waiting"}}
      """)
    #expect(world.results.map(\.outcome) == [.passed])
    #expect(
      Set(world.exercised) == [
        "demo.door start → shut made 1", "demo.door shut → ajar made 1", "demo.door shut entered 1", "demo.door ajar entered 1",
        "demo.hurrying fires fired 1", "demo.hurrying invariants[0] not applicable 1", "demo.closing fires fired 1",
        "demo.closing requires[0] held 1", "demo.closing invariants[0] violated 1",
      ])
  }

  private static let story = """
    {"id": "demo.story", "scenario": [
       {"connect": {"as": "ada"}},
       {"inject_fact": {"type": "door.entered", "task": "t", "state": "shut"}},
       {"propose": {"action": "close_task", "task": "t"}},
       {"inject_fact": {"type": "check.passed", "task": "t", "name": "lint"}}
       %@
       ]}
    """

  @Test("A scenario counts as its decisions do: what arrives, what waits, and what is evaluated again")
  func scenario() async {
    let world = await world(Self.story.replacing("%@", with: #", {"expect": {"run_status": "converged"}}"#))
    #expect(world.results.map(\.outcome) == [.passed], "\(world.results)")
    let seen = Set(world.exercised.map { $0.split(separator: " ").dropLast().joined(separator: " ") })
    #expect(
      seen == [
        "demo.door start → shut made", "demo.door shut entered", "demo.gating fires fired", "demo.is_wide rows[1] chosen",
        "~demo.hurrying fires did not fire", "demo.closing fires fired", "demo.closing requires[0] held",
        "demo.closing invariants[0] held", "demo.closing invariants[0] violated", "demo.closing ensures[0] held",
        "demo.few_tasks rule held",
      ])
  }

  @Test("A replay tells the same again and counts nothing twice")
  func replay() async {
    let expected = #", {"expect": {"run_status": "converged"}}"#
    let once = await world(Self.story.replacing("%@", with: expected))
    let again = await world(Self.story.replacing("%@", with: #", {"replay": {}}"# + expected))
    #expect(again.results.map(\.outcome) == [.passed], "\(again.results)")
    #expect(once.exercised == again.exercised)
  }

  @Test("What is proposed while a session is paused comes to nothing until it goes on")
  func paused() async {
    let world = await world(
      """
      {"id": "demo.story", "scenario": [
         {"connect": {"as": "ada"}}, {"pause": {}}, {"propose": {"action": "close_task", "task": "t"}},
         {"expect": {"waiting_for": ["resume"]}}]}
      """)
    #expect(world.results.map(\.outcome) == [.passed], "\(world.results)")
    #expect(world.exercised == [])
  }

  @Test("Fixtures for some of the packs and fixtures for all of them add up")
  func packs() async {
    let file = { (pack: String) in
      (
        "truths/\(pack)/\(pack).truths",
        """
        pack \(pack):
          version: 1.0.0

        intent greet_\(pack):
          fields:
            name: text

        fact \(pack)_guest.greeted:
          key: [name]
          fields:
            name: text

        truth greeting:
          when:
            - intent: greet_\(pack)
          requires:
            - name exists
          produces:
            - fact.\(pack)_guest.greeted
            - trace.greeting

        """
      )
    }
    let world = await CoveredWorld(
      [file("left"), file("right")],
      [
        #"{"id": "left.a", "packs": ["left"], "proposal": {"action": "greet_left", "name": "Ada"}, "expected": {"decision": "accepted"}}"#,
        #"{"id": "left.b", "proposal": {"action": "greet_left"}, "expected": {"decision": "rejected"}}"#,
        #"{"id": "right.a", "packs": ["right"], "proposal": {"action": "greet_right", "name": "Ada"}, "expected": {"decision": "accepted"}}"#,
      ])
    #expect(world.results.map(\.outcome) == [.passed, .passed, .passed])
    #expect(
      world.exercised == [
        "left.greeting fires fired 2", "left.greeting requires[0] held 1", "left.greeting requires[0] violated 1",
        "right.greeting fires fired 1", "right.greeting requires[0] held 1",
      ])
    #expect(world.map.itemsByPack.map { "\($0.pack) \($0.items.share.percent)" } == ["left 100", "right 66.6"])
  }
}
