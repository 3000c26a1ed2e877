import Testing

@testable import TruthsText

struct ZoneTests {
  @Test func names() throws {
    #expect(Zone.names.count > 590)
    #expect(Zone.names == Zone.names.sorted())
    #expect(Set(Zone.names).count == Zone.names.count)
    let known = ["Europe/Stockholm", "UTC", "GMT+0", "Etc/GMT-14", "America/Argentina/ComodRivadavia", "US/Eastern", "EST5EDT"]
    for name in known { #expect(Zone.named(name)?.name == name) }
    let unknown = ["", "europe/stockholm", "Europe/Stockhol", "Europe/Stockholm ", "Mars/Olympus", "CEST", "+01:00", ";", "|"]
    for name in unknown { #expect(Zone.named(name) == nil) }
    #expect(Zone.databaseVersion.prefix { $0.isNumber }.count == 4)
  }

  /// A link has the rules of its target, and is another zone.
  @Test func links() throws {
    let (stockholm, berlin) = (try zone("Europe/Stockholm"), try zone("Europe/Berlin"))
    #expect(stockholm != berlin)
    #expect(stockholm.canonicalRules.offsets.elementsEqual(berlin.canonicalRules.offsets, by: ==))
  }

  @Test(arguments: Zone.names)
  func everyZoneIsDecoded(name: String) throws {
    let rules = try zone(name).canonicalRules
    #expect(rules.offsets[0].second == 0)
    for (one, next) in zip(rules.offsets, rules.offsets.dropFirst()) {
      #expect(one.second < next.second && one.offset != next.offset)
    }
    #expect(rules.offsets.allSatisfy { $0.second <= 2_145_916_799 && $0.offset.magnitude < 26 * 3600 })
    #expect(rules.rule.isEmpty || PosixRule(text: rules.rule)?.text == rules.rule)
    #expect(!rules.rule.contains("<"))
  }

  @Test(arguments: [
    ("Europe/Stockholm", "1970-01-01T00:00:00Z", 3600), ("Europe/Stockholm", "2024-03-31T00:59:59.999Z", 3600),
    ("Europe/Stockholm", "2024-03-31T01:00:00Z", 7200), ("Europe/Stockholm", "2100-07-01T00:00:00Z", 7200),
    ("Europe/Stockholm", "9999-12-31T23:59:59.999Z", 3600), ("Asia/Kathmandu", "1985-12-31T18:29:59.999Z", 19_800),
    ("Asia/Kathmandu", "1985-12-31T18:30:00Z", 20_700), ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000),
    ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400), ("Africa/Monrovia", "1970-01-01T00:00:00Z", -2670),
    ("UTC", "2024-01-01T00:00:00Z", 0),
    ("Europe/Dublin", "2024-07-01T00:00:00Z", 3600), ("Europe/London", "1970-07-01T00:00:00Z", 3600),
  ])
  func offsets(name: String, moment: String, offset: Int) throws { #expect(try zone(name).offset(at: time(moment)) == offset) }

  @Test func nothingBefore1970() throws {
    let stockholm = try zone("Europe/Stockholm")
    let before = try time("1969-12-31T23:59:59.999Z")
    #expect(stockholm.offset(at: before) == nil)
    #expect(stockholm.date(at: before) == .failure(.before1970))
    #expect(stockholm.time(at: before) == .failure(.before1970))
    #expect(stockholm.date(at: .epoch).map(\.text) == .success("1970-01-01"))
    #expect(try zone("America/New_York").date(at: .epoch).map(\.text) == .success("1969-12-31"))
  }

  @Test func localDayAndTime() throws {
    let moment = try time("2024-07-01T22:30:00.001Z")
    #expect(try zone("Europe/Stockholm").date(at: moment).map(\.text) == .success("2024-07-02"))
    #expect(try zone("Europe/Stockholm").time(at: moment).map(\.text) == .success("00:30:00.001"))
    #expect(try zone("America/St_Johns").time(at: moment).map(\.text) == .success("20:00:00.001"))
    let last = try time("9999-12-31T23:30:00Z")
    #expect(try zone("Europe/Stockholm").date(at: last) == .failure(.range))
    #expect(try zone("Europe/Stockholm").time(at: last).map(\.text) == .success("00:30:00"))
  }

  @Test(arguments: [
    // A gap: the offset before it, hence the later moment.
    ("Europe/Stockholm", "2024-03-31 01:59:59.999", "2024-03-31T00:59:59.999Z"),
    ("Europe/Stockholm", "2024-03-31 02:00", "2024-03-31T01:00:00Z"),
    ("Europe/Stockholm", "2024-03-31 02:30", "2024-03-31T01:30:00Z"),
    ("Europe/Stockholm", "2024-03-31 03:00", "2024-03-31T01:00:00Z"),
    ("America/New_York", "2024-03-10 02:30", "2024-03-10T07:30:00Z"),
    ("Pacific/Apia", "2011-12-30 12:00", "2011-12-30T22:00:00Z"),
    // A fold: the earlier moment.
    ("Europe/Stockholm", "2024-10-27 02:00", "2024-10-27T00:00:00Z"),
    ("Europe/Stockholm", "2024-10-27 02:59:59.999", "2024-10-27T00:59:59.999Z"),
    ("Europe/Stockholm", "2024-10-27 03:00", "2024-10-27T02:00:00Z"),
    ("America/New_York", "2024-11-03 01:30", "2024-11-03T05:30:00Z"),
    ("Australia/Lord_Howe", "2024-04-07 01:45", "2024-04-06T14:45:00Z"),
    ("Europe/Dublin", "2024-10-27 01:30", "2024-10-27T00:30:00Z"),
    // The moment counts, not the local day.
    ("America/New_York", "1969-12-31 19:00", "1970-01-01T00:00:00Z"),
    ("America/New_York", "1969-12-31 18:59:59.999", "before1970"),
    ("Europe/Stockholm", "1970-01-01 00:59:59.999", "before1970"),
    ("Europe/Stockholm", "1970-01-01 01:00", "1970-01-01T00:00:00Z"),
    ("Europe/Stockholm", "0001-01-01 00:00", "before1970"),
    ("Etc/GMT+12", "9999-12-31 11:59:59.999", "9999-12-31T23:59:59.999Z"),
    ("Etc/GMT+12", "9999-12-31 12:00", "range"), ("Europe/Stockholm", "9999-12-31 23:59:59.999", "9999-12-31T22:59:59.999Z"),
  ])
  func momentsOfLocalTimes(name: String, local: String, moment: String) throws {
    let parts = local.split(separator: " ")
    let (date, time) = (try #require(CivilDate(text: parts[0])), try #require(TimeOfDay(text: parts[1])))
    switch try zone(name).timestamp(date: date, time: time) {
    case .success(let found): #expect(found.text == moment)
    case .failure(let fault): #expect("\(fault)" == moment)
    }
  }

  @Test func rulesThatAreHashed() throws {
    let kathmandu = try zone("Asia/Kathmandu").canonicalRules
    #expect(kathmandu.offsets.elementsEqual([(0, 19_800), (504_901_800, 20_700)], by: ==))
    #expect(kathmandu.rule == "X-5:45")
    let stockholm = try zone("Europe/Stockholm").canonicalRules
    #expect(stockholm.rule == "X-1X,M3.5.0,M10.5.0/3")
    // 25 October 2037, 01:00 in UTC.
    #expect(try #require(stockholm.offsets.last) == (2_140_045_200, 3600))
    #expect(try zone("UTC").canonicalRules.offsets.elementsEqual([(0, 0)], by: ==))
  }

  /// A record with an effective transition that changes nothing, after which the rule applies.
  @Test func recordsAreRead() throws {
    let zone = try record("3600,7200|010|a,a,a|X-1X,J1/0,J365/0")
    #expect(zone?.offset(at: try time("1970-01-01T00:00:05Z")) == 3600)
    #expect(zone?.offset(at: try time("1970-01-01T00:00:10Z")) == 3600)
    #expect(zone?.offset(at: try time("1970-01-01T00:00:20Z")) == 7200)
    #expect(zone?.offset(at: try time("1970-01-01T00:00:30Z")) == 7200)
    #expect(zone?.canonicalRules.offsets.prefix(2).elementsEqual([(0, 3600), (20, 7200)], by: ==) == true)
    let without = try record("3600,7200|1|a|")
    #expect(without?.offset(at: try time("2100-01-01T00:00:00Z")) == 7200)
    #expect(without?.canonicalRules.rule == "")
  }

  @Test(arguments: [
    "", "|||", "0||", "0|||X0|", "x|||X0", "0,x|||X0", "0|0||X0", "0||a|X0", "0|1|a|X0", "0|0|!|X0", "0|0|-1|X0", "0|0|0|X0",
    "0|é|a|X0",
    "0|||Y", "0|0|zzzzzzzzzzzzzzz|X0", "0|0|zzzzzzzzz|X0", "99999999999|||X0", "100000|||X0", "-100000|||X0",
    "-2147483648|||X0",
  ])
  func recordsThatAreNone(text: String) throws { #expect(try record(text) == nil) }

  private func record(_ text: String) throws -> Zone? { Zone(name: "Test", record: Array(text.utf8)) }
  private func zone(_ name: String) throws -> Zone { try #require(Zone.named(name)) }
  private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text: text)) }
}
