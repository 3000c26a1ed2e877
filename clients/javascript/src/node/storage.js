import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {import("../storage.js").Storage} Storage */

/**
 * A folder with a file for each name. A file is replaced whole, once the new one is on the disk: after a crash it is the old one
 * or the new one.
 *
 * @param {string} folder Made where there is none, for nobody else to read.
 * @returns {Storage}
 */
export const fileStorage = (folder) => ({
  load: async (name) => {
    try {
      return await readFile(join(folder, `${name}.json`), "utf8");
    } catch (error) {
      if (/** @type {any} */ (error).code === "ENOENT") return undefined;
      throw error;
    }
  },
  save: async (name, text) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${name}.json`);
    const file = await open(`${path}.new`, "w");
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
  },
});
