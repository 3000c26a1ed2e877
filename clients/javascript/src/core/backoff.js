/** How long to wait before the next try to connect: 1 s, doubling, at most 30 s (contract §14.4). */
export class Backoff {
  /** 1 s, in milliseconds. */
  static first = 1_000;
  /** 30 s. */
  static ceiling = 30_000;

  /** The wait before the next try, in milliseconds. */
  delay = Backoff.first;

  /**
   * The present wait; the next one is twice as long, up to the ceiling.
   *
   * @returns {number}
   */
  next() {
    const present = this.delay;
    this.delay = Math.min(present * 2, Backoff.ceiling);
    return present;
  }

  /** Begins with 1 s again, after a connection. */
  reset() {
    this.delay = Backoff.first;
  }
}
