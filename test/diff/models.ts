import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { pathOf } from '../../src/read/tree/place.js';
import type { RecordNode } from '../../src/read/tree/record.js';
import { walkTree } from '../../src/read/tree/walk.js';
import type { Change } from '../../src/tools/diff/change.js';
import { type DiffOptions, diff, type ModelDiff } from '../../src/tools/diff/diff.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function read(folder: string): Map<string, Uint8Array> {
  const path = join(ROOT, 'corpus', folder);
  return new Map(
    readdirSync(path)
      .filter((name) => /\.(mdl|hef)$/.test(name))
      .sort()
      .map((name) => [name, new Uint8Array(readFileSync(join(path, name)))]),
  );
}

export const VALID = read('valid');
export const INVALID = read('invalid');

/** Messages of all valid corpus files, and some made from seeds. */
export const MESSAGES: readonly (readonly [string, Uint8Array])[] = [
  ...[...VALID].map(([name, bytes]): [string, Uint8Array] => [name, messageOf(bytes)]),
  ...Array.from({ length: 25 }, (_, seed): [string, Uint8Array] => [
    `smith ${seed}`,
    smithBytes({ seed: seed + 1, framing: 'bare' }),
  ]),
];

export function messageOf(bytes: Uint8Array): Uint8Array {
  const file = takeApart(bytes);
  return file.framing === 'unknown' ? bytes : file.message;
}

export function treeOf(bytes: Uint8Array): MessageNode {
  return parseTree(bytes);
}

export function diffBytes(a: Uint8Array, b: Uint8Array, options: DiffOptions = {}): Promise<ModelDiff> {
  return diff(memorySource(a), memorySource(b), options);
}

/**
 * Records whose value can be changed alone: each of them, and each message around it, is the only record of
 * its field.
 */
export function effective(root: MessageNode, choose: (record: RecordNode) => boolean): RecordNode[] {
  return [...walkTree(root)].filter((record) => {
    if (!choose(record)) return false;
    for (let at: RecordNode | undefined = record; at !== undefined; at = at.holder?.owner) {
      const { field, number, holder } = at;
      if (field === undefined || holder === undefined || !at.isKnown) return false;
      if (field.repeated) continue;
      const rivals = holder.records.filter(
        (other) => other.number === number || (field.oneof >= 0 && other.field?.oneof === field.oneof),
      );
      if (rivals.length > 1) return false;
    }
    return true;
  });
}

/** Formats a change as a line: `changed network_groups[0].… 1 -> 2`. */
export function lineOf({ kind, before, after, copyOf, partner }: Change): string {
  const side = (one: typeof before) =>
    one === null ? '-' : `${one.path}=${one.shown.value ?? one.shown.label}`;
  const more = partner === null ? '' : ` with ${partner.before.path} -> ${partner.after.path}`;
  return `${kind} ${side(before)} -> ${side(after)}${copyOf === null ? '' : ` copy of ${copyOf}`}${more}`;
}

export { pathOf };
