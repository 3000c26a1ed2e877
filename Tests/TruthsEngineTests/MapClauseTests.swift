import Testing

@Suite("Maps in clauses, types §10")
struct MapClauseTests {
  private static let given = #"""
    {"labels": {"team": "red", "é": "x", "a b": "", "none": null}, "limits": {"cpu": 2, "mem": 0.5}, "id": "team",
     "boxes": {"B": {"sku": "s", "quantity": 1, "price": 2}}, "nests": {"n": [1, 2], "m": []}}
    """#

  @Test(
    "members, names and values",
    arguments: [
      (#"labels["team"] == "red""#, ClauseWorld.Answer.holds), ("labels[id] == \"red\"", .holds),
      (#"labels["a b"] == """#, .holds),
      (#"labels["Team"] exists"#, .fails), (#"labels["Team"] == "red""#, .unknown),
      // A member without a value is no entry.
      (#"labels["none"] exists"#, .fails), (#"length(keys(labels)) == 3"#, .holds), ("labels[other] == \"red\"", .unknown),
      (#"keys(labels) == ["a b", "team", "é"]"#, .holds), (#"values(labels) == ["", "red", "x"]"#, .holds),
      (#""team" in keys(labels) and "none" not in keys(labels)"#, .holds), (#"keys(labels) contains "é""#, .holds),
      ("sum(values(limits)) == 2.5", .holds), ("every v in values(limits) satisfies v > 0", .holds),
      ("some k in keys(limits) satisfies limits[k] == 0.5", .holds),
      (#"limits["cpu"] + limits["mem"] == 2.5"#, .holds), (#"limits["cpu"] + limits["disk"] == 2.5"#, .unknown),
      (#"boxes["B"].quantity == 1 and boxes["C"].quantity missing"#, .holds),
      (#"boxes["B"] == item(sku = "s", quantity = 1, price = 2)"#, .holds),
      (#"nests["n"][2] == 2 and length(nests["m"]) == 0"#, .holds), ("flatten(values(nests)) == [1, 2]", .holds),
      (#"length(distinct([boxes, boxes])) == 1 and boxes in [boxes]"#, .holds),
      ("labels exists and limits == limits and labels == labels", .holds),
      (#"text(length(keys(limits))) == "2""#, .holds),
    ])
  func read(clause: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: Self.given) == answer)
  }

  @Test("a map that is not there is missing, and so is what is read of it")
  func missing() throws {
    #expect(try ClauseWorld.evaluate("labels exists", fields: "{}") == .fails)
    #expect(try ClauseWorld.evaluate(#"labels["team"] == "red""#, fields: "{}") == .unknown)
    #expect(try ClauseWorld.evaluate("length(keys(labels)) == 0", fields: "{}") == .unknown)
    #expect(try ClauseWorld.evaluate("length(keys(labels)) == 0", fields: #"{"labels": {}}"#) == .holds)
  }

  @Test("names stand in order of their scalars, beyond the BMP too")
  func order() throws {
    let fields = #"{"labels": {"𝒳": "4", "\uff5e": "3", "é": "2", "Z": "1"}}"#
    #expect(try ClauseWorld.evaluate(#"join(values(labels), "") == "1234""#, fields: fields) == .holds)
    #expect(try ClauseWorld.evaluate(#"labels["𝒳"] == "4" and labels["～"] == "3""#, fields: fields) == .holds)
  }

  @Test("a value of another type is a fault of data, with its place")
  func misfits() throws {
    guard case .fault(let faults) = try ClauseWorld.evaluate("limits exists", fields: #"{"limits": {"cpu": "2"}}"#) else {
      Issue.record("it was read")
      return
    }
    #expect(faults == [##"`limits["cpu"]` is the text "2", not a number"##])
    guard case .fault(let others) = try ClauseWorld.evaluate("limits exists", fields: #"{"limits": [1]}"#) else {
      Issue.record("it was read")
      return
    }
    #expect(others == ["`limits` is a list, not an object, each value a number"])
  }

  @Test(
    "what does not check",
    arguments: [
      ("labels[1] exists", "T2002"), (#"items["a"] exists"#, "T2002"), ("keys(items) == []", "T2002"),
      ("some l in labels satisfies l == \"a\"", "T2008"), ("labels == limits", "T2002"), ("labels < labels", "T2005"),
      ("text(labels) == \"\"", "T2002"), ("labels == {}", "T0065"), (#"labels.team == "red""#, "T1010"),
      ("sort([labels]) == []", "T2005"), ("[][1] missing", "T3019"),
    ])
  func faults(clause: String, code: String) throws {
    guard case .fault(let found) = try ClauseWorld.evaluate(clause) else {
      Issue.record("\(clause) checks")
      return
    }
    #expect(found.contains { $0.hasPrefix(code) }, "\(clause): \(found)")
  }
}
