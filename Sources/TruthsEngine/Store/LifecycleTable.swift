package import TruthsProgram
import TruthsText

/// The present state of an instance of a lifecycle.
package struct InstanceState: Hashable, Sendable {
  /// The values of the instance's key.
  package var key: [Value]
  /// The ordinal of the state in the lifecycle's enum.
  package var ordinal: Int
  /// The number of states that the instance has entered, which is the step of the newest state.
  package var step: Int
}

/// The present states of the instances of one lifecycle.
struct LifecycleTable: Sendable {
  private var layers: Layers<StateLayer>

  init(keyCount: Int) { layers = Layers(StateLayer(keyCount: keyCount)) }

  mutating func settle() { layers.settle() }

  func state(of key: Swift.Span<Cell>) -> (ordinal: Int, step: Int)? {
    var hash = CellHash.seed
    for index in key.indices { hash = CellHash.add(key[index], to: hash) }
    for layer in layers.all.reversed() where layer.keyCount == key.count {
      if let row = layer.find(key, hash: hash) { return (Int(layer.ordinals[row]), layer.steps[row]) }
    }
    return nil
  }

  /// The keys of all instances, in order of arrival.
  var keys: [[Cell]] {
    var keys: [[Cell]] = []
    for layer in layers.all {
      for row in layer.ordinals.indices where !layer.isKnownBefore[row] {
        keys.append(Array(layer.keys[(row * layer.keyCount)..<((row + 1) * layer.keyCount)]))
      }
    }
    return keys
  }

  /// Adds a row of the history: the cells of the key, the state and the step. The highest step counts, whenever it arrives.
  mutating func append(_ row: [Cell]) {
    let keyCount = layers.last.keyCount
    guard row.count == keyCount + 2, row[keyCount].kind == .enumeration, row[keyCount + 1].kind == .number,
      row[keyCount + 1].small == 0
    else { return }
    let key = row.span.extracting(first: keyCount)
    let (ordinal, step) = (Int(row[keyCount].bits), Int(row[keyCount + 1].bits))
    let known = state(of: key)
    if let known, known.step > step { return }
    layers.writable().set(key, ordinal: ordinal, step: step, isKnown: known != nil)
  }
}

/// A layer of states. `@unchecked Sendable`: it is written to only while it has one owner.
private final class StateLayer: Layer, @unchecked Sendable {
  let keyCount: Int
  var keys: [Cell] = []
  var ordinals: [Int32] = []
  var steps: [Int] = []
  /// Whether an older layer has the instance too.
  var isKnownBefore: [Bool] = []
  @exclusivity(unchecked) private var slots = HashSlots()

  init(keyCount: Int) { self.keyCount = keyCount }

  var weight: Int { ordinals.count }

  func follower() -> StateLayer { StateLayer(keyCount: keyCount) }

  func joined(with next: StateLayer) -> StateLayer {
    let layer = StateLayer(keyCount: keyCount)
    for part in [self, next] {
      let keys = part.keys
      for row in part.ordinals.indices {
        let key = keys.span.extracting((row * keyCount)..<((row + 1) * keyCount))
        layer.set(key, ordinal: Int(part.ordinals[row]), step: part.steps[row], isKnown: part.isKnownBefore[row])
      }
    }
    return layer
  }

  func find(_ key: Swift.Span<Cell>, hash: UInt64) -> Int? {
    slots.find(hash) { row in
      for index in key.indices where keys[row * keyCount + index] != key[index] { return false }
      return true
    }
  }

  func set(_ key: Swift.Span<Cell>, ordinal: Int, step: Int, isKnown: Bool) {
    var hash = CellHash.seed
    for index in key.indices { hash = CellHash.add(key[index], to: hash) }
    if let row = find(key, hash: hash) {
      ordinals[row] = Int32(ordinal)
      steps[row] = step
      return
    }
    slots.insert(hash, ordinals.count)
    for index in key.indices { keys.append(key[index]) }
    ordinals.append(Int32(ordinal))
    steps.append(step)
    isKnownBefore.append(isKnown)
  }
}
