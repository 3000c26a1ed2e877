// Decides about the orders of a shop: `node sample.js ADDON FOLDER`, the folder that holds truths/shop/shop.truths.
'use strict'
const { readFileSync } = require('node:fs')
const { join, resolve } = require('node:path')
const { isMainThread, parentPort, Worker } = require('node:worker_threads')

const [addon, folder] = process.argv.slice(2, 4).map((path) => resolve(path))
const truths = require(addon)

const source = readFileSync(join(folder, 'truths/shop/shop.truths'))
const context = readFileSync(join(folder, 'context.jsonl'))
const proposals = readFileSync(join(folder, 'proposals.jsonl'), 'utf8')
const ledger = readFileSync(join(folder, 'ledger.jsonl'))
const order = { action: 'place_order', order_id: 'o1', customer_id: 'ada', quantity: 3, total: 120 }

/** One order, from the text of the rules to the decision. */
function decideOne() {
  const set = truths.openSet({ 'truths/shop/shop.truths': source })
  const session = truths.openSession(set, context)
  const verdict = truths.decide(session, JSON.stringify(order))
  console.log(verdict.outcome === 'accepted' ? 'the order is placed' : 'the order is not placed')
  truths.close(session)
  truths.close(set)
}

/** Many orders, a line each, with the clause that decided. The last one is no JSON. */
function decideEach(set, session) {
  const { intents } = JSON.parse(truths.describe(set))
  const { clauses } = intents.find((intent) => intent.name === 'place_order')
  for (const proposal of proposals.trimEnd().split('\n')) {
    try {
      const { outcome, clause } = truths.decide(session, proposal)
      console.log(`${outcome}: ${clause < 0 ? 'all clauses hold' : clauses[clause].text}`)
    } catch (error) {
      console.log(`not decided: ${JSON.parse(error.message)[0].message}`)
    }
  }
}

/** The same orders in one call, with words. */
function runBatch(session) {
  for (const line of truths.run(session, proposals).trimEnd().split('\n')) {
    const { decision, reason, error } = JSON.parse(line)
    console.log(error ? `line ${error.line}: ${error.message}` : `${decision}: ${reason}`)
  }
}

/** The same in a thread of its own, with a session of its own, while this thread goes on. */
function runInWorker() {
  new Worker(__filename, { argv: [addon, folder] }).on('message', (count) => {
    console.log(`the worker made ${count} records`)
  })
}

/** What the worker does. */
function work() {
  const session = truths.openSession(truths.openSet({ 'truths/shop/shop.truths': source }), context)
  parentPort.postMessage(truths.run(session, proposals).trimEnd().split('\n').length)
}

/** A session with another policy and a moment of its own: now three pieces are too many. */
function decideWithOptions(set) {
  const session = truths.openSession(set, context, '2025-03-01T10:00:00Z', ['largest_quantity=2'])
  console.log(`with at most 2 pieces: ${truths.decide(session, JSON.stringify(order)).outcome}`)
  truths.close(session)
}

/** Rules at fault: the set is not opened, and the findings say where and why. */
function openFaulty() {
  const source = `pack shop:
  version: 1.0.0
truth placing:
  when:
    - intent: place_ordr
  produces:
    - trace.order.placing
`
  try {
    truths.openSet({ 'truths/shop/shop.truths': source })
  } catch (error) {
    if (error.code !== 'TRUTHS_FINDINGS') throw error
    for (const { code, message, file, line } of JSON.parse(error.message)) console.log(`${file}:${line}: ${message} (${code})`)
  }
}

/** A bundle: the same rules in one piece, checked once and opened where they are needed. */
function openBundle(set) {
  const copy = truths.openBundle(truths.bundle(set))
  console.log(`the bundle is ${truths.describe(copy) === truths.describe(set) ? 'the same set' : 'another set'}`)
  truths.close(copy)
}

/** A ledger: every hash is recomputed, and every decision is made again. */
function verify(set) {
  console.log(truths.verify(set, ledger).trimEnd())
}

function main() {
  decideOne()
  const set = truths.openSet({ 'truths/shop/shop.truths': source })
  const session = truths.openSession(set, context)
  decideEach(set, session)
  runBatch(session)
  runInWorker()
  decideWithOptions(set)
  openFaulty()
  openBundle(set)
  verify(set)
  truths.close(session)
  truths.close(set)
}

if (isMainThread) main()
else work()
