/** A chunk as the source of a function for Node's `vm`. */
export interface ChunkScript {
  /**
   * Source of a function with four parameters: `exports`, `require`, a replacement for `import()`, and a
   * function that creates a namespace.
   */
  readonly source: string;
  readonly columnOffset: number;
}

const BEFORE = '(function(exports,require,$async,$all){"use strict";';
/**
 * Matches an import at the start of a chunk, with the groups: the star, the name of the namespace or default,
 * the named imports, the source.
 */
const IMPORT = /import ?(?:(\*as )?([\w$]+),?)?(?:\{([^}]*)\})?(?: ?from)?"([^"]+)";\n?/y;
const EXPORT = /^export(?: default ([\w$()]+)|\{([^}]*)\}(?:from"([^"]+)")?);(?:\s|\/\/.*)*$/;
/**
 * Maximum number of characters from the first export of a chunk to the end of the chunk. Searching the whole
 * file would take milliseconds.
 */
const EXPORTS_LENGTH = 16384;

/**
 * Translates a chunk to a script. In chunks of this project's bundler, imports come first, exports come last,
 * no export changes later, and imports have no cycles. The build checks these conditions
 * (scripts/code/check-script.ts).
 */
export function chunkScript(file: string): ChunkScript {
  let before = BEFORE;
  let from = 0;
  IMPORT.lastIndex = 0;
  for (let match = IMPORT.exec(file); match !== null; match = IMPORT.exec(file)) {
    const [, star, all, names, id] = match;
    const module = `require("${id}")`;
    // The default export of a module outside of dist/ is the whole module.
    if (all !== undefined)
      before += `const ${all}=${star && !id?.startsWith('.') ? `$all(${module})` : module};`;
    if (names !== undefined) before += `const{${names.replaceAll(' as ', ':')}}=${module};`;
    if (all === undefined && names === undefined) before += `${module};`;
    from = IMPORT.lastIndex;
  }
  const end = Math.max(from, file.length - EXPORTS_LENGTH);
  let tail = file.slice(end);
  let after = '\n})';
  for (;;) {
    const at = Math.max(tail.lastIndexOf('export{'), tail.lastIndexOf('export default '));
    const match = at < 0 ? null : EXPORT.exec(tail.slice(at));
    if (match === null) break;
    const [, all, names = '', id] = match;
    if (all !== undefined) after = `exports.default=${all};${after}`;
    for (const name of names.split(',').filter(Boolean)) {
      const [inside, outside = inside] = name.trim().split(' as ');
      after = `exports.${outside}=${id === undefined ? '' : `require("${id}").`}${inside};${after}`;
    }
    tail = tail.slice(0, at);
  }
  // `$async(` is as long as `import(`, so that columns do not change.
  const body = file.slice(from, end + tail.length).replaceAll('import(', '$async(');
  return { source: before + body + after, columnOffset: from - before.length };
}
