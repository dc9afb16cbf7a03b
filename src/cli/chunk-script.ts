/**
 * The ES modules of dist/ as functions that Node's `vm` compiles at once and can load from cached code: a
 * loader of ES modules takes 5 ms longer to start, and cannot use cached code in Node 20.
 *
 * This is not a general translation. It relies on the bundler's output, which the build checks
 * (scripts/code/check-script.ts): imports first, exports last, no export that changes later, no cycles.
 */
export interface ChunkScript {
  /**
   * A function of `exports`, `require`, the replacement for `import()`, and the function that makes a
   * namespace of a module.
   */
  readonly source: string;
  /** Restores the columns of its first line in the file. */
  readonly columnOffset: number;
}

/** Same length as `import`, so that columns stay. */
const DYNAMIC_IMPORT = '$async';
/** Makes the exports of any other module look like those of an ES module. */
const NAMESPACE = '$all';
const BEFORE = `(function(exports,require,${DYNAMIC_IMPORT},${NAMESPACE}){"use strict";`;
const AFTER = '\n})';

/** One import at the start of a chunk: everything, or the default; names; source. */
const STATIC_IMPORT = /import ?(?:(\*as )?([\w$]+),?)?(?:\{([^}]*)\})?(?: ?from)?"([^"]+)";\n?/y;
/** All exports of a chunk are within this many characters of its end. */
const EXPORTS_LENGTH = 16384;

/** One export at the end of a chunk. */
const EXPORT = /^export(?: default ([\w$()]+)|\{([^}]*)\}(?:from"([^"]+)")?);(?:\s|\/\/.*)*$/;

/** @param file the text of a chunk */
export function chunkScript(file: string): ChunkScript {
  let before = BEFORE;
  let from = 0;
  STATIC_IMPORT.lastIndex = 0;
  for (let match = STATIC_IMPORT.exec(file); match !== null; match = STATIC_IMPORT.exec(file)) {
    before += required(match);
    from = STATIC_IMPORT.lastIndex;
  }
  let after = AFTER;
  // Searching the whole file backwards takes milliseconds.
  const end = Math.max(from, file.length - EXPORTS_LENGTH);
  let tail = file.slice(end);
  for (;;) {
    const at = Math.max(tail.lastIndexOf('export{'), tail.lastIndexOf('export default '));
    const match = at < 0 ? null : EXPORT.exec(tail.slice(at));
    if (match === null) break;
    after = exported(match) + after;
    tail = tail.slice(0, at);
  }
  const to = end + tail.length;
  const body = file.slice(from, to).replaceAll('import(', `${DYNAMIC_IMPORT}(`);
  return { source: before + body + after, columnOffset: from - before.length };
}

/** `const{a:b}=require("x");`. The default export of a module outside of dist/ is the whole module. */
function required([, star, all, names, id]: RegExpExecArray): string {
  const module = `require("${id}")`;
  const declared = [
    ...(all === undefined
      ? []
      : [`${all}=${star === undefined || id?.startsWith('.') ? module : `${NAMESPACE}(${module})`}`]),
    ...(names === undefined ? [] : [`{${names.replaceAll(' as ', ':')}}=${module}`]),
  ];
  return declared.length === 0 ? `${module};` : `const ${declared.join(',')};`;
}

/** `exports.b=a;` */
function exported([, all, names = '', id]: RegExpExecArray): string {
  if (all !== undefined) return `exports.default=${all};`;
  const source = id === undefined ? '' : `require("${id}").`;
  return names
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const [inside, outside = inside] = name.trim().split(' as ');
      return `exports.${outside}=${source}${inside};`;
    })
    .join('');
}
