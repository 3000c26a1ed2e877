"use strict";

// Fixtures in the text of a file: their ids with places, as VS Code counts lines and characters. It knows nothing of the editor.

const TOKEN = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g;

/**
 * The ids of the fixtures of a file, which holds one or a list of them.
 *
 * @returns `[{ id, line, character }]` in the order of the file.
 * @throws SyntaxError where the text is no JSON.
 */
function fixtureIDs(text) {
  const value = JSON.parse(text.replace(/^\uFEFF/, ""));
  const depthOfFixture = Array.isArray(value) ? 2 : 1;
  const ids = [];
  let depth = 0;
  let isKey = false;
  let key;
  let line = 0;
  let lineStart = 0;
  let counted = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      depth += 1;
      isKey = token === "{";
      key = undefined;
    } else if (token === "}" || token === "]") {
      depth -= 1;
      isKey = false;
      key = undefined;
    } else if (token === ",") {
      // Behind a comma in an object stands a key; in a list a text that no colon follows.
      isKey = true;
      key = undefined;
    } else if (token === ":") {
      isKey = false;
    } else if (isKey) {
      key = token;
    } else if (key === '"id"' && depth === depthOfFixture && token.startsWith('"')) {
      for (let at = text.indexOf("\n", counted); at >= 0 && at < index; at = text.indexOf("\n", counted)) {
        line += 1;
        counted = at + 1;
        lineStart = counted;
      }
      ids.push({ id: JSON.parse(token), line, character: index - lineStart });
      key = undefined;
    }
  }
  return ids;
}

module.exports = { fixtureIDs };
