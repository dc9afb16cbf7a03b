import { describe, expect, it } from 'vitest';
import { encode } from '../../../scripts/corpus/encode.js';
import { type Change, CONTEXT, put, spoiled } from '../../../scripts/corpus/faults.js';
import { type Frame, frame } from '../../../scripts/corpus/frame.js';
import { append } from '../../../scripts/corpus/invalid-file.js';
import type { Fields, Value } from '../../../scripts/corpus/notation.js';
import { pointers, withoutWrites } from '../../../scripts/corpus/valid-files.js';
import { oneContext, twoContexts } from '../../../scripts/corpus/valid-networks.js';
import { memorySource } from '../../../src/base/source/memory.js';
import type { Source } from '../../../src/base/source/source.js';
import { streamSource } from '../../../src/base/source/stream.js';
import { type ShardRunner, scanShard } from '../../../src/check/validate/shards.js';
import { type EngineOptions, validate } from '../../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../../src/generated/mdl_pb.js';
import { windowed } from '../../source/windowed.js';
import { asOp, asPartial, findings } from '../findings.js';

const CODES = [
  'frame-ccw-ptr-out-of-range',
  'frame-ccw-kind-mismatch',
  'frame-external-resource-out-of-range',
];
const ACTIONS = `${CONTEXT}.operations[0].actions`;
const POINTER = `${ACTIONS}[1].write_data_ccw_ptr`;
const words = (version: 1 | 2 | 3, size = 48): Frame => ({ version, ccws: new Uint8Array(size) });
const pointing = (offset: bigint, size: number): Change => put(POINTER, 'pointer', { offset, size });

describe('pointers', () => {
  it.each([
    [0n, 48, []],
    [47n, 1, []],
    [48n, 0, []],
    [0n, 49, ['error frame-ccw-ptr-out-of-range']],
    [49n, 0, ['error frame-ccw-ptr-out-of-range']],
    [48n, 1, ['error frame-ccw-ptr-out-of-range']],
    [2n ** 64n - 1n, 2, ['error frame-ccw-ptr-out-of-range']],
    [0n, 0xffffffff, ['error frame-ccw-ptr-out-of-range']],
  ])('at %i, of %i bytes, to 48', async (offset, size, codes) => {
    for (const version of [1, 2, 3] as const) {
      const { lines } = await findings(spoiled(pointers, pointing(offset, size)), CODES, words(version));
      expect(lines).toEqual(codes.map((code) => `${code} ${POINTER}`));
    }
  });

  it('cause no findings in a bare message', async () => {
    expect((await findings(spoiled(pointers, pointing(2n ** 40n, 9)), CODES)).lines).toEqual([]);
  });

  it.each([[asPartial], [asOp]])('are checked in later layouts (%#)', async (lift) => {
    const { lines } = await findings(spoiled(pointers, pointing(48n, 1), lift), CODES, words(2));
    expect(lines).toHaveLength(1);
  });

  it('past a cut have one finding, at the pointer that reaches furthest', async () => {
    const whole = spoiled(pointers, pointing(24n, 24));
    const size = (await frame(encode(ProtoMDLMdlSchema, whole).bytes, words(2))).bytes.length;
    for (const [missing, expected] of [
      [0, []],
      [1, [POINTER]],
      [30, [POINTER]],
      [48, [POINTER]],
    ] as const) {
      const { lines } = await findings(whole, CODES, words(2), size - missing);
      expect(lines).toEqual(expected.map((path) => `error frame-ccw-ptr-out-of-range ${path}`));
    }
    // A pointer that is invalid for every file with this header has another finding.
    const { diagnostics } = await findings(
      spoiled(() => whole, pointing(24n, 25)),
      CODES,
      words(2),
      size - 1,
    );
    expect(diagnostics.map(({ path }) => path)).toEqual([POINTER, POINTER.replace('[1]', '[2]')]);
  });

  it('are not checked if the size of the padding is invalid', async () => {
    const claim = { ...words(3), claim: { padding_size: 2n ** 31n } };
    expect((await findings(spoiled(pointers, pointing(48n, 1)), CODES, claim)).lines).toEqual([]);
  });
});

