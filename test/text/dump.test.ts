/**
 * Dumps of all kinds of files: the text is the same for every source, nothing is lost, and all characters are
 * printable.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { raw, seq, len as unknown } from '../../scripts/corpus/notation.js';
import { wasmChecksums } from '../../src/base/container/checksum.js';
import { encodeFrame } from '../../src/base/container/write.js';
import { streamSource } from '../../src/base/source/stream.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { assemble } from '../../src/tools/text/assemble.js';
import { type DumpFormat, type DumpOptions, dump } from '../../src/tools/text/dump.js';
import { varint } from '../arbitrary/wire-writer.js';
import { hasProtoc } from './all-kinds.js';
import { dumped, jsonOf, len, withoutComments } from './dumped.js';
import { fileLike } from './file-like.js';
import { CORPUS, filesOf, specimen } from './specimens.js';

const FORMATS: readonly DumpFormat[] = ['json', 'textproto', 'yaml', 'ndjson'];

/**
 * The layout is that of `JSON.stringify`, except that lists of numbers and similar values are on one line.
 */
function laidOut(json: string): string {
  const text = JSON.stringify(JSON.parse(json), null, 2);
  const inLine = (_: string, elements: string) => `[${elements.split(/,\n\s+/).join(', ')}]`;
  return `${text.replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, inLine)}\n`;
}

it.each([{}, { select: 'network_groups[*].contexts[*]' }])(
  'JSON has the layout of JSON.stringify: %j',
  async (part) => {
    let compared = 0;
    for (const name of [...filesOf('valid'), ...filesOf('invalid')]) {
      const options: DumpOptions = { format: 'json', bytes: 'hash', ...part };
      const { text } = await dumped(specimen(name), options).catch(() => ({ text: '' }));
      // Parts that are not members of a message, such as a frame or an unknown field, have a line of their
      // own.
      if (text === '' || text.includes('"$')) continue;
      compared++;
      expect(text, name).toBe(laidOut(text));
    }
    expect(compared).toBeGreaterThan(200);
  },
);

