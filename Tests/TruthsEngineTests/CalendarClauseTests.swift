import Testing

@Suite("Dates, times and periods in clauses, dates §1")
struct CalendarClauseTests {
  @Test(
    "periods keep the day, or take the last of the month",
    arguments: [
      (#"on + months(1) == "2024-02-29""#, #"{"on": "2024-01-31"}"#, ClauseWorld.Answer.holds),
      (#"on + months(1) + months(1) == "2024-03-29""#, #"{"on": "2024-01-31"}"#, .holds),
      (#"on + length == "2023-02-28""#, #"{"on": "2024-02-29", "length": "-P1Y"}"#, .holds),
      (#"at - length == "2024-02-29T12:00:00.250Z""#, #"{"at": "2024-03-31T12:00:00.25Z", "length": "P1M"}"#, .holds),
      ("on + length > on", #"{"on": "9999-12-01", "length": "P1M"}"#, .unknown),
      ("length == other_length", #"{"length": "P18M", "other_length": "P1Y6M"}"#, .holds),
      ("length * 3 == years(1) + months(6)", #"{"length": "P6M"}"#, .holds),
      ("length / other_length == 1.5", #"{"length": "P18M", "other_length": "P1Y"}"#, .holds),
      ("length / other_length == 1", #"{"length": "P18M", "other_length": "P0M"}"#, .unknown),
      ("months(d) == length", #"{"d": 1.5, "length": "P1M"}"#, .unknown),
      ("years(n) > length", #"{"n": 10000, "length": "P1M"}"#, .unknown),
      (#""{length} {other_length}" == "P1Y6M -P1M""#, #"{"length": "P18M", "other_length": "-P1M"}"#, .holds),
      (#""{length}" == "P0M""#, #"{"length": "P0Y0M"}"#, .holds),
      ("sum(p for p in periods) == years(2)", #"{"periods": ["P1Y6M", "P6M"]}"#, .holds),
      ("sum(p for p in periods) == months(0)", #"{"periods": []}"#, .holds),
      ("abs(length) == months(2) and -length == months(2)", #"{"length": "-P2M"}"#, .holds),
    ])
  func periods(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "parts of dates and times",
    arguments: [
      (
        "year(on) == 2020 and month(on) == 12 and day(on) == 31 and quarter(on) == 4", #"{"on": "2020-12-31"}"#,
        ClauseWorld.Answer.holds
      ),
      ("weekday(on) == 5 and week(on) == 53 and week_year(on) == 2020", #"{"on": "2021-01-01"}"#, .holds),
      ("hour(at) == 23 and minute(at) == 59 and second(at) == 58", #"{"at": "2024-01-01T23:59:58.999Z"}"#, .holds),
      ("hour(early) == 7 and second(early) == 0", #"{"early": "07:30"}"#, .holds),
      ("date_of(n, 2, 29) == on", #"{"n": 2024, "on": "2024-02-29"}"#, .holds),
      ("date_of(n, 2, 29) == on", #"{"n": 2023, "on": "2024-02-29"}"#, .unknown),
      ("date_of(n, d, 1) == on", #"{"n": 2024, "d": 1.5, "on": "2024-02-29"}"#, .unknown),
      (#"start_of_week(on) == "2024-12-30" and end_of_week(on) == "2025-01-05""#, #"{"on": "2025-01-01"}"#, .holds),
      (#"start_of_quarter(on) == "2024-04-01" and end_of_quarter(on) == "2024-06-30""#, #"{"on": "2024-05-15"}"#, .holds),
      (#"end_of_month(on) == "2024-02-29" and end_of_year(on) == "2024-12-31""#, #"{"on": "2024-02-01"}"#, .holds),
      ("end_of_week(on) exists", #"{"on": "9999-12-31"}"#, .fails),
      ("days_between(on, until) == -1", #"{"on": "2024-01-02", "until": "2024-01-01"}"#, .holds),
      ("months_between(on, until) == 1", #"{"on": "2024-01-31", "until": "2024-02-29"}"#, .holds),
      ("months_between(on, until) == -1", #"{"on": "2024-03-31", "until": "2024-02-01"}"#, .holds),
      ("years_between(on, until) == 18", #"{"on": "2004-02-29", "until": "2022-02-28"}"#, .holds),
      ("years_between(on, until) == 0", #"{"on": "2024-01-31", "until": "2023-02-01"}"#, .holds),
    ])
  func parts(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "times of day",
    arguments: [
      ("late - early == span", #"{"early": "08:30", "late": "17:00:00.5", "span": "PT8H30M0.5S"}"#, ClauseWorld.Answer.holds),
      ("early + span == late", #"{"early": "08:30", "late": "09:00", "span": "PT30M"}"#, .holds),
      ("early + span < late", #"{"early": "23:30", "late": "09:00", "span": "PT30M"}"#, .unknown),
      ("early - span < late", #"{"early": "00:15", "late": "09:00", "span": "PT30M"}"#, .unknown),
      (#""{early} {late}" == "08:30:00 09:00:00.050""#, #"{"early": "08:30", "late": "09:00:00.05"}"#, .holds),
      (#"time(at) == "23:59:58.999" and at(date(at), time(at)) == at"#, #"{"at": "2024-01-01T23:59:58.999Z"}"#, .holds),
      ("time_of(n, m, 0) == early", #"{"n": 8, "m": 30, "early": "08:30:00"}"#, .holds),
      ("time_of(n, m, 0) == early", #"{"n": 24, "m": 0, "early": "08:30:00"}"#, .unknown),
      ("early < late and min(early, late) == early", #"{"early": "08:30", "late": "17:00"}"#, .holds),
    ])
  func times(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "zones: gaps take the offset before, folds the earlier moment, and nothing is known before 1970",
    arguments: [
      (#"date(at, "Asia/Kathmandu") == "2024-01-02""#, #"{"at": "2024-01-01T18:15:00Z"}"#, ClauseWorld.Answer.holds),
      (#"time(at, spot) == "00:00""#, #"{"at": "2024-01-01T18:15:00Z", "spot": "Asia/Kathmandu"}"#, .holds),
      (#"at(on, early, "Europe/Berlin") == "2024-03-31T01:30:00Z""#, #"{"on": "2024-03-31", "early": "02:30"}"#, .holds),
      (#"at(on, early, "Europe/Berlin") == "2024-10-27T00:30:00Z""#, #"{"on": "2024-10-27", "early": "02:30"}"#, .holds),
      (
        #"at(on, early, spot) == at"#,
        #"{"on": "2024-07-01", "early": "12:00", "spot": "Europe/Berlin", "at": "2024-07-01T10:00:00Z"}"#, .holds
      ),
      (#"date(at, "Europe/Berlin") exists"#, #"{"at": "1969-12-31T23:59:59Z"}"#, .fails),
      (#"at(on, early, "Europe/Berlin") exists"#, #"{"on": "1970-01-01", "early": "00:30"}"#, .fails),
      (#"at(on, early, "America/New_York") exists"#, #"{"on": "1969-12-31", "early": "19:00"}"#, .holds),
      (
        #"at(date(at, spot) + months(1), time(at, spot), spot) == "2024-04-15T10:00:00Z""#,
        #"{"at": "2024-03-15T11:00:00Z", "spot": "Europe/Berlin"}"#, .holds
      ),
    ])
  func zones(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "working days pass over weekends, holidays and those of a policy",
    arguments: [
      ("is_working_day(on, office)", #"{"on": "2024-01-01"}"#, [], ClauseWorld.Answer.fails),
      ("is_working_day(on, office)", #"{"on": "2030-12-25"}"#, [], .fails),
      ("is_working_day(on, office)", #"{"on": "2024-01-04"}"#, [], .fails),
      ("add_working_days(on, n, office) == until", #"{"on": "2023-12-29", "n": 3, "until": "2024-01-05"}"#, [], .holds),
      ("add_working_days(on, n, office) == until", #"{"on": "2024-01-07", "n": -3, "until": "2024-01-02"}"#, [], .holds),
      ("add_working_days(on, n, office) == on", #"{"on": "2024-01-07", "n": 0}"#, [], .holds),
      ("add_working_days(on, d, office) == on", #"{"on": "2024-01-07", "d": 0.5}"#, [], .unknown),
      ("add_working_days(on, n, office) exists", #"{"on": "2024-01-07", "n": 9000000}"#, [], .fails),
      ("working_days_between(on, until, office) == 3", #"{"on": "2024-01-01", "until": "2024-01-05"}"#, [], .holds),
      ("working_days_between(on, until, office) == -3", #"{"on": "2024-01-05", "until": "2024-01-01"}"#, [], .holds),
    ] as [(String, String, [String], ClauseWorld.Answer)])
  func workingDays(clause: String, fields: String, facts: [String], answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields, facts: facts) == answer)
  }

  @Test(
    "durations are rounded half-even to the millisecond, and sums judged at their end",
    arguments: [
      ("hours(n / 3) == span", #"{"n": 1, "span": "PT20M"}"#, ClauseWorld.Answer.holds),
      ("seconds(d) == span", #"{"d": 0.0005, "span": "PT0S"}"#, .holds),
      ("seconds(d) == span", #"{"d": 0.0015, "span": "PT0.002S"}"#, .holds),
      ("span / 3 == seconds(n)", #"{"span": "PT36H", "n": 43200}"#, .holds),
      ("weeks(n) == days(14)", #"{"n": 2}"#, .holds),
      ("sum(x for x in spans) == days(1)", #"{"spans": ["P11574074D", "P1D", "-P11574074D"]}"#, .holds),
      ("span + span > span", #"{"span": "P11574074D"}"#, .unknown),
      ("on + span > on", #"{"on": "2024-01-01", "span": "PT36H"}"#, .unknown),
      ("on + span > on", #"{"on": "2024-01-01", "span": "PT48H"}"#, .holds),
    ])
  func durations(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }
}
