/** Predictions for containers, and for bytes that loaders do not accept as a message. */
import { describe, expect, it } from 'vitest';
import { CONTEXT, spoiled } from '../../scripts/corpus/faults.js';
import { type Frame, frame } from '../../scripts/corpus/frame.js';
import { type Fields, len, type Piece, raw, seq, type Value, varint } from '../../scripts/corpus/notation.js';
import { oneContext } from '../../scripts/corpus/valid-networks.js';
import type { RuntimeVerdict } from '../../src/check/runtime/verdict.js';
import {
  ACCEPTED,
  all,
  bytesOf,
  OF_CASES,
  type Outcomes,
  outcomeIn,
  outcomesOf,
  outcomeText,
  runtimeOf,
} from './predicted.js';

/** A message that every release from 4.10 on accepts, without configuration words. */
function wordless(): Fields {
  const content = oneContext();
  for (const group of content.network_groups as Fields[]) {
    delete group.preliminary_config;
    for (const context of group.contexts as Fields[]) delete context.operations;
  }
  content.extensions = [...(content.extensions as Value[]), { type_index: 26 }];
  return content;
}

async function outcomes(bytes: Uint8Array): Promise<Outcomes> {
  const all = await Promise.all(OF_CASES.map((release) => outcomeIn(bytes, release)));
  return all as unknown as Outcomes;
}

async function framed(plan: Frame): Promise<Uint8Array> {
  return (await frame(bytesOf(wordless()), plan)).bytes;
}

const VERSION: Outcomes = ['load 26 frame-version-unsupported', 'accepts', 'accepts'];

describe('containers', () => {
  it.each([
    [0, ['load 26 extension-not-loadable', 'accepts', 'accepts']],
    [1, VERSION],
    [2, VERSION],
    [3, ['load 26 frame-version-unsupported', 'load 26 frame-version-unsupported', 'accepts']],
  ] as const)('version %i', async (version, expected) => {
    expect(await outcomes(await framed({ version }))).toEqual(expected);
  });

  it('an unknown version', async () => {
    const bytes = await framed({ version: 0, claim: { version: 4n } });
    expect(await outcomes(bytes)).toEqual(
      all('load 26 frame-version-unsupported', 'load 92 frame-version-unsupported'),
    );
  });

  it('the magic', async () => {
    const bytes = await framed({ version: 0, claim: { magic: 0x01484547n } });
    expect(await outcomes(bytes)).toEqual(all('load 26 frame-bad-magic', 'load 92 frame-bad-magic'));
  });

  it('a truncated header', async () => {
    const bytes = (await framed({ version: 0 })).subarray(0, 31);
    expect(await outcomes(bytes)).toEqual(all('load 14 frame-truncated-header'));
  });

  it('sizes', async () => {
    const bytes = await framed({ version: 0 });
    expect(await outcomes(bytes.subarray(0, -1))).toEqual(
      all('load 26 frame-length-mismatch', 'load 91 frame-length-mismatch'),
    );
    expect(await outcomes(Buffer.concat([bytes, Buffer.from([0])]))).toEqual(
      all('load 26 frame-length-mismatch', 'load 91 frame-length-mismatch'),
    );
  });

  it('with sizes that add up modulo 2^64: the parser finds fewer bytes than the header claims', async () => {
    const message = bytesOf(wordless());
    const claimed = BigInt(message.length + 100);
    const bytes = await framed({ version: 2, claim: { proto_size: claimed, ccws_size: 2n ** 64n - 100n } });
    expect(await outcomes(bytes)).toEqual([
      'load 26 frame-version-unsupported',
      'load 26 frame-size-wrap',
      'load 91 frame-size-wrap',
    ]);
  });

  it('checksums, except for a wrong checksum of the message alone', async () => {
    expect(await outcomes(await framed({ version: 2, claim: { xxh3_64: 1n, xxh3: 1n } }))).toEqual([
      'load 26 frame-version-unsupported',
      'load 26 frame-checksum-mismatch',
      'load 91 frame-checksum-mismatch',
    ]);
    const wrong = await framed({ version: 3, messageChecksum: true, claim: { proto_xxh3: 1n } });
    expect(await outcomes(wrong)).toEqual([
      'load 26 frame-version-unsupported',
      'load 26 frame-version-unsupported',
      'accepts',
    ]);
  });

  it('of containers are checked in this order: sizes, checksum, message', async () => {
    const content = spoiled(oneContext, [`${CONTEXT}.operations[0].trigger`, () => ({})]);
    expect(await outcomesOf(content, { version: 0, claim: { md5: 1n } })).toEqual(
      all('load 26 frame-checksum-mismatch', 'load 91 frame-checksum-mismatch'),
    );
  });

  it('an empty message: framed, and bare', async () => {
    const empty = all('query crashes no-network-groups', 'load 92 extension-not-loadable');
    expect(await outcomes((await frame(new Uint8Array(), { version: 0 })).bytes)).toEqual(empty);
    // The file is too short even for the first bytes of a header.
    expect(await outcomes(new Uint8Array())).toEqual(all('load 14 no-network-groups'));
  });

  it('padding that is too large is only noticed for a file in memory', async () => {
    const bytes = await framed({ version: 3, claim: { padding_size: 0xffffn } });
    expect(await outcomeIn(bytes, '4.23.0')).not.toMatch(/crashes|hangs/);
  });
});