describe('a dump', () => {
  it('is the same for a blob in pieces, and can be assembled to the same model', async () => {
    const mapping = Uint8Array.from({ length: 1_200_001 }, (_, i) => (i * 31) ^ (i >> 7));
    const actions = [seq(raw(101, unknown(mapping)))];
    const network_groups = [{ contexts: [{ operations: [{ actions }] }] }];
    const { bytes } = encode(ProtoMDLMdlSchema, { network_groups, mapping });
    for (const format of FORMATS) {
      for (const mode of ['elide', 'hash', 'hex', 'base64'] as const) {
        const options: DumpOptions = { format, bytes: mode, framing: 'bare' };
        const { text } = await dumped(fileLike(bytes), { ...options, heldBytes: 0 });
        // The difference is not printed, because this would take minutes.
        expect([format, mode, text === (await dumped(bytes, options)).text]).toEqual([format, mode, true]);
        if (format === 'ndjson')
          expect(() =>
            text
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line)),
          ).not.toThrow();
        if (format === 'yaml' || format === 'ndjson' || mode === 'elide' || mode === 'hash') continue;
        const { message } = await assemble(text, { format });
        expect([format, mode, Buffer.compare(message, bytes)]).toEqual([format, mode, 0]);
      }
    }
  });

  it('contains all elements of a list that is longer than any window', async () => {
    const elements = Array.from({ length: 400_000 }, (_, i) => Math.imul(i, 2654435761) >>> (i % 32));
    const ratios = Buffer.concat(elements.map((value) => varint(value)));
    expect(ratios.length).toBeGreaterThan(2 ** 20);
    const layer_mux = { mux_data: seq(raw(4, unknown(ratios))) };
    const contexts = [{ metadata: { edge_layers: [{ layer_mux }] } }];
    const { bytes } = encode(ProtoMDLMdlSchema, { network_groups: [{ contexts }] });
    const { text } = await dumped(fileLike(bytes), { framing: 'bare', heldBytes: 0 });
    const [layer] = JSON.parse(text).networkGroups[0].contexts[0].metadata.edgeLayers;
    // The difference is not printed, because this would take minutes.
    expect(JSON.stringify(layer.layerMux.muxData.heightRatiosList) === JSON.stringify(elements)).toBe(true);
  });

  it('leaves out a number that is cut off', async () => {
    for (const cut of [[0x08], [0x08, 0x85], [0x08, 0x85, 0x80]]) {
      const sound = len(2, len(3, len(2, [])));
      const bytes = len(2, len(3, [...len(2, []), ...cut]));
      for (const format of FORMATS) {
        const { text, problems } = await dumped(Uint8Array.from(bytes), { format, framing: 'bare' });
        expect(text).toBe((await dumped(Uint8Array.from(sound), { format, framing: 'bare' })).text);
        expect(problems.map(({ code }) => code)).toEqual(['wire-truncated']);
      }
    }
  });

  it('is the same if the order changes inside messages of which the beginning is printed first', async () => {
    const operations = [...len(2, [...len(2, [])]), ...len(2, [])];
    const context = [...len(3, []), ...operations, 0x08, 0x05];
    const group = [
      ...len(4, [0x61]),
      ...len(3, context),
      ...len(3, operations),
      ...len(1, [...len(1, [0x62])]),
    ];
    const bytes = Uint8Array.from([
      ...len(2, [...len(3, operations)]),
      ...len(2, group),
      ...len(1, [0x10, 0x01]),
    ]);
    for (const format of FORMATS) {
      const options: DumpOptions = { format, framing: 'bare' };
      const held = await dumped(bytes, options);
      for (const heldBytes of [0, 8, 20]) {
        expect((await dumped(fileLike(bytes), { ...options, heldBytes })).text).toBe(held.text);
      }
    }
  });

  it.skipIf(!hasProtoc)('contains unknown fields as protoc prints them', async () => {
    const message = [0x08, 0x05, ...len(2, [0x61]), 0x1d, 1, 2, 3, 4, 0x21, 1, 2, 3, 4, 5, 6, 7, 8];
    const unknown = (content: readonly number[]) => [0x9a, 0x06, content.length, ...content];
    const bytes = Uint8Array.from([
      ...unknown([]),
      ...unknown([0x05]),
      ...unknown([0x08]),
      ...unknown(message),
      ...unknown(unknown(message)),
      ...unknown([0x0c]),
      ...unknown([0x0b, 0x08, 0x05, 0x0c]),
      ...[0x9b, 0x06, ...message, 0x9c, 0x06, 0x98, 0x06, 0x80, 0x01],
    ]);
    const { text } = await dumped(bytes, { format: 'textproto', framing: 'bare' });
    expect(withoutComments(text)).toBe(execFileSync('protoc', ['--decode_raw'], { input: bytes }).toString());
  });

  it('is the same for a stream', async () => {
    for (const name of filesOf('valid')) {
      const bytes = specimen(name);
      for (const format of FORMATS) {
        const whole = await dumped(bytes, { format });
        const stream = await dumped(streamSource([bytes]), { format, heldBytes: 0 });
        expect(stream.text === whole.text, `${name} ${format}`).toBe(true);
      }
    }
  });

  it.each(filesOf('invalid'))('of %s is text, and reports broken parts', async (name) => {
    const bytes = specimen(name);
    // Large specimens are left out, because they only have more records.
    if (bytes.length > 100_000) return;
    for (const format of FORMATS) {
      const held = await dumped(bytes, { format }).catch((error) => error);
      if (held.code !== undefined) {
        expect(held.code).toMatch(/^frame-(bad-magic|truncated-header|version-unsupported)$/);
        continue;
      }
      if (format === 'json') JSON.parse(held.text);
      if (format === 'ndjson') for (const line of held.text.split('\n').slice(0, -1)) JSON.parse(line);
      if (format === 'json') {
        const gone = await dumped(fileLike(bytes), { format, heldBytes: 0 });
        JSON.parse(gone.text);
        expect(gone.problems.length > 0).toBe(held.problems.length > 0);
        if (held.problems.length === 0) expect(gone.text).toBe(held.text);
      }
      // The problems in the wire format equal those in the reports of the corpus.
      const report = JSON.parse(readFileSync(join(CORPUS, name.replace(/\.\w+$/, '.report.json')), 'utf8'));
      const expected = JSON.stringify(report).match(
        /"(wire-truncated|wire-varint-overflow|wire-invalid-tag|wire-invalid-type|message-nesting-too-deep|string-not-utf8)"/g,
      );
      if (format !== 'ndjson' && expected !== null) expect(held.problems.length).toBeGreaterThan(0);
      if (expected === null && !/"frame-(proto-too-large|length-mismatch)"/.test(JSON.stringify(report))) {
        expect(held.problems).toEqual([]);
      }
    }
  });

  it('contains the readable part of a file that was cut anywhere', async () => {
    const bytes = specimen('valid/two-contexts.mdl');
    const whole = (await dumped(bytes, { format: 'textproto' })).text.split('\n');
    for (let size = 1; size < bytes.length; size += 397) {
      for (const heldBytes of [0, 1000, undefined]) {
        const options: DumpOptions = heldBytes === undefined ? {} : { heldBytes };
        const { text, problems } = await dumped(fileLike(bytes.slice(0, size)), {
          format: 'textproto',
          framing: 'bare',
          ...options,
        });
        const lines = text.trimEnd().split('\n');
        // All lines equal those of the whole file, up to the end of the messages.
        const differs = lines.findIndex((line, i) => line !== whole[i]);
        const tail = differs < 0 ? [] : lines.slice(differs);
        expect(tail.filter((line) => !/^ *\}$/.test(line))).toEqual([]);
        if (problems.length > 0) {
          expect(problems.map(({ code }) => code)).toEqual(['wire-truncated']);
          expect(problems[0]?.offset).toBeLessThanOrEqual(size);
        }
      }
    }
  });
});

