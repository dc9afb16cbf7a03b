/**
 * Owners of the configuration words after the message, compared with protobuf's own codec, which marks every
 * byte of a word.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { smithFile } from '../../src/attack/smith/smith.js';
import type { ContainerVersion } from '../../src/base/container/header.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { memorySource } from '../../src/base/source/memory.js';
import {
  type ProtoMDLAction,
  ProtoMDLActionSchema,
  type ProtoMDLMdl,
  ProtoMDLMdlSchema,
} from '../../src/generated/mdl_pb.js';
import { blocksOf } from '../../src/tools/stats/block.js';
import { stats } from '../../src/tools/stats/stats.js';

const CORPUS = fileURLToPath(new URL('../../corpus/valid', import.meta.url));

/** Returns all messages of a type inside a message, on any path. */
function* actionsIn(value: unknown): Generator<ProtoMDLAction> {
  if (Array.isArray(value)) for (const each of value) yield* actionsIn(each);
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    if ((value as { $typeName?: string }).$typeName === 'ProtoMDLAction') yield value as ProtoMDLAction;
    else for (const each of Object.values(value)) yield* actionsIn(each);
  }
}

interface Naive {
  readonly writes: number;
  readonly pointed: number;
  readonly claimed: number;
}

function naive(model: ProtoMDLMdl, words: number): Naive {
  const marks = new Uint8Array(words);
  let writes = 0;
  let pointed = 0;
  const claim = (offset: bigint, size: number | bigint) => {
    writes++;
    pointed += Number(size);
    marks.fill(1, Number(offset), Number(offset) + Number(size));
  };
  for (const { action } of actionsIn(model.networkGroups)) {
    if (action.case === 'writeDataCcwPtr') claim(action.value.offset, action.value.size);
  }
  for (const { offset, size } of model.externalResources) claim(offset, size);
  return { writes, pointed, claimed: marks.reduce((all, mark) => all + mark, 0) };
}

async function expectOwned(bytes: Uint8Array): Promise<number> {
  const { words, size, ...rest } = await stats(memorySource(bytes));
  const parts = takeApart(bytes);
  if (parts.framing !== 'framed') throw new Error('a framed file is wanted');
  const { message, ccws } = parts;
  const model = fromBinary(ProtoMDLMdlSchema, message);
  if (words === null) {
    expect(ccws).toHaveLength(0);
    return 1;
  }
  const { owners } = words;
  const sum = (key: 'writes' | 'bytes' | 'own') => owners.reduce((all, owner) => all + owner[key], 0);
  expect({ writes: words.writes, pointed: sum('bytes'), claimed: words.claimed }).toEqual(
    naive(model, ccws.length),
  );
  expect([sum('writes'), sum('own'), words.bytes]).toEqual([words.writes, words.claimed, ccws.length]);
  const contexts = rest.groups.flatMap((group) => group.contexts);
  for (const { path, words: own } of contexts) {
    const rows = owners.filter((owner) => owner.path === path);
    expect(rows.reduce((all, { bytes }) => all + bytes, 0)).toBe(own.bytes);
  }
  const block = blocksOf({ words, size, ...rest }, 'file').children.find(({ name }) => name === 'ccws');
  const fill = block?.children.find(({ name }) => name === 'fill')?.bytes ?? 0;
  if (words.claimed > 0) expect(fill).toBe(words.bytes - words.claimed);
  return 1 - (words.bytes - words.claimed) / size;
}

describe('configuration words after the message', () => {
  it.each(readdirSync(CORPUS).filter((name) => name.endsWith('.hef')))('%s', async (name) => {
    await expectOwned(new Uint8Array(readFileSync(join(CORPUS, name))));
  });

  it('have owners in generated models, of any version', async () => {
    for (const version of [1, 2, 3] as ContainerVersion[]) {
      for (let seed = 0; seed < 12; seed++)
        await expectOwned(await smithFile({ seed, framing: version, actions: 80 }));
    }
  });

  it('belong to the first owner, and are counted once', async () => {
    const bytes = new Uint8Array(readFileSync(join(CORPUS, 'framed-v1-words.hef')));
    const { words } = await stats(memorySource(bytes));
    expect(words?.owners.map(({ kind, path, channel, own }) => [kind, path, channel, own])).toEqual([
      ['context', 'network_groups[0].contexts[0]', 0, 48],
    ]);
  });

  it('are merged from two pointers of an action, unless another member replaced the first', async () => {
    const record = (action: ProtoMDLAction['action']) =>
      toBinary(ProtoMDLActionSchema, create(ProtoMDLActionSchema, { action }));
    const first = record({ case: 'writeDataCcwPtr', value: { size: 8 } as never });
    const other = record({ case: 'disableLcu', value: {} as never });
    const last = record({ case: 'writeDataCcwPtr', value: { offset: 4n } as never });
    for (const [records, pointed] of [
      [[first, last], 8],
      [[first, other, last], 0],
    ] as const) {
      const bytes = records.flatMap((bytes) => [...bytes]);
      // Tags of actions, operations, contexts and network_groups.
      for (const tag of [0x12, 0x12, 0x1a, 0x12]) bytes.unshift(tag, bytes.length);
      const { groups } = await stats(memorySource(Uint8Array.from(bytes)));
      expect(naive(fromBinary(ProtoMDLMdlSchema, Uint8Array.from(bytes)), 16).pointed).toBe(pointed);
      expect(groups[0]?.contexts[0]?.words).toEqual({ count: 1, bytes: pointed });
    }
  });
});

const folder = process.env.PROTOMDL_REAL_FILES;
const names = folder !== undefined && existsSync(folder) ? readdirSync(folder) : [];
if (names.length === 0) process.stderr.write('owners in real files are not tested: PROTOMDL_REAL_FILES\n');

describe.skipIf(names.length === 0)('words of real files', () => {
  it.each(names.filter((name) => /^v[1-9].*\.hef$/.test(name)))(
    '%s has an owner for 99 %% of its bytes',
    async (name) => {
      const bytes = new Uint8Array(readFileSync(join(folder as string, name)));
      expect(await expectOwned(bytes)).toBeGreaterThan(0.99);
    },
  );
});
