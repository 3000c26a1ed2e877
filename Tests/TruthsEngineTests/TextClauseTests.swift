import Testing

@Suite("Lists, texts and conversions in clauses, functions §5, §4")
struct TextClauseTests {
  @Test(
    "parts of texts",
    arguments: [
      (#"substring(id, 2, 3) == "bcd" and substring(id, 2) == "bcde""#, #"{"id": "abcde"}"#, ClauseWorld.Answer.holds),
      (#"substring(id, 4, 9) == "de" and substring(id, 9, 1) == "" and substring(id, 1, 0) == """#, #"{"id": "abcde"}"#, .holds),
      (#"substring(id, n) == "a""#, #"{"id": "abcde", "n": 0}"#, .unknown),
      (#"substring(id, 1, n) == "a""#, #"{"id": "abcde", "n": -1}"#, .unknown),
      (#"substring(id, d) == "a""#, #"{"id": "abcde", "d": 1.5}"#, .unknown),
      (#"substring(id, 2, 1) == "😀" and length(pad_left(id, 5, "𝄞")) == 5"#, #"{"id": "a😀b"}"#, .holds),
      (#"before(id, "@") == "a" and after(id, "@") == "b@c" and index(id, "@") == 2"#, #"{"id": "a@b@c"}"#, .holds),
      (#"before(id, "-") exists or after(id, "-") exists or index(id, "-") exists"#, #"{"id": "a@b"}"#, .fails),
      (
        #"before(id, other) exists or split(id, other) exists or replace(id, other, "") exists"#, #"{"id": "a", "other": ""}"#,
        .fails
      ),
      (#"replace(id, "aa", "b") == "bba""#, #"{"id": "aaaaa"}"#, .holds),
      (#"other == "{pad_left(id, 3, "0")}!""#, #"{"id": "7", "other": "007!"}"#, .holds),
      (#"other == "{join(tags, ", ")}{length("\"")}""#, #"{"tags": ["a", "b"], "other": "a, b1"}"#, .holds),
      (#"id matches "[{]" and other == "{id}}}""#, #"{"id": "{", "other": "{}"}"#, .holds),
      ("home == CA and home in [CA, tx] and home != NY", #"{"home": "CA"}"#, .holds),
      ("hue == id and id == hue and not (hue != id)", #"{"id": "deep blue", "hue": "deep blue"}"#, .holds),
      ("hue == id", #"{"id": "blue", "hue": "red"}"#, .unknown), ("hue != id", #"{"id": "red", "hue": "green"}"#, .holds),
      (#"hue == substring(id, 2)"#, #"{"id": "xred", "hue": "red"}"#, .holds),
      (#"replace(id, "x", "b") == id"#, #"{"id": "aaaaa"}"#, .holds),
      (#"split(id, ",") == ["a", "", "b"]"#, #"{"id": "a,,b"}"#, .holds),
      (#"split(id, ",") == [""]"#, #"{"id": ""}"#, .holds),
      (#"join(tags, ", ") == "a, b" and join(tags, "") == "ab""#, #"{"tags": ["a", "b"]}"#, .holds),
      (#"join(tags, "-") == """#, #"{"tags": []}"#, .holds),
      (
        #"pad_left(id, 5, "0") == "00042" and pad_right(id, 3, ".") == "42." and pad_left(id, 1, "0") == id"#, #"{"id": "42"}"#,
        .holds
      ),
      (#"pad_left(id, 5, other) exists"#, #"{"id": "42", "other": "ab"}"#, .fails),
    ])
  func parts(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "conversions",
    arguments: [
      (
        #"text(d) == "12.5" and text(b) == "true" and text(on) == "2024-01-31" and text(s) == "small""#,
        #"{"d": 12.50, "b": true, "on": "2024-01-31", "s": "small"}"#, ClauseWorld.Answer.holds
      ),
      (#"text(d, 2) == "12.50" and text(d, 0) == "12" and text(-d, 3) == "-12.500""#, #"{"d": 12.5}"#, .holds),
      (#"text(d, 1) == "0.0" and text(-d, 1) == "0.0""#, #"{"d": 0.04}"#, .holds),
      (#"text(d, 12) == "0.000000100000""#, #"{"d": 0.0000001}"#, .holds),
      (#"text(d * 10, 0) exists"#, #"{"d": 100000000000000}"#, .fails),
      (#"text(d, n) exists"#, #"{"d": 1, "n": 13}"#, .fails),
      (#"number(id) == -120 and integer(id) == -120"#, #"{"id": "-1.2e2"}"#, .holds),
      (#"number(id) exists"#, #"{"id": " 1"}"#, .fails),
      (#"number(id) exists"#, #"{"id": "01"}"#, .fails),
      (#"number(id) exists"#, #"{"id": "1."}"#, .fails),
      (#"number(id) exists"#, #"{"id": "1234567890123456"}"#, .fails),
      (#"integer(id) exists"#, #"{"id": "1.5"}"#, .fails),
      (#"date(id) == on"#, #"{"id": "2024-01-31", "on": "2024-01-31"}"#, .holds),
      (#"date(id) exists"#, #"{"id": "2024-02-30"}"#, .fails),
      (
        #"date("2024-01-31") == on and date("2024-01-31T23:00:00Z") == on and date(at) == on"#,
        #"{"on": "2024-01-31", "at": "2024-01-31T23:00:00Z"}"#, .holds
      ),
      (#"time(id) == early and time(at) == early"#, #"{"id": "09:30", "early": "09:30", "at": "2024-01-31T09:30:00Z"}"#, .holds),
      (#"timestamp(id) == at"#, #"{"id": "2024-01-31T09:30:00Z", "at": "2024-01-31T09:30:00Z"}"#, .holds),
      (#"duration(id) == hours(36)"#, #"{"id": "P1DT12H"}"#, .holds),
      (#"period(id) == months(18)"#, #"{"id": "P1Y6M"}"#, .holds),
      (#"period(id) exists"#, #"{"id": "P1D"}"#, .fails),
    ])
  func conversions(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "patterns",
    arguments: [
      (#"id matches "[A-Z]{2}[0-9]+""#, #"{"id": "DE42"}"#, ClauseWorld.Answer.holds),
      (#"id matches "[A-Z]{2}""#, #"{"id": "DE42"}"#, .fails),
      (#"id contains matching "[0-9]+""#, #"{"id": "DE42"}"#, .holds),
      (#"id contains matching "[0-9]{3}""#, #"{"id": "DE42"}"#, .fails),
      (#"not id matches "a|b" and not id contains matching "x""#, #"{"id": "ab"}"#, .holds),
      (#"id matches "\"{2}[{}]\\[.]""#, ##"{"id": "\"\"}\\."}"##, .holds),
      (#"id matches "..""#, #"{"id": "😀é"}"#, .holds),
      (#"id matches "a.b""#, ##"{"id": "a\nb"}"##, .fails),
      (#"id matches "a\nb""#, ##"{"id": "a\nb"}"##, .holds),
      (#"id matches "a""#, "{}", .unknown),
      (#"tags contains other"#, #"{"tags": ["x"], "other": "x"}"#, .holds),
    ])
  func patterns(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "lists",
    arguments: [
      ("last(nums, 2) == [2, 3] and last(nums, 9) == nums and last(nums, 0) == []", ClauseWorld.Answer.holds),
      ("slice(nums, 2, 3) == [2, 3] and slice(nums, -2, -1) == [2, 3] and slice(nums, 0, 1) == [1]", .holds),
      ("nums[1] == 1 and nums[-1] == 3 and nums[3] == nums[-1] and tags[2] == \"a\" and [nums][1][2] == 2", .holds),
      ("nums[4] exists or nums[-4] exists or nums[d] exists", .fails),
      ("slice(nums, 3, 2) == [] and slice(nums, 2, 9) == [2, 3] and slice(nums, -9, 1) == [1]", .holds),
      ("slice(nums, d, 2) exists", .fails),
      ("flatten([nums, [4]]) == [1, 2, 3, 4] and flatten([[nums]]) == [nums]", .holds),
      ("range(2, 4) == [2, 3, 4] and range(3, 3) == [3] and range(4, 3) == []", .holds),
      ("range(1, 1000001) exists or range(d, 2) exists", .fails),
      ("index_of(nums, 3) == 3 and index_of(tags, \"b\") == 1", .holds),
      ("index_of(nums, 7) exists", .fails),
      ("reverse(nums) == [3, 2, 1] and sort(reverse(nums)) == nums", .holds),
      (#"sort(["b", "é", "Z", "a"]) == ["Z", "a", "b", "é"]"#, .holds),
    ])
  func lists(clause: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: #"{"nums": [1, 2, 3], "d": 1.5, "tags": ["b", "a", "b"]}"#) == answer)
  }

  @Test(
    "the first and the last by an order, and the mean",
    arguments: [
      (
        #"first(x.sku for x in items by x.price) == "b" and last(x.sku for x in items by x.price) == "c""#,
        ClauseWorld.Answer.holds
      ),
      (#"first(x.sku for x in items by x.quantity) == "a" and last(x.sku for x in items by x.quantity) == "c""#, .holds),
      (#"first(x.sku for x in items by x.price desc) == "a" and last(x.sku for x in items by x.price desc) == "b""#, .holds),
      (#"first(x.note for x in items by x.price) == "n""#, .holds),
      (#"last(x.note for x in items by x.price) exists"#, .fails),
      (#"first(x.sku for x in items by x.note) exists"#, .fails),
      (#"first(x.sku for x in items where x.price > 9 by x.price) exists"#, .fails),
      ("mean(nums) == 2 and sum(nums) == 6 and mean(x.price for x in items) == 4", .holds),
      ("mean(x for x in nums where x > 9) exists", .fails),
      ("sum([]) == 0 and sum(range(1, 100)) == 5050 and mean([1, 2]) == 1.5", .holds),
      (#"mean(spans) == hours(2)"#, .holds),
    ])
  func ordered(clause: String, answer: ClauseWorld.Answer) throws {
    let fields = """
      {"nums": [1, 2, 3], "spans": ["PT1H", "PT3H"], "items": [
        {"sku": "a", "quantity": 1, "price": 5, "note": "m"}, {"sku": "b", "quantity": 1, "price": 2, "note": "n"},
        {"sku": "c", "quantity": 1, "price": 5}]}
      """
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "rounding by a mode, to places",
    arguments: [
      ("round(d, 1) == 0.2 and round(d, 1, half_up) == 0.3 and round(d, 1, half_down) == 0.2", "0.25", ClauseWorld.Answer.holds),
      ("round(d, 0, half_up) == -3 and round(d, 0, half_down) == -2 and round(d, 0) == -2", "-2.5", .holds),
      ("round(d, 0, up) == -2 and round(d, 0, down) == -1 and trunc(d) == -1", "-1.1", .holds),
      ("round(d, 0, floor) == -2 and round(d, 0, ceiling) == -1 and floor(d, 0) == -2 and ceil(d, 0) == -1", "-1.1", .holds),
      ("floor(d, 1) == 12.3 and ceil(d, 1) == 12.4 and trunc(d, 1) == 12.3 and trunc(-d, 1) == -12.3", "12.34", .holds),
      ("floor(d, -1) == 10 and ceil(d, -1) == 20 and round(d, -1, up) == 20 and round(d, -3, up) == 1000", "12.34", .holds),
      ("round(d, 12 + d, up) exists or floor(d, -14 - d) exists or trunc(d, d / 2) exists", "1", .fails),
    ])
  func rounding(clause: String, number: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: #"{"d": \#(number)}"#) == answer)
  }

  @Test(
    "what does not check",
    arguments: [
      ("text(items) exists", "T2"), ("text(id, 2) exists", "T2"), ("substring(n, 1) exists", "T2"), ("sort(items) exists", "T2"),
      ("round(d, 1, half) > 0", "T2"), ("join(nums, \",\") exists", "T2"), ("index_of(nums, \"a\") > 0", "T2"),
      (#"id matches "\d+""#, "T0092"), (#"id matches "^a$""#, "T0092"), (#"n matches "1""#, "T2"), ("id matches other", "T0"),
      ("nums[0] > 0", "T3019"), ("nums[1.5] > 0", "T3019"), ("substring(id, 0) exists", "T3019"),
      ("split(id, \"\") exists", "T3019"), ("pad_left(id, 3, \"ab\") exists", "T3019"), ("text(d, 13) exists", "T3019"),
      ("n[1] > 0", "T2"), ("nums[id] > 0", "T2"), ("flatten(nums) exists", "T2"),
      ("first(x for x in nums) > 0", "T2009"), ("mean(tags) > 0", "T2"),
      ("substring(id) exists", "T2009"), ("number(\"1,5\") > 0", "T3019"),
      ("timestamp(\"2024-01-31\") < at", "T3019"), ("period(\"P1D\") < length", "T3019"),
    ])
  func refused(clause: String, code: String) throws {
    guard case .fault(let findings) = try ClauseWorld.evaluate(clause, fields: "{}") else {
      Issue.record("\(clause) checks")
      return
    }
    #expect(findings.count == 1 && findings[0].hasPrefix(code), "\(findings)")
  }
}