describe('messages', () => {
  it('merge as protobuf merges them', async () => {
    // header twice, with a group in between: version of the first, timestamp of both.
    const bytes = [...len(1, [0x10, 1, 0x20, 2]), ...len(2, []), ...len(1, [0x10, 3])];
    expect(await jsonOf(bytes)).toEqual({ header: { timestamp: '3', version: '2' }, networkGroups: [{}] });
  });

  it('that are truncated do not take bytes of the message with which they merge', async () => {
    // The first header ends inside a string that claims ten bytes.
    const bytes = [...len(1, [0x10, 1, 0x1a, 10]), ...len(2, []), ...len(1, [0x20, 2])];
    for (const heldBytes of [0, 1000]) {
      const { text, problems } = await dumped(fileLike(new Uint8Array(bytes)), {
        framing: 'bare',
        heldBytes,
      });
      expect(JSON.parse(text).header).toEqual({ timestamp: '1', version: '2' });
      expect(problems.map(({ code }) => code)).toEqual(['wire-truncated']);
    }
  });

  it('have the last member of a oneof, complete', async () => {
    const action = (...records: number[][]): number[] => len(2, len(3, len(2, len(2, records.flat()))));
    const lcu = (inner: number[]): number[] => len(3, inner);
    const none = (inner: number[]): number[] => len(2, inner);
    const values = await jsonOf(action(lcu([0x08, 5]), none([]), lcu([0x10, 6])));
    expect(JSON.stringify(values)).not.toContain('5');
    expect(JSON.stringify(values)).toContain('6');
  });
});

