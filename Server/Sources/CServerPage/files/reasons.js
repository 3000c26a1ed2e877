// What the reasons of violations are about (runs §9).

/**
 * A violation by its faults, each with the fields that it names: in its values, or in its reason. That of a malformed proposal
 * has several, with a semicolon between them.
 *
 * @param {any} violation
 * @returns {{ reason: string, paths: string[] }[]}
 */
export function partsOf({ truth_id: truth, reason, values = {} }) {
  if (truth !== "converge.proposal.wellformed") return [{ reason, paths: [...Object.keys(values), ...quoted(reason)] }];
  const texts = reason.match(/(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^;"`]|;(?! ))+/g) ?? [reason];
  return texts.map((text) => ({ reason: text.trim(), paths: quoted(text) }));
}

const quoted = (reason) => Array.from(reason.matchAll(/\x60([^\x60]+)\x60/g), ([, path]) => path);
