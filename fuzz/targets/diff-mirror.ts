import { mutate } from '../../src/attack/mutate/mutate.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { type DiffOptions, diff, type ModelDiff } from '../../src/tools/diff/diff.js';
import { esAccepts } from '../../test/edge/readers.js';
import { canBeAsked, canonicalOf } from '../canonical.js';
import { agree, type Target } from '../target.js';

/** Limit in bytes by which the other file may be longer than this one. */
const GROWTH = 4000;

export const diffMirror: Target = {
  name: 'diff-mirror',
  about:
    'a file does not differ from itself, differs from a mutant exactly if protobuf-es finds a difference, and both directions agree',
  shape: 'file',
  prefix: 3,
  covers: /\/src\/\w+\/(diff|outline|container|wire)\//,
  async open() {
    return {
      async run(input) {
        const [low = 0, high = 0, choice = 0] = input;
        const file = input.slice(3);
        const limit = (choice & 8) === 0 ? 10_000 : 1 + (choice >> 4);
        agree('itself', (await compared(file, file.slice(), { limit })).verdict, 'identical');
        const message = messageOf(file);
        if (message !== undefined && isReadable(message)) await checkSame(message);
        const seed = low + 256 * high;
        const { bytes: other } = await mutate(file, {
          seed,
          mutations: 1 + (choice & 3),
          maxSize: file.length + GROWTH,
        });
        const forth = await compared(file, other, { limit });
        const back = await compared(other, file, { limit });
        agree('verdict the other way round', back.verdict, forth.verdict);
        agree('counts the other way round', mirroredCounts(back), forth.counts);
        agree('paths the other way round', mirroredPaths(back.changes), pathsOf(forth.changes));
        checkVerdict(message, messageOf(other), await verdictOfMessages(message, messageOf(other)));
        return forth.changes.map(({ kind, field }) => `${kind} ${field}`);
      },
    };
  },
};

function compared(before: Uint8Array, after: Uint8Array, options: DiffOptions): Promise<ModelDiff> {
  return diff(memorySource(before), memorySource(after), { ...options, checksums: nodeChecksums });
}

function messageOf(file: Uint8Array): Uint8Array | undefined {
  const parts = takeApart(file);
  return parts.framing === 'unknown' ? undefined : parts.message.slice();
}

function isReadable(message: Uint8Array): boolean {
  return canBeAsked(message) && esAccepts(message);
}

/** Checks that a message and its canonical form do not differ. */
async function checkSame(message: Uint8Array): Promise<void> {
  const { bytes, isExact } = canonicalOf(message);
  if (!isExact) return;
  const { verdict, changes } = await compared(message, bytes, { framing: 'bare' });
  const isSame = Buffer.compare(message, bytes) === 0;
  agree('its canonical form', [verdict, changes], [isSame ? 'identical' : 'same-meaning', []]);
}

async function verdictOfMessages(a: Uint8Array | undefined, b: Uint8Array | undefined) {
  if (a === undefined || b === undefined) return undefined;
  return (await compared(a, b, { framing: 'bare' })).verdict;
}

function checkVerdict(
  a: Uint8Array | undefined,
  b: Uint8Array | undefined,
  verdict: ModelDiff['verdict'] | undefined,
): void {
  if (a === undefined || b === undefined || !isReadable(a) || !isReadable(b)) return;
  const [one, other] = [canonicalOf(a), canonicalOf(b)];
  if (!one.isExact || !other.isExact) return;
  agree('same or not', verdict !== 'different', Buffer.compare(one.bytes, other.bytes) === 0);
}

function mirroredCounts({ counts }: ModelDiff): ModelDiff['counts'] {
  return { ...counts, added: counts.removed, removed: counts.added };
}

function pathsOf(changes: ModelDiff['changes']): string[] {
  return changes.map(({ kind, before, after }) => `${kind} ${before?.path} ${after?.path}`);
}

const TURNED = { added: 'removed', removed: 'added' } as const;

/**
 * Returns the kinds and paths of changes that the comparison in the opposite direction must have. For two
 * elements that changed places, each comparison begins with the element that comes first in its own first
 * file.
 */
function mirroredPaths(changes: ModelDiff['changes']): string[] {
  return changes.map(({ kind, before, after, partner }) => {
    const turned = kind === 'added' || kind === 'removed' ? TURNED[kind] : kind;
    const [first, second] = partner === null ? [after, before] : [partner.after, partner.before];
    return `${turned} ${first?.path} ${second?.path}`;
  });
}