describe('data outside of the JSON mapping', () => {
  it('are kept: unknown fields of every wire type', async () => {
    const bytes = [
      ...[0xa8, 0x06, 5], // 101, VARINT
      ...[0xad, 0x06, 1, 0, 0, 0x80], // 101, I32
      ...[0xa9, 0x06, 2, 0, 0, 0, 0, 0, 0, 0x80], // 101, I64
      ...[0xaa, 0x06, 3, 1, 2, 3], // 101, LEN
      ...[0xab, 0x06, 0x08, 7, 0x13, 0x14, 0xac, 0x06], // 101, a group of a number and an empty group
      ...[0x08, 9], // header as a number
    ];
    const expected = [
      { number: 101, varint: '5' },
      { number: 101, i32: 0x80000001 },
      { number: 101, i64: '9223372036854775810' },
      { number: 101, bytes: 'AQID' },
      {
        number: 101,
        group: [
          { number: 1, varint: '7' },
          { number: 2, group: [] },
        ],
      },
      { number: 1, varint: '9' },
    ];
    expect(await jsonOf(bytes)).toEqual({ $unknown: expected });
    // Unknown fields may also come before known fields.
    expect(await jsonOf([...bytes, ...len(1, [])])).toEqual({ header: {}, $unknown: expected });
  });

  it.each(['\u007f', '\u009b', '\u202e', '\u{e0001}'])(
    'are kept: %j, a control character, as an escape',
    async (character) => {
      const content = len(1, len(3, [...Buffer.from(`a${character}b`)]));
      const { text } = await dumped(Uint8Array.from(content), { framing: 'bare' });
      expect(text).not.toContain(character);
      expect(JSON.parse(text)).toEqual({ header: { sdkVersion: `a${character}b` } });
    },
  );

  it('are kept: strings that are not UTF-8', async () => {
    const { text, problems } = await dumped(new Uint8Array(len(1, len(3, [0x61, 0xff]))), {
      framing: 'bare',
    });
    expect(JSON.parse(text)).toEqual({ header: { sdkVersion: { $string: 'Yf8=' } } });
    expect(problems).toMatchObject([{ code: 'string-not-utf8', path: 'header.sdk_version', offset: 4 }]);
  });

  it('are kept: a claimed size past the end, if the message is cut between its records', async () => {
    const message = Uint8Array.from([...len(1, [0x20, 4]), ...len(1, [0x20, 5])]);
    const file = await encodeFrame({ version: 0, message }, wasmChecksums);
    const told = async (cut: number) => (await dumped(file.slice(0, -cut))).problems[0];
    expect(await told(4)).toMatchObject({ code: 'frame-proto-too-large', path: '', offset: 8 });
    expect(await told(1)).toMatchObject({ code: 'wire-truncated' });
  });

  it('are kept: the sections beside the message', async () => {
    const message = new Uint8Array(len(1, [0x20, 4]));
    const parts = { version: 3 as const, message, ccws: new Uint8Array([1, 2, 3]) };
    const file = await encodeFrame(
      { ...parts, additionalInfo: new Uint8Array([4]), trailing: new Uint8Array([5]), messageChecksum: true },
      wasmChecksums,
    );
    const options: DumpOptions = { bytes: 'base64', checksums: wasmChecksums };
    const json = JSON.parse((await dumped(file, options)).text);
    expect(json).toEqual({
      $frame: { version: 3, ccws: 'AQID', additionalInfo: 'BA==', trailing: 'BQ==', messageChecksum: true },
      header: { version: '4' },
    });
    expect(Object.keys(json)[0]).toBe('$frame');
    const { text } = await dumped(file, { ...options, format: 'textproto' });
    expect(text.split('\n').slice(0, 2)).toEqual([
      '# protomdl: text format 1',
      `# $frame: ${JSON.stringify(json.$frame)}`,
    ]);
    // False lengths are kept as they are, and so is padding beyond alignment.
    const lying = await encodeFrame(
      { ...parts, padding: new Uint8Array(2), claim: { xxh3: 1n, reserved: 2n } },
      wasmChecksums,
    );
    expect(JSON.parse((await dumped(lying, options)).text).$frame).toEqual({
      version: 3,
      padding: 2,
      ccws: 'AQID',
      claim: { xxh3: '0000000000000001', reserved: '0000000000000002' },
    });
  });
});

describe('parts that text does not show', () => {
  it('are reported for a file with a header, even if only its outline is in memory', async () => {
    const bytes = specimen('valid/framed-v1.hef').slice();
    // Changes the length of a name that is outside of operations.
    bytes[776]! ^= 0x80;
    const { problems } = await dumped(fileLike(bytes), { format: 'ndjson', heldBytes: 0 });
    expect(problems.map(({ code, offset }) => [code, offset])).toEqual([['wire-truncated', 793]]);
  });

  // libprotobuf refuses both: a member that another member of its oneof replaces, and a string that a later
  // string replaces.
  it.each([
    ['a broken member of a oneof', '120b1a0912070a0512010f1a00', 'wire-invalid-type', 10],
    ['a string that is not UTF-8', '0a0a1a02fffe1a04676f6f64', 'string-not-utf8', 2],
    [
      'a break outside of operations',
      '0a0a1a02fffe1a04676f6f64120b1a0912070a0512010f1a00',
      'string-not-utf8',
      2,
    ],
  ])('%s is reported anyway, in every format', async (_, hex, code, offset) => {
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
    for (const format of FORMATS) {
      const problems: { code: string; offset: number }[] = [];
      const write = (): void => {};
      await dump(
        fileLike(bytes),
        { format, framing: 'bare', onProblem: (problem) => problems.push(problem) },
        write,
      );
      expect(problems.map((problem) => [problem.code, problem.offset])).toContainEqual([code, offset]);
    }
  });
});
