// Written by Tools/zones.py from tzdata 2026f; `make zones` writes it anew.

/// The rules of all time zones; ``ZoneIndex`` says in what form.
enum ZoneTable {
  static let version: StaticString = "2026f"

  static let parts = [part1, part2, part3]
}
