/** What each mutator changes, and what it leaves as it is, as protobuf's own codec reads the files. */
import { fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { describe, expect, it } from 'vitest';
import type { MutationEntry } from '../../src/attack/mutate/log.js';
import { type MutantMaker, mutantMaker } from '../../src/attack/mutate/mutate.js';
import { MUTATORS } from '../../src/attack/mutate/mutators/index.js';
import { TEXTS } from '../../src/attack/mutate/mutators/names.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { type ProtoMDLMdl, ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { CORPUS } from './base-files.js';

type Taken = Exclude<ReturnType<typeof takeApart>, { framing: 'unknown' }>;
type Leaves = ReadonlyMap<string, unknown>;

/** One side of a mutation: the whole file, its parts, its message as decoded, and each value by its path. */
interface Side {
  readonly bytes: Uint8Array;
  readonly taken: Taken;
  readonly mdl: ProtoMDLMdl;
  readonly leaves: Leaves;
}

const NAMES = [
  ...['every-action.mdl', 'nested-mux.mdl', 'nms.mdl', 'blobs.mdl', 'two-networks.mdl'],
  ...['framed-v0.hef', 'framed-v1-words.hef', 'framed-v2.hef', 'framed-v3.hef', 'framed-v3-resources.hef'],
];

function leavesOf(message: Message): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const add = (path: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null && 'desc' in value) walk(value as never, `${path}.`);
    else leaves.set(path, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value);
  };
  const walk = (one: ReturnType<typeof reflect>, prefix: string): void => {
    for (const field of one.fields) {
      if (!one.isSet(field)) continue;
      const path = prefix + field.name;
      // Messages without content count too.
      if (field.fieldKind === 'message') leaves.set(path, 'there');
      if (field.fieldKind !== 'list') add(path, one.get(field));
      else for (const [at, value] of [...one.get(field)].entries()) add(`${path}[${at}]`, value);
      if (field.fieldKind === 'list') leaves.set(`${path}.length`, one.get(field).size);
    }
    const unknown = one.getUnknown() ?? [];
    for (const { no, data } of unknown) leaves.set(`${prefix}#${no}`, Buffer.from(data).toString('hex'));
  };
  walk(reflect(ProtoMDLMdlSchema, message as ProtoMDLMdl) as never, '');
  return leaves;
}

function sideOf(bytes: Uint8Array): Side {
  const taken = takeApart(bytes);
  if (taken.framing === 'unknown') throw new Error('no message');
  const mdl = fromBinary(ProtoMDLMdlSchema, taken.message);
  return { bytes, taken, mdl, leaves: leavesOf(mdl) };
}

const bases = new Map<Side, MutantMaker>();
for (const name of NAMES) {
  const bytes = CORPUS.get(name) as Uint8Array;
  bases.set(
    sideOf(bytes),
    await mutantMaker(bytes, { splice: [CORPUS.get('nested-mux.mdl') as Uint8Array] }),
  );
}

/** Calls `check` with mutants of all files by one mutator. */
async function each(
  mutator: string,
  check: (before: Side, bytes: Uint8Array, entry: MutationEntry) => void,
  seeds = 12,
): Promise<void> {
  let checked = 0;
  for (const [before, maker] of bases) {
    for (let seed = 0; seed < seeds; seed++) {
      const maxSize = before.bytes.length + 20_000;
      const { bytes, log } = await maker.make({ seed, mutations: 1, only: [mutator], maxSize });
      const [entry] = log.entries;
      if (entry === undefined) continue;
      check(before, bytes, entry);
      checked++;
    }
  }
  expect(checked).toBeGreaterThan(5);
}

/** Returns the paths whose values differ. */
function changed(before: Leaves, after: Leaves): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
}

const listOf = (path: string) => path.replace(/\[\d+\]$/, '');
const hexOf = (side: Side, path: string) => Buffer.from(String(side.leaves.get(path) ?? ''), 'hex');
const text = (args: MutationEntry['args'], name: string) => String(args[name]);
const number = (args: MutationEntry['args'], name: string) => Number(args[name]);