describe('a bare message in a file that is named as framed', () => {
  const outcome = async (bytes: Uint8Array): Promise<string[]> => {
    const runtime = await runtimeOf(bytes, { named: 'framed' });
    return OF_CASES.map((release) => outcomeText(runtime[release] as RuntimeVerdict));
  };

  it('is read as if it began with a header', async () => {
    expect(await outcome(bytesOf(wordless()))).toEqual(
      all('load 26 frame-bad-magic', 'load 92 frame-bad-magic'),
    );
    expect(await outcome(bytesOf(wordless()).subarray(0, 11))).toEqual(all('load 14 frame-truncated-header'));
    expect(await outcome(new Uint8Array())).toEqual(all('load 14 no-network-groups'));
  });

  it('has a reason', async () => {
    const runtime = await runtimeOf(bytesOf(wordless()), { named: 'framed' });
    expect(runtime['4.20.0']?.reasons[0]?.message).toContain('without a container');
  });

  it('but a file with a frame is read as framed', async () => {
    expect(await outcome(await framed({ version: 0 }))).toContain('accepts');
  });
});

describe('messages', () => {
  const broken = all('load 26 wire-truncated', 'load 91 wire-truncated');

  /** Makes a model with further records after the fields of its group. */
  const withInGroup = (...pieces: readonly Piece[]): Fields =>
    spoiled(oneContext, ['network_groups[0]', (group) => seq(group as Fields, ...pieces)]);
  /** Makes a model with these records inside a part of the group that the oldest release skips. */
  const withInPart = (...pieces: readonly Piece[]): Fields =>
    withInGroup(raw(7, len(raw(1, len(...pieces)))));

  it('bytes that end too early', async () => {
    const bytes = bytesOf(oneContext());
    expect(await outcomes(bytes.subarray(0, -1))).toEqual(broken);
    expect(await outcomes(bytes.subarray(0, 100))).toEqual(broken);
  });

  it('a length past its container', async () => {
    expect(await outcomesOf(withInGroup(Uint8Array.of(0x0a, 0x7f)))).toEqual(broken);
  });

  it('a tag with field number 0', async () => {
    expect(await outcomesOf(withInGroup(Uint8Array.of(0)))).toEqual(
      all('load 26 wire-invalid-tag', 'load 91 wire-invalid-tag'),
    );
  });

  it('an invalid wire type', async () => {
    expect(await outcomesOf(withInGroup(Uint8Array.of(0x0f)))).toEqual(
      all('load 26 wire-invalid-type', 'load 91 wire-invalid-type'),
    );
  });

  it('a varint without an end', async () => {
    expect(await outcomesOf(withInGroup(raw(99, varint(1)), new Uint8Array(12).fill(0x98)))).toEqual(
      all('load 26 wire-varint-overflow', 'load 91 wire-varint-overflow'),
    );
  });

  it('a string that is not UTF-8', async () => {
    expect(await outcomesOf(withInGroup(Uint8Array.of(0x22, 1, 0xff)))).toEqual(
      all('load 26 string-not-utf8', 'load 91 string-not-utf8'),
    );
  });

  it.each([
    ['no end', Uint8Array.of(0x0a, 0x7f), 'wire-truncated'],
    ['a tag with field number 0', Uint8Array.of(0), 'wire-invalid-tag'],
    ['a wire type that there is not', Uint8Array.of(0x0f), 'wire-invalid-type'],
    ['a string that is not UTF-8', Uint8Array.of(0x22, 1, 0xff), 'string-not-utf8'],
  ])('the content of fields unknown to a release is not read: %s', async (_about, bytes, code) => {
    expect(await outcomesOf(withInPart(bytes))).toEqual(['accepts', `load 26 ${code}`, `load 91 ${code}`]);
  });

  it('a field that no release reads may be unreadable, because it is skipped by its length', async () => {
    expect(await outcomesOf(withInGroup(Uint8Array.of(0x3a, 0x7f)))).toEqual(broken);
  });

  it('nesting: 46 muxes inside each other are accepted, 47 are not', async () => {
    const nested = (levels: number): Fields => {
      let edge: Fields = { layer_info: { name: 'leaf', edge_layer_base: { buffer_indices: [{}] } } };
      for (let level = 0; level < levels; level++) {
        edge = { layer_mux: { mux_data: { number_of_predecessors: 1 }, predecessors: [edge] } };
      }
      return spoiled(oneContext, [
        `${CONTEXT}.metadata.edge_layers[1]`,
        () => ({ direction: 1, edge_layer_type: 1, ...edge }),
      ]);
    };
    const deep = 'message-nesting-too-deep';
    expect(await outcomesOf(nested(47))).toEqual(all(`load 26 ${deep}`, `load 91 ${deep}`));
    expect((await outcomesOf(nested(46)))[0]).toBe('load 2 edge-base-missing');
  });

  it('unchanged', async () => {
    expect(await outcomesOf(oneContext())).toEqual(ACCEPTED);
  });
});
