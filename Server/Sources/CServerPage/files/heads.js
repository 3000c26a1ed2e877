// Heads of the ledger that the server told this page, which later ones have to go on from (ledgers, RFC 9162).

/** @typedef {{ size: number, head: string }} Head */

/** The first head that the server told, and the one of the largest ledger. */
export class Heads {
  /** @type {Head | undefined} */
  first;
  /** @type {Head | undefined} */
  last;
  /** Two heads of one size: no ledger has both. */
  isTorn = false;

  /** Takes what an answer has as its head; anything else is passed over. */
  take(told) {
    if (!Number.isSafeInteger(told?.size) || typeof told?.head !== "string" || told.size < 1) return;
    const head = { size: told.size, head: told.head };
    for (const known of [this.first, this.last]) if (known?.size === head.size && known.head !== head.head) this.isTorn = true;
    this.first ??= head;
    if (this.last === undefined || head.size > this.last.size) this.last = head;
  }

  /** Those that are known, each once. */
  get all() {
    return [...new Set([this.first, this.last])].filter((head) => head !== undefined);
  }
}