it.each(MUTATORS.map(({ name }) => name))(
  '%s keeps to the limit by itself, without a cut',
  async (mutator) => {
    for (const [{ bytes: base, taken }, maker] of bases) {
      // In version 3, the padding to whole pages depends on the size of the message.
      if (taken.framing === 'framed' && taken.frame.version === 3) continue;
      for (const room of [0, 1, 2, 5, 9, 15, 17, 30, 60, 100, 130, 500, 4000, 4100]) {
        const maxSize = base.length + room;
        const { bytes, log } = await maker.make({ seed: room, mutations: 1, only: [mutator], maxSize });
        expect(bytes.length).toBeLessThanOrEqual(maxSize);
        for (const entry of log.entries) expect(entry.mutator, `${room}: ${entry.sentence}`).toBe(mutator);
      }
    }
  },
);

describe('a mutator of the encoding keeps the meaning:', () => {
  it.each(['wider-varint', 'repack-list', 'split-message', 'widen-value'])('%s', async (mutator) => {
    await each(mutator, ({ mdl }, bytes) => {
      const after = sideOf(bytes).mdl;
      expect(Buffer.from(toBinary(ProtoMDLMdlSchema, after)).equals(toBinary(ProtoMDLMdlSchema, mdl))).toBe(
        true,
      );
    });
  });
});

describe('an order of records keeps their values:', () => {
  it.each(['swap-records', 'reorder-fields'])('%s', async (mutator) => {
    const sorted = ({ leaves }: Side) => [...leaves.values()].map(String).sort();
    await each(mutator, (before, bytes) => expect(sorted(sideOf(bytes))).toEqual(sorted(before)));
  });

  it.each<[string, (numbers: readonly number[], old: readonly number[]) => void]>([
    ['reversed', (numbers, old) => expect(numbers).toEqual(old.toReversed())],
    ['highest-first', (numbers, old) => expect(numbers).toEqual(old.toSorted((a, b) => b - a))],
    ['lowest-first', (numbers, old) => expect(numbers).toEqual(old.toSorted((a, b) => a - b))],
    ['rotated', (numbers, old) => expect(numbers).toEqual([...old.slice(1), old[0]])],
    ['interleaved', (numbers, old) => expect(numbers.at(-1)).toBe(old.at(old.length % 2 === 0 ? -2 : -1))],
  ])('%s', async (order, check) => {
    // Field numbers of the root, each with one record: a header, a group, and further fields.
    const records = [
      [1, 0],
      [2, 0],
      [3, 0],
      [20, 0],
    ].flatMap(([field, size]) => [
      (((field as number) << 3) | 2) & 0xff,
      ...(field === 20 ? [1] : []),
      size as number,
    ]);
    const maker = await mutantMaker(Uint8Array.from(records));
    const { log } = await maker.make({ seed: 1, mutations: 1, only: ['unknown-field'] });
    const args = { at: [], order };
    const bytes = await maker.replay({
      ...log,
      entries: [{ ...(log.entries[0] as MutationEntry), mutator: 'reorder-fields', args }],
    });
    const numbers: number[] = [];
    for (let at = 0; at < bytes.length; at += 2) {
      const first = bytes[at] as number;
      numbers.push(first < 0x80 ? first >> 3 : ((first & 0x7f) | ((bytes[++at] as number) << 7)) >> 3);
    }
    check(numbers, [1, 2, 3, 20]);
  });
});

