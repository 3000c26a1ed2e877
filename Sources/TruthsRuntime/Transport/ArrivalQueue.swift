/// What is on its way, in the order (moment, then sending).
struct ArrivalQueue: Sendable {
  private var parcels: [Parcel] = []
  /// Those before it have been taken.
  private var head = 0

  struct Parcel: Sendable {
    var moment: Int
    var client: String
    /// The connection that it belongs to; `nil` for what arrives whatever became of it.
    var generation: Int?
    var arrival: Arrival
  }

  /// The moment of the next arrival.
  var nextMoment: Int? { head < parcels.count ? parcels[head].moment : nil }

  /// - Complexity: O(1) for what arrives last, O(n) for what overtakes.
  mutating func add(_ arrival: Arrival, at moment: Int, client: String, generation: Int?) {
    var place = parcels.count
    while place > head, parcels[place - 1].moment > moment { place -= 1 }
    parcels.insert(Parcel(moment: moment, client: client, generation: generation, arrival: arrival), at: place)
  }

  /// Takes the next parcel, if it is due.
  mutating func take(until now: Int) -> Parcel? {
    guard head < parcels.count, parcels[head].moment <= now else { return nil }
    defer {
      head += 1
      if head == parcels.count {
        parcels = []
        head = 0
      }
    }
    return parcels[head]
  }
}