describe('configuration words', () => {
  const pointer = { write_data_ccw_ptr: {} };

  it('need pointers in versions 1 to 3, and are in the message in version 0', async () => {
    expect((await findings(oneContext(), CODES, { version: 0 })).lines).toEqual([]);
    for (const version of [1, 2, 3] as const) {
      expect((await findings(oneContext(), CODES, { version })).lines).toHaveLength(4);
      expect((await findings(withoutWrites(), CODES, { version })).lines).toEqual([]);
    }
    // An empty pointer counts as a pointer, too.
    const { lines } = await findings(spoiled(oneContext, append(ACTIONS, pointer)), CODES, { version: 0 });
    expect(lines).toEqual([`error frame-ccw-kind-mismatch ${ACTIONS}[3].write_data_ccw_ptr`]);
  });

  it('are found in a group that only contains other core ops', async () => {
    const content = spoiled(withoutWrites, [
      'network_groups[0]',
      (group) => ({
        preliminary_config: (oneContext().network_groups as Fields[])[0]?.preliminary_config as Value,
        ops: [{ core_op: group as Value }],
      }),
    ]);
    const { lines } = await findings(content, CODES, { version: 1 });
    expect(lines.map((line) => line.replace(/ network_groups.*/, ''))).toEqual(
      Array(2).fill('error frame-ccw-kind-mismatch'),
    );
  });
});

describe('external resources', () => {
  const file: Frame = { version: 3, ccws: new Uint8Array(8), additional: new Uint8Array(72) };
  const resource = (offset: bigint, size: bigint): Fields => ({
    ...withoutWrites(),
    external_resources: [{ offset, size, name: 'r' }],
  });

  it.each([
    [0n, 80n, 0],
    [80n, 0n, 0],
    [0n, 81n, 1],
    [81n, 0n, 1],
    [2n ** 64n - 1n, 2n, 1],
  ])('at %i, of %i bytes', async (offset, size, count) => {
    expect((await findings(resource(offset, size), CODES, file)).lines).toHaveLength(count);
    expect((await findings(resource(offset, size), CODES)).lines).toEqual([]);
  });
});

/** The findings are the same, however the file is read. */
describe('any source', () => {
  const LISTS = [
    'network_groups[0].preliminary_config.operation[0].actions',
    ACTIONS,
    'network_groups[0].contexts[1].operations[0].actions',
  ];
  const withoutCcws: Change[] = LISTS.map((path) => [
    path,
    (actions) => (actions as Fields[]).filter((action) => action.write_data_ccw === undefined),
  ]);
  const many: Change[] = LISTS.map((path, list) =>
    append(
      path,
      ...Array.from({ length: 40 }, (_, i) => ({
        unique_id: 1000 * (1 + list) + i,
        write_data_ccw_ptr: { offset: BigInt((i * 37 + 200 * list) % 600), size: i % 50 },
      })),
    ),
  );

  it.each([
    ['in range', withoutCcws, 700, 0, 0],
    ['out of range', withoutCcws, 300, 0, 63],
    ['past a cut', withoutCcws, 700, 400, 1],
    ['beside words in the message', [], 700, 0, 6],
  ])('pointers %s', async (_name, changes, size, missing, found) => {
    const { bytes } = encode(ProtoMDLMdlSchema, spoiled(twoContexts, ...changes, ...many));
    const framed = (await frame(bytes, words(1, size))).bytes;
    const cut = framed.slice(0, framed.length - missing);
    const report = async (options: EngineOptions, source: Source = memorySource(cut)) => {
      const { bytes: _bytes, ...rest } = await validate(source, { ...options, maxPerCode: 1000 });
      return rest;
    };
    const expected = await report({});
    expect(expected.diagnostics.filter(({ code }) => CODES.includes(code))).toHaveLength(found);

    expect(await report({ kernel: true })).toEqual(expected);
    const chunks = (async function* () {
      for (let at = 0; at < cut.length; at += 77) yield cut.slice(at, at + 77);
    })();
    expect(await report({}, streamSource(chunks))).toEqual(expected);
    let ran = 0;
    const shards: ShardRunner = {
      minimumBytes: 0,
      shards: 2,
      run: async (contexts, how) => {
        ran++;
        return structuredClone(await scanShard(memorySource(cut), contexts, how));
      },
    };
    const lazily = windowed(cut);
    expect(await report({ shards }, lazily)).toEqual(expected);
    expect(ran).toBeGreaterThan(0);
  });
});