/** Checks of values that a mutator changes, in its own field and nowhere else. */
const VALUES: Readonly<Record<string, (before: Side, after: Side, entry: MutationEntry) => void>> = {
  'boundary-value': ({ leaves }, after, { path }) => {
    for (const one of changed(leaves, after.leaves)) expect(listOf(one)).toBe(listOf(path));
  },
  'redirect-index': ({ leaves }, after, { path, args }) => {
    expect(Number(after.leaves.get(path) ?? 0)).toBe(Number(BigInt.asUintN(32, BigInt(text(args, 'bits')))));
    expect(after.leaves.get(path)).not.toBe(leaves.get(path));
  },
  'overflow-shape': ({ leaves }, after, { path, args }) => {
    const [sides, more] = [args.powers as readonly number[], number(args, 'more')];
    const plain = args.plain === true || args.padded === false ? args.plain === true : false;
    const padded = args.padded === true || !plain;
    for (const [i, side] of ['height', 'width', 'features'].entries()) {
      const wanted = 2 ** Math.min(31, sides[i] as number) + more;
      for (const [name, isSet] of [
        [side, plain],
        [`padded_${side}`, padded],
      ] as const) {
        const at = `${path}.${name}`;
        expect(after.leaves.get(at), at).toBe(isSet ? wanted : leaves.get(at));
      }
    }
  },
  'stretch-name': (before, after, { path, args }) => {
    const [old, value] = [String(before.leaves.get(path) ?? ''), String(after.leaves.get(path))];
    expect(Buffer.byteLength(value)).toBe(number(args, 'length'));
    const kept = Math.min(old.length, value.length);
    if (/^[ -~]*$/.test(old)) expect(value.slice(0, kept)).toBe(old.slice(0, kept));
    expect(value.slice(kept)).toMatch(args.wide ? /^é*a?$/ : /^a*$/);
  },
  'empty-name': (before, after, { path }) => {
    expect([before.leaves.get(path), after.leaves.get(path) ?? '']).toEqual([expect.stringMatching(/./), '']);
  },
  'hostile-name': (_, after, { path, args }) => {
    expect(after.leaves.get(path)).toBe(TEXTS[text(args, 'kind')]);
  },
  'copy-name': (before, after, { path }) => {
    const value = after.leaves.get(path) ?? '';
    expect(value).not.toBe(before.leaves.get(path));
    expect([...before.leaves.values(), '']).toContain(value);
  },
  'resize-blob': (before, after, { path, args }) => {
    const [old, blob] = [hexOf(before, path), hexOf(after, path)];
    const size = number(args, 'size');
    expect([blob.length, size === old.length]).toEqual([size, false]);
    const wanted = Buffer.alloc(size);
    old.copy(wanted);
    expect(blob.equals(wanted)).toBe(true);
  },
  'flip-blob': (before, after, { path, args }) => {
    const wanted = hexOf(before, path);
    for (const bit of args.flips as readonly number[])
      wanted[bit >> 3] = (wanted[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(hexOf(after, path).equals(wanted)).toBe(true);
  },
  'configuration-head': (before, after, { path, args }) => {
    const [wanted, old] = [hexOf(before, path), hexOf(before, path)];
    wanted.writeUInt32LE(number(args, 'value'), 4 * number(args, 'word'));
    expect([hexOf(after, path).equals(wanted), wanted.equals(old)]).toEqual([true, false]);
  },
  'header-version': ({ leaves }, after, { args }) => {
    expect(changed(leaves, after.leaves).filter((path) => !/^header(\.version)?$/.test(path))).toEqual([]);
    const version = BigInt(text(args, 'version'));
    const field = after.mdl.header?.version;
    expect(BigInt(field ?? 0)).toBe(BigInt.asUintN(typeof field === 'bigint' ? 64 : 32, version));
  },
};

describe('a mutator of a value changes no other value:', () => {
  it.each(Object.keys(VALUES))('%s', async (mutator) => {
    await each(mutator, (before, bytes, entry) => {
      const after = sideOf(bytes);
      const others = changed(before.leaves, after.leaves).filter(
        (path) => !path.startsWith(listOf(entry.path)),
      );
      expect(others).toEqual([]);
      VALUES[mutator]?.(before, after, entry);
    });
  });
});

/** Checks of lists of messages or texts: their lengths before and after. */
const LENGTHS: Readonly<Record<string, (have: number, entry: MutationEntry) => number>> = {
  'drop-record': (have) => have - 1,
  'duplicate-record': (have) => have + 1,
  'shrink-list': (_, { args }) => number(args, 'keep'),
  'grow-list': (_, { args }) => number(args, 'count'),
};

describe('a list has the elements that the mutator names:', () => {
  it.each(Object.keys(LENGTHS))('%s', async (mutator) => {
    await each(mutator, (before, bytes, entry) => {
      const list = listOf(entry.path);
      const element = before.leaves.get(`${list}[0]`);
      // Lists of numbers are packed: they have one record.
      if (list === entry.path || typeof element === 'number' || typeof element === 'bigint') return;
      const { leaves } = sideOf(bytes);
      const have = Number(before.leaves.get(`${list}.length`));
      expect(leaves.get(`${list}.length`) ?? 0, entry.sentence).toBe(LENGTHS[mutator]?.(have, entry));
      const others = changed(before.leaves, leaves).filter((path) => !path.startsWith(list));
      expect(others).toEqual([]);
    });
  });
});

it('toggle-extension adds the type, or leaves out an entry', async () => {
  await each('toggle-extension', ({ mdl }, bytes, { args }) => {
    const after = sideOf(bytes).mdl;
    const types = (of: ProtoMDLMdl) =>
      (args.list === 'extensions' ? of.extensions : of.optionalExtensions).map(({ typeIndex }) =>
        Number(typeIndex),
      );
    const wanted = types(mdl);
    if ('remove' in args) wanted.splice(number(args, 'remove'), 1);
    else wanted.push(number(args, 'type'));
    expect(types(after)).toEqual(wanted);
  });
});

it('unset-oneof leaves the choice without a member, and switch-oneof puts another member there', async () => {
  const caseOf = (path: string, { leaves }: Side, members: readonly string[]) =>
    members.filter((name) => [...leaves.keys()].some((one) => one.startsWith(`${path}.${name}`)));
  await each('unset-oneof', (before, bytes, { path }) => {
    const gone = [...before.leaves.keys()].filter((one) => one.startsWith(`${path}.`));
    const { leaves } = sideOf(bytes);
    expect(gone.some((one) => !leaves.has(one))).toBe(true);
    expect(changed(before.leaves, leaves).filter((one) => !one.startsWith(path))).toEqual([]);
  });
  const { oneofs } = ProtoMDLMdlSchema.file.messages.find(({ name }) => name === 'ProtoMDLEdgeLayer')!;
  const members = oneofs.flatMap(({ fields }) => fields.map(({ name }) => name));
  await each('switch-oneof', (before, bytes, { path, args }) => {
    const holder = path.slice(0, path.lastIndexOf('.'));
    const member = path.slice(holder.length + 1);
    if (!members.includes(member) || args.beside === true) return;
    let after: Side;
    try {
      after = sideOf(bytes);
    } catch {
      // The old content may not be one of the new type.
      return;
    }
    expect(caseOf(holder, before, members)).toEqual([member]);
    expect(caseOf(holder, after, members)).not.toContain(member);
  });
});

it('nest-mux puts the edge into the given number of muxes, and tells the loader', async () => {
  await each('nest-mux', ({ leaves: old }, bytes, { path, args }) => {
    const depth = number(args, 'depth');
    const holder = path.slice(0, path.lastIndexOf('.'));
    const member = path.slice(holder.length + 1);
    // Protobuf-es and other readers stop at a hundred levels.
    if (depth > 8) return;
    const { leaves } = sideOf(bytes);
    const muxes = `${holder}${'.layer_mux.predecessors[0]'.repeat(depth)}`;
    const inside = (of: Leaves, prefix: string) =>
      [...of].flatMap(([one, value]) =>
        one.startsWith(`${prefix}.`) ? [[one.slice(prefix.length), value]] : [],
      );
    const inner = `${muxes}.${member === 'layer_mux' ? 'layer_mux' : 'layer_info'}`;
    expect(inside(leaves, inner)).toEqual(inside(old, path));
    for (let level = 0; level < depth; level++) {
      const mux = `${holder}${'.layer_mux.predecessors[0]'.repeat(level)}.layer_mux`;
      expect(inside(leaves, `${mux}.edge_layer_base`)).toEqual(inside(old, `${path}.edge_layer_base`));
      expect(leaves.get(`${mux}.mux_data.number_of_predecessors`)).toBe(1);
    }
    if (/edge_layers\[\d+\]$/.test(holder)) expect(leaves.get(`${holder}.edge_layer_type`)).toBe(1);
  });
});

it('widen-mux gives the mux as many predecessors and ratios as it declares', async () => {
  await each('widen-mux', ({ leaves: old }, bytes, { path, args }) => {
    const { leaves } = sideOf(bytes);
    const count = number(args, 'count');
    const mux = path.slice(0, path.lastIndexOf('.'));
    const have = Number(old.get(`${mux}.predecessors.length`));
    expect(leaves.get(`${mux}.predecessors.length`)).toBe(Math.max(have, count));
    for (const name of ['number_of_predecessors', 'height_ratios_list_len', 'height_ratios_list.length'])
      expect(leaves.get(`${mux}.mux_data.${name}`)).toBe(count);
  });
});

it('later-layout moves or copies the contexts, without a change', async () => {
  await each('later-layout', ({ leaves: old }, bytes, { path, args }) => {
    const { leaves } = sideOf(bytes);
    const part = (list: string, have: string) =>
      `${have}.${list}[${Number(old.get(`${have}.${list}.length`) ?? 0)}]`;
    const node = `${part('ops', path)}.core_op`;
    const to =
      args.layout === 'partial'
        ? `${part('partial_network_groups', path)}.network_group`
        : args.layout === 'ops'
          ? node
          : `${node}.partial_core_ops[0].core_op`;
    const contexts = (of: Leaves, within: string) =>
      [...of].flatMap(([one, value]) =>
        one.startsWith(`${within}.contexts`) ? [[one.slice(within.length), value]] : [],
      );
    const wanted = contexts(old, path);
    expect(contexts(leaves, to)).toEqual(wanted);
    expect(contexts(leaves, path)).toEqual(args.keep ? wanted : []);
  });
});

it('repeat-field leaves the last value in effect', async () => {
  await each('repeat-field', ({ leaves: old }, bytes, { path, args }) => {
    if (!('bits' in args)) return;
    const { leaves } = sideOf(bytes);
    const others = changed(old, leaves);
    if (args.behind) expect(others.filter((one) => one !== path)).toEqual([]);
    else expect(others).toEqual([]);
  });
});

it('unknown-field, unlike deep-group, only adds a field that no reader knows', async () => {
  await each('unknown-field', ({ leaves: old }, bytes, { path, args }) => {
    expect(path).toMatch(new RegExp(`#${args.number}$`));
    const others = changed(old, sideOf(bytes).leaves);
    expect(others.length).toBeGreaterThan(0);
    for (const one of others) expect(one).toMatch(new RegExp(`(^|\\.)#${args.number}$`));
  });
});

it('add-field adds a field that its message does not have, and no other, unless they exclude each other', async () => {
  await each('add-field', ({ leaves: old }, bytes, { path }) => {
    const own = listOf(path);
    const holder = own.slice(0, own.lastIndexOf('.') + 1);
    const others = (of: Leaves) => [...of].filter(([one]) => !one.startsWith(own));
    const { leaves } = sideOf(bytes);
    expect([...old.keys()].filter((one) => one === path || one.startsWith(`${own}.`))).toEqual([]);
    for (const [one, value] of others(old)) {
      // Of several members of a oneof, readers keep the last.
      const member = one.startsWith(holder) && one.slice(holder.length).split(/[.[]/)[0];
      if (leaves.get(one) !== value)
        expect([member, path]).toEqual([expect.any(String), expect.stringContaining('.')]);
    }
    expect(others(leaves).length).toBeLessThanOrEqual(others(old).length);
  });
});

describe('a mutator of bytes', () => {
  it.each<
    [string, (args: MutationEntry['args']) => readonly [at: number, gone: number, put: Buffer | number]]
  >([
    [
      'overwrite-bytes',
      (args) => [
        number(args, 'index'),
        Buffer.from(text(args, 'bytes'), 'base64').length,
        Buffer.from(text(args, 'bytes'), 'base64'),
      ],
    ],
    ['insert-bytes', (args) => [number(args, 'index'), 0, Buffer.from(text(args, 'bytes'), 'base64')]],
    ['delete-bytes', (args) => [number(args, 'index'), number(args, 'length'), 0]],
    ['truncate-message', (args) => [number(args, 'size'), Number.POSITIVE_INFINITY, 0]],
    ['bad-tag', (args) => [number(args, 'index'), 1, Buffer.of(number(args, 'tag'))]],
  ])('%s changes the given bytes of the message', async (mutator, edit) => {
    await each(mutator, ({ taken: { message } }, bytes, { args }) => {
      const after = takeApart(bytes);
      const [at, gone, put] = edit(args);
      const wanted = [
        message.subarray(0, at),
        typeof put === 'number' ? [] : put,
        message.subarray(at + gone),
      ];
      const joined = Buffer.concat(wanted.map((part) => Uint8Array.from(part)));
      if (after.framing === 'framed') expect(joined.equals(after.message)).toBe(true);
      else expect(joined.equals(bytes)).toBe(true);
    });
  });

  it.each<[string, (before: Buffer, after: Buffer, args: MutationEntry['args']) => void]>([
    [
      'append-bytes',
      (before, after, args) =>
        expect(after.equals(Buffer.concat([before, Buffer.from(text(args, 'bytes'), 'base64')]))).toBe(true),
    ],
    [
      'truncate-file',
      (before, after, args) => expect(after.equals(before.subarray(0, number(args, 'size')))).toBe(true),
    ],
    [
      'flip-file-bits',
      (before, after, args) => {
        for (const bit of args.flips as readonly number[])
          before[bit >> 3] = (before[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(after.equals(before)).toBe(true);
      },
    ],
  ])('%s changes the given bytes of the file', async (mutator, check) => {
    await each(mutator, (before, bytes, { args }) =>
      check(Buffer.from(before.bytes), Buffer.from(bytes), args),
    );
  });
});

describe('a mutator of the frame keeps the message', () => {
  const parts = (side: Uint8Array) => {
    const taken = takeApart(side) as Taken;
    const framed = taken.framing === 'framed' ? taken : undefined;
    const size = (name: 'ccws' | 'additionalInfo' | 'padding') => framed?.[name]?.length ?? 0;
    const version = framed?.frame.version ?? 'bare';
    return {
      message: taken.message,
      version,
      ccws: size('ccws'),
      info: size('additionalInfo'),
      padding: framed?.padding,
    };
  };

  it('reframe: in a frame of another version, with the words that it can hold', async () => {
    await each('reframe', ({ bytes: base }, bytes, { args }) => {
      const [was, is] = [parts(base), parts(bytes)];
      expect(Buffer.from(is.message).equals(was.message)).toBe(true);
      expect(String(is.version)).toBe(args.form);
      expect(is.version).not.toBe(was.version);
      expect(is.ccws).toBe(is.version === 'bare' || is.version === 0 ? 0 : was.ccws);
    });
  });

  it('frame-sections: with one section of the given size', async () => {
    await each('frame-sections', ({ bytes: base }, bytes, { args }) => {
      const [was, is] = [parts(base), parts(bytes)];
      const size = number(args, 'size');
      const isInfo = args.section === 'additionalInfo';
      expect(Buffer.from(is.message).equals(was.message)).toBe(true);
      expect([is.version, is.ccws, is.info]).toEqual([
        was.version,
        isInfo ? was.ccws : size,
        isInfo ? size : was.info,
      ]);
      expect(size).not.toBe(isInfo ? was.info : was.ccws);
    });
  });

  it('frame-padding: with padding of the given size, filled or not', async () => {
    await each('frame-padding', ({ bytes: base }, bytes, { args }) => {
      const [was, is] = [parts(base), parts(bytes)];
      expect(Buffer.from(is.message).equals(was.message)).toBe(true);
      expect(
        Buffer.alloc(number(args, 'size'), args.filled ? 0xa5 : 0).equals(is.padding ?? new Uint8Array(0)),
      ).toBe(true);
      expect([is.ccws, is.info]).toEqual([was.ccws, was.info]);
    });
  });
});
