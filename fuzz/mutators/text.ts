import { concat } from '../../test/arbitrary/wire-writer.js';
import { type Mutator, spliced } from './bytes.js';

/** Mutates whole lines: drops, doubles, exchanges or indents lines, or copies lines of another text. */
export const mutateText: Mutator = (input, random, other) => {
  const lines = splitLines(input);
  const theirs = splitLines(other);
  const at = random.next(lines.length);
  const line = lines[at]!;
  switch (random.next(7)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, line);
      break;
    case 2:
      lines.splice(random.next(lines.length), 0, ...lines.splice(at, 1));
      break;
    case 3:
      lines[at] = spliced(line, 0, 0, Buffer.from(' '.repeat(1 + random.next(4))));
      break;
    case 4:
      lines[at] = line.slice(Math.min(line.length, 1 + random.next(3)));
      break;
    case 5:
      lines[at] = otherValue(line, random.pick(VALUES));
      break;
    default:
      lines.splice(at, random.next(2), random.pick(theirs));
  }
  return concat(...lines);
};

const VALUES = [
  ...[
    '1',
    '-0',
    '1e400',
    '0x1f',
    '.nan',
    'true',
    '~',
    '""',
    'x',
    '[]',
    '{}',
    '[[x]]',
    '{ x: y }',
    '{ toString: x }',
  ],
  ...['2026-12-31', '!!binary eA==', '*a', '&a x', '[1, "2", ~]', '{ length: 2 }', '|', '{ ? [a] : b }'],
];

/** Returns the line with another value after its first colon. */
function otherValue(line: Uint8Array, value: string): Uint8Array {
  const text = Buffer.from(line).toString();
  return Buffer.from(text.replace(/:.*/, () => `: ${value}`));
}

/** Splits a text into lines, each with the line feed at its end; returns at least one line. */
function splitLines(text: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < text.length || lines.length === 0; ) {
    const end = text.indexOf(0x0a, from) + 1 || text.length;
    lines.push(text.subarray(from, end));
    from = end;
    if (text.length === 0) break;
  }
  return lines;
}
