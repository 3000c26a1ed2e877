import Testing
import TruthsEval
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// The fixtures of the handshake fail where its answer lacks something, or promises what is not so.
@Suite struct BrokenHandshakeTests {
  private static func answered(_ name: String, _ value: JSONValue?) -> FaultInjection {
    .capabilities { answer in
      var answer = answer
      answer[name] = value
      return answer
    }
  }

  /// One of the flags of the transport is another.
  private static func flag(_ name: String, _ value: JSONValue?) -> FaultInjection {
    .capabilities { answer in
      guard var flags = answer["capabilities"]?.objectValue else { return answer }
      flags[name] = value
      var answer = answer
      answer["capabilities"] = .object(flags)
      return answer
    }
  }

  @Test func packsThatAreNotToldAreNoticed() throws {
    #expect(try Self.answered("packs", .array([])).isNoticed(by: "capability.session_handshake"))
  }

  @Test func truthsThatAreNotToldAreNoticed() throws {
    #expect(try Self.answered("active_truths", .array([])).isNoticed(by: "capability.session_handshake"))
  }

  @Test func policiesThatAreNotToldAreNoticed() throws {
    #expect(try Self.answered("policies", .array([])).isNoticed(by: "capability.session_handshake"))
  }

  @Test func budgetsThatAreNotToldAreNoticed() throws {
    #expect(try Self.answered("budgets", nil).isNoticed(by: "capability.session_handshake"))
  }

  @Test func aModeThatIsNotToldIsNoticed() throws {
    #expect(try Self.answered("determinism_mode_available", nil).isNoticed(by: "capability.session_handshake"))
  }

  @Test func aStreamThatIsPromisedAndNotThereIsNoticed() throws {
    let boastful = Self.answered("streaming_supported", .boolean(true))
    #expect(try boastful.isNoticed(by: "capability.session_handshake.transports"))
  }

  @Test func aStreamThatIsThereAndNotToldIsNoticed() throws {
    let modest = Self.answered("streaming_supported", .boolean(false))
    #expect(try modest.isNoticed(by: "capability.session_handshake"))
  }

  @Test func transportsThatAreNotToldAreNoticed() throws {
    #expect(try Self.flag("transports", .array([])).isNoticed(by: "capability.session_handshake.transports"))
  }

  @Test func anotherLimitOfResumingIsNoticed() throws {
    #expect(try Self.flag("max_resume_gap", .integer(100)).isNoticed(by: "capability.session_handshake"))
    #expect(try Self.flag("resume_supported", .boolean(false)).isNoticed(by: "capability.session_handshake"))
  }
}
