/** A clock that moves when it is told to, and what is to be done at its moments. */
export class VirtualClock {
  #timers = [];
  #order = 0;

  constructor(now) {
    this.now = now;
  }

  schedule = (work, milliseconds) => {
    const timer = { due: this.now + milliseconds, order: this.#order++, work };
    this.#timers.push(timer);
    this.#timers.sort((a, b) => a.due - b.due || a.order - b.order);
    return () => (this.#timers = this.#timers.filter((other) => other !== timer));
  };

  /** When something is to be done next. */
  get due() {
    return this.#timers[0]?.due;
  }

  /** Does what is due. */
  fire() {
    while (this.#timers.length > 0 && this.#timers[0].due <= this.now) this.#timers.shift().work();
  }
}
