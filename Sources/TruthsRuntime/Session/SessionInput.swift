package import TruthsJSON

/// Something that a session was told, with its moment in milliseconds since 1970.
package struct SessionInput: Hashable, Sendable {
  package var moment: Int
  package var content: Content

  package init(moment: Int, _ content: Content) {
    self.moment = moment
    self.content = content
  }

  /// What can change a session.
  package enum Content: Hashable, Sendable {
    /// - `by`: the actor that is known to propose.
    /// - `for`: whom that actor is known to act for.
    case propose(JSONObject, by: JSONObject?, for: String?)
    case control(ControlMessage, by: JSONObject?)
    /// Time went by, and a budget of time was looked at.
    case tick
    /// Another truth set came into force: its place among those that the session had.
    case reload(Int)
  }
}

extension Session {
  /// The same session told the same things again, over the context that it began with.
  package func replayed() -> Session {
    let first = procedures.first ?? procedure
    var session = Session(procedure: first, context: initialContext.unobserved, start: start, options: options)
    for input in inputs {
      switch input.content {
      case .propose(let proposal, let actor, let person):
        _ = session.propose(proposal, by: actor, for: person, at: input.moment)
      case .control(let message, let actor): _ = session.control(message, by: actor, at: input.moment)
      case .tick: session.tick(at: input.moment)
      case .reload(let place): if procedures.indices.contains(place) { session.reload(procedures[place], at: input.moment) }
      }
    }
    return session
  }

  /// Everything that the session told, as bytes: canonical JSON, one event a line.
  package var transcript: [UInt8] { Array(log.map { JSONValue.object($0.json).canonical() }.joined(separator: [0x0A])) }
}
