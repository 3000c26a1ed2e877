import Testing

@testable import TruthsText

/// Reading any text ends with a value or without one, and a value that was read is written so that reading it gives it again.
struct TimeRobustnessTests {
  private static let samples = [
    "2024-02-29", "2024-02-29T12:30:45.123Z", "2024-02-29T12:30:45.123456789+23:59", "-P1W2DT3H4M5.678S", "P9999Y11M", "-P1M",
    "23:59:59.999", "12-25", "CET-1CEST,M3.5.0,M10.5.0/3", "<-03>3:30:15<-02>,J60/-167,0/167", "X0",
    "3600,7200,-2670|0121|1a2,zz,9chkw,1|X-1X,M3.5.0,M10.5.0/3",
  ]

  private static let pieces = [
    "0", "1", "9", "99", "9223372036854775807", "00000000000000000000", "-", "+", ":", ".", ",", "/", "T", "Z", "P", "Y", "M",
    "W", "D", "H", "S", "J", "X", "<", ">", "|", ";", " ", "é", "\0", "\u{1F550}", "z", "zzzzzzz",
  ]

  /// A sample in which some places were taken out, doubled or replaced.
  private func altered(_ random: inout SplitMix64) -> String {
    var characters = Array(Self.samples.randomElement(using: &random) ?? "")
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let place = Int.random(in: 0...characters.count, using: &random)
      let end = min(characters.count, place + Int.random(in: 0...2, using: &random))
      characters.replaceSubrange(place..<end, with: Self.pieces.randomElement(using: &random) ?? "")
    }
    return String(characters)
  }

  @Test func everyTextIsReadOrIsNone() {
    var random = SplitMix64(seed: 7)
    var read = 0
    for _ in 0..<20_000 {
      let text = altered(&random)
      if let date = CivilDate(text: text) { read += expect(CivilDate(text: date.text) == date, text) }
      if let moment = Timestamp(text: text) { read += expect(Timestamp(text: moment.text) == moment, text) }
      if let span = TimeSpan(text: text) { read += expect(TimeSpan(text: span.text) == span, text) }
      if let period = Period(text: text) { read += expect(Period(text: period.text) == period, text) }
      if let time = TimeOfDay(text: text) { read += expect(TimeOfDay(text: time.text) == time, text) }
      if let day = MonthDay(text: text) { read += expect(MonthDay(text: day.text) == day, text) }
      if let rule = PosixRule(text: text) {
        read += expect(PosixRule(text: rule.text) == rule, text)
        for second: Int64 in [0, 951_782_400, 253_402_300_799] { #expect(rule.offset(at: second).magnitude <= 26 * 3600) }
      }
      if let zone = Zone(name: "Test", record: Array(text.utf8)) {
        read += expect(zone.offset(at: .epoch) != nil, text)
        #expect(zone.canonicalRules.offsets.count < 1000)
        #expect(zone.date(at: .epoch).map(\.days.magnitude).map { $0 <= 1 } == .success(true))
      }
    }
    #expect(read > 3000)
  }

  private func expect(_ holds: Bool, _ text: String) -> Int {
    #expect(holds, "\(text)")
    return 1
  }
}
