/** @typedef {import("./storage.js").Storage} Storage */

/** Saves one text under a name: the newest, one save behind the other, and no sooner than some time after the one before. */
export class Keeper {
  /** @type {(() => string) | undefined} */
  #next;
  /** @type {Promise<void> | undefined} */
  #saving;
  /** @type {() => void} */
  #endPause = () => {};
  /** How many want everything saved at once. */
  #hurried = 0;

  /**
   * @param {Storage} storage
   * @param {string} name
   * @param {number} interval Milliseconds between two saves.
   * @param {(error: unknown) => void} failed
   */
  constructor(storage, name, interval, failed) {
    this.storage = storage;
    this.name = name;
    this.interval = interval;
    this.failed = failed;
  }

  /**
   * Saves what a function gives by the time that it is saved.
   *
   * @param {() => string} text
   */
  save(text) {
    this.#next = text;
    this.#saving ??= this.#work().finally(() => (this.#saving = undefined));
  }

  /** Fulfilled once everything is saved, or could not be. */
  async flush() {
    this.#hurried += 1;
    this.#endPause();
    await this.#saving;
    this.#hurried -= 1;
  }

  async #work() {
    while (this.#next !== undefined) {
      const text = this.#next;
      this.#next = undefined;
      try {
        await this.storage.save(this.name, text());
      } catch (error) {
        this.failed(error);
      }
      if (this.#hurried === 0 && this.interval > 0) await this.#pause();
    }
  }

  /** @returns {Promise<void>} */
  #pause() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.interval);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
