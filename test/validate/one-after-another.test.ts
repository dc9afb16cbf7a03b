/** A report depends on its file alone, and not on files that the process has read before. */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { Gatherer } from '../../src/check/validate/gather.js';
import { ALL_PLACED, NONE_PLACED } from '../../src/check/validate/reference-fields.js';
import { validationPlan } from '../../src/check/validate/subscription.js';
import { drive } from '../../src/read/scan/drive.js';
import { Scanner } from '../../src/read/scan/scanner.js';
import { concat, LEN, prefixed, tag, text } from '../arbitrary/wire-writer.js';

const len = (number: number, payload: Uint8Array) => concat(tag(number, LEN), prefixed(payload));
const PARTIAL = 7;

/** Makes a core op inside `levels` partial groups. */
function nested(levels: number, coreOp: Uint8Array): Uint8Array {
  let bytes = coreOp;
  for (let level = 0; level < levels; level++) bytes = len(PARTIAL, len(1, bytes));
  return len(2, bytes);
}

/** Returns the facts of a file, from a scanner whose rows were filled with this value before. */
function factsOf(bytes: Uint8Array, placed: typeof ALL_PLACED, left: number) {
  const validation = validationPlan(placed);
  const gatherer = new Gatherer(validation);
  gatherer.start(() => {}, 3);
  const scanner = new Scanner(validation.plan, gatherer);
  scanner.frames.arena.fill(left);
  scanner.start(0, 0, bytes.length, bytes.length);
  void drive(scanner, memorySource(bytes), bytes.length);
  return gatherer.takeFile();
}

const name = len(6, text('a'));
const DEEP = {
  'a partial group': nested(50, name),
  'an op': nested(49, len(8, len(4, name))),
  'a partial core op': nested(48, len(8, len(4, len(7, len(1, name))))),
};

describe.each([
  ['gathered', NONE_PLACED],
  ['one by one', ALL_PLACED],
])('facts, references %s', (_name, placed) => {
  it.each(Object.entries(DEEP))(
    'of %s past the depth limit have no counts of other files',
    (_what, bytes) => {
      const expected = factsOf(bytes, placed, 0);
      for (const left of [1, 7, -1]) expect(factsOf(bytes, placed, left)).toEqual(expected);
    },
  );
});
