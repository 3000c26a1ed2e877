import TruthsJSON
import TruthsLedger
import TruthsText

/// What names a proposal and its run: hashes of what was received (runtime.md §2).
extension RecordWriter {
  /// Works out what names the proposal and the run.
  mutating func identify() {
    canonical.truncate()
    let (place, isLast) = writeCanonical()
    parts.truncate()
    words.begin(&parts, moment: moment.given)
    let digest = envelope.proposalID == 0 || envelope.correlationID == 0 ? Digest(in: &canonical) : nil
    words.proposalID = parts.part { parts in
      if let digest, envelope.proposalID == 0 {
        parts.write("prop_", idOf: digest)
      } else {
        parts.writePlain(tape, at: envelope.proposalID)
      }
    }
    words.correlationID = parts.part { parts in
      if let digest, envelope.correlationID == 0 {
        parts.write("cor_", idOf: digest)
      } else {
        parts.writePlain(tape, at: envelope.correlationID)
      }
    }
    let proposalHash = proposalHash()
    words.proposalHash = parts.part { $0.write(proposalHash) }
    let input = inputHash(place, isLast)
    words.inputHash = parts.part { $0.write(input) }
    words.runID = parts.part { $0.write("run_", idOf: input) }
  }

  /// JCS of the proposal.
  ///
  /// - Returns: where in it a `timestamp` would stand that it has not, and whether behind all others; below 0 where it has one.
  private mutating func writeCanonical() -> (place: Int, isLast: Bool) {
    var placed: (Int, Bool)?
    canonical.append(UInt8(ascii: "{"))
    fields.removeAll(keepingCapacity: true)
    var field = 0
    for (turn, name) in envelope.names.enumerated() {
      if turn > 0 { canonical.append(UInt8(ascii: ",")) }
      if placed == nil, tape.isTimestampBefore(Int(name)) { placed = (canonical.count, false) }
      let start = canonical.count
      canonical.writeMember(tape, at: Int(name))
      if Int(name) + 1 == envelope.payload {
        // Between its braces.
        fields.append((start + #""payload":{"#.utf8.count)..<(canonical.count - 1))
      } else if field < envelope.fields.count, envelope.fields[field] == name {
        field += 1
        noteField(start..<canonical.count)
      }
    }
    let end = canonical.count
    canonical.append(UInt8(ascii: "}"))
    return envelope.timestamp == 0 ? placed ?? (end, true) : (-1, false)
  }

  /// Notes where one of the intent's fields stands; those that stand side by side, as they are hashed too, become one piece.
  private mutating func noteField(_ range: Range<Int>) {
    if let last = fields.last, last.upperBound + 1 == range.lowerBound {
      fields[fields.count - 1] = last.lowerBound..<range.upperBound
    } else {
      fields.append(range)
    }
  }

  private mutating func proposalHash() -> Digest {
    scratch.truncate()
    scratch.append(#"{"action":"# as StaticString)
    scratch.writePlain(tape, at: envelope.action)
    scratch.append(#","fields":{"# as StaticString)
    for turn in fields.indices {
      if turn > 0 { scratch.append(UInt8(ascii: ",")) }
      scratch.append(canonical, fields[turn])
    }
    scratch.append(#"},"proposal_id":"#, parts, words.proposalID)
    scratch.append(#","user_id":"# as StaticString)
    scratch.append(actor.userID)
    scratch.append(UInt8(ascii: "}"))
    return Digest(in: &scratch)
  }

  private mutating func inputHash(_ place: Int, _ isLast: Bool) -> Digest {
    scratch.truncate()
    scratch.skip(DigestBeginning.room)
    if place < 0 {
      scratch.append(canonical)
    } else {
      scratch.append(canonical, 0..<place)
      if isLast, canonical.count > 2 { scratch.append(UInt8(ascii: ",")) }
      scratch.append(#""timestamp":"#, parts, words.timestamp)
      if !isLast { scratch.append(UInt8(ascii: ",")) }
      scratch.append(canonical, place..<canonical.count)
    }
    scratch.append(#","truths":"# as StaticString)
    scratch.append(truthsHash)
    scratch.append(UInt8(ascii: "}"))
    return Digest(inputBeginning, andOf: &scratch, from: DigestBeginning.room)
  }
}

extension JSONTape {
  /// Whether a `timestamp` sorts before a name.
  fileprivate func isTimestampBefore(_ name: Int) -> Bool {
    let bytes = bytes(of: name)
    let timestamp: StaticString = "timestamp"
    for place in 0..<min(bytes.count, timestamp.utf8CodeUnitCount) where bytes[place] != timestamp.utf8Start[place] {
      return timestamp.utf8Start[place] < bytes[place]
    }
    return timestamp.utf8CodeUnitCount < bytes.count
  }
}
