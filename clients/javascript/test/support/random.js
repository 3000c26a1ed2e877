/** Numbers by a seed (mulberry32), so that a history that fails can be told again. */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** From 0 to below a number. */
  below(end) {
    return Math.floor(this.next() * end);
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}

/** How many histories are tried: a hundred times as many in long runs. */
export const seeds = (count) => Array.from({ length: count * Number(process.env.TRUTHS_SOAK ?? 1) }, (_, seed) => seed);
