import { describe, expect, it } from 'vitest';
import { hoistAttempts } from '../../src/attack/reduce/hoist.js';
import { reduce } from '../../src/attack/reduce/reduce.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { memorySource } from '../../src/base/source/memory.js';
import { WIRE_VARINT } from '../../src/base/wire/tag.js';
import { validate } from '../../src/check/validate/validate.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import { bitsRecord, bytesRecord } from '../../src/read/tree/make.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { addMessage, bytesOf, framed, model, noise, recordsOf, SMALL, switchesOn } from './models.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const names = (bytes: Uint8Array): string[] => recordsOf(bytes).map(({ field }) => field?.name ?? '#');

describe('the reduced file', () => {
  it('is empty if every file passes the check', async () => {
    const { bytes, stopped } = await reduce(bytesOf(), () => true);
    expect(bytes).toHaveLength(0);
    expect(stopped).toBeUndefined();
  });

  it('contains the path to the only record that the check needs', async () => {
    const input = bytesOf({ contexts: 20, operations: 10, actions: 20, blob: 1000 });
    const { bytes, checks } = await reduce(input, (file) => switchesOn(file, 2345));
    expect(input.length).toBeGreaterThan(2_000_000);
    expect(names(bytes)).toEqual([
      'network_groups',
      'contexts',
      'operations',
      'actions',
      'enable_lcu',
      'network_index',
    ]);
    expect(checks).toBeLessThan(200);
  });

  it('contains both of two needed records that are far apart', async () => {
    const isInteresting = (file: Uint8Array) => switchesOn(file, 1) && switchesOn(file, 58);
    const { bytes } = await reduce(bytesOf(), isInteresting);
    expect(names(bytes).filter((name) => name === 'network_index')).toHaveLength(2);
    expect(bytes.length).toBeLessThan(40);
  });

  it('contains only the needed bytes of a blob, wherever they are', async () => {
    const root = parseTree(new Uint8Array(0));
    const blob = noise(5000, 7).map((byte) => (byte === 0xee ? 0 : byte));
    blob[1234] = 0xee;
    blob[4321] = 0xee;
    root.append(bytesRecord(root.fieldTable('mapping'), blob));
    const count = (file: Uint8Array) => file.filter((byte) => byte === 0xee).length;
    const { bytes } = await reduce(encodeTree(root), (file) => count(file) === 2);
    expect(hex(bytes)).toBe('1a02eeee');
  });

  it('has a name of the smallest needed length', async () => {
    const root = model(SMALL);
    const name = 'x'.repeat(20) + 'é'.repeat(90);
    addMessage(root, 'network_groups').append(
      ...[name].map((text) => bytesRecord(4, new TextEncoder().encode(text))),
    );
    const long = (file: Uint8Array) =>
      recordsOf(file).some(({ number, bytes }) => number === 4 && bytes.length > 128);
    const { bytes } = await reduce(encodeTree(root), long);
    const [group, left] = recordsOf(bytes);
    expect(group?.field?.name).toBe('network_groups');
    expect(left?.bytes).toHaveLength(129);
  });

  it('has the smallest needed value', async () => {
    const least = (file: Uint8Array) =>
      recordsOf(file).some(({ field, bits }) => field?.name === 'unique_id' && bits >= 17n);
    const { bytes } = await reduce(bytesOf(), least);
    expect(recordsOf(bytes).at(-1)?.bits).toBe(17n);
  });

  it('has the smallest needed value after one binary search', async () => {
    const root = parseTree(new Uint8Array(0));
    addMessage(root, 'header').append(bitsRecord(4, WIRE_VARINT, 1_000_000n));
    const least = (file: Uint8Array) => recordsOf(file).some(({ bits }) => (bits ?? 0n) >= 12_345n);
    const { bytes, checks } = await reduce(encodeTree(root), least);
    expect(recordsOf(bytes).at(-1)?.bits).toBe(12_345n);
    // The search of a value below a million takes 20 checks.
    expect(checks).toBeLessThan(45);
  });

  it('contains the innermost message of several messages of one type that contain each other', async () => {
    const root = parseTree(new Uint8Array(0));
    let at = addMessage(addMessage(root, 'network_groups'), 'contexts');
    at = addMessage(addMessage(at, 'metadata'), 'edge_layers');
    at = addMessage(at, 'layer_mux');
    for (let level = 0; level < 20; level++) at = addMessage(addMessage(at, 'predecessors'), 'layer_mux');
    at.append(bytesRecord(at.fieldTable('name'), new Uint8Array([0x61])));
    const isNamed = (file: Uint8Array) =>
      recordsOf(file).some(({ field, holder, bytes }) => {
        return field?.name === 'name' && holder?.owner?.field?.name === 'layer_mux' && bytes.length > 0;
      });
    const { bytes } = await reduce(encodeTree(root), isNamed);
    expect(names(bytes)).toEqual([
      'network_groups',
      'contexts',
      'metadata',
      'edge_layers',
      'layer_mux',
      'name',
    ]);
  });

  it('can lose two records that can only be removed together', async () => {
    // A model passes the check if it has as many names as contexts, and an action.
    const isEven = (file: Uint8Array) => {
      const left = names(file);
      const count = (name: string) => left.filter((one) => one === name).length;
      return count('networks_names') === count('contexts') && count('header') === 1;
    };
    const { bytes } = await reduce(bytesOf(), isEven);
    expect(names(bytes)).toEqual(['header']);
  });
});

describe('candidates', () => {
  it('have frames with correct sizes and checksums, if the input has a frame', async () => {
    for (const version of [0, 1, 2, 3] as const) {
      const words = new Uint8Array(version === 0 ? 0 : 4000).fill(0xa5);
      const seen: Uint8Array[] = [];
      const input = await framed(version, SMALL, words);
      const { bytes } = await reduce(input, (file) => {
        const file2 = takeApart(file);
        if (file2.framing !== 'framed' || file2.frame.version !== version) return false;
        seen.push(file);
        return switchesOn(file, 5);
      });
      expect(bytes.length).toBeLessThan(100);
      expect(seen.length).toBeGreaterThan(20);
      for (const file of seen) {
        const { container, diagnostics } = await validate(memorySource(file), { maxPerCode: 1 });
        expect(container.checksum).toBe('verified');
        expect(diagnostics.map(({ code }) => code)).not.toContain('frame-length-mismatch');
      }
    }
  });

  it('lose the frame if it is not needed', async () => {
    const { bytes } = await reduce(await framed(2), (file) => switchesOn(file, 5));
    expect(takeApart(bytes).framing).toBe('bare');
  });

  it('keep wrong values of a header', async () => {
    const input = await framed(0);
    input[20] = (input[20] as number) ^ 0xff;
    const wrong = hex(input.subarray(16, 32));
    const { bytes } = await reduce(
      input,
      (file) => hex(file.subarray(16, 32)) === wrong && switchesOn(file, 5),
    );
    const file = takeApart(bytes);
    if (file.framing !== 'framed') throw new Error('no frame');
    expect(file.frame.protoSize).toBe(file.message.length);
    expect(bytes.length).toBeLessThan(60);
  });

  it('keep the whole header on request', async () => {
    const input = await framed(0);
    const { bytes } = await reduce(input, (file) => file.length >= 32, { keepHeader: true });
    expect(hex(bytes)).toBe(hex(input.subarray(0, 32)));
  });

  it('can be parsed to their end, if the input can', async () => {
    const seen: Uint8Array[] = [];
    await reduce(bytesOf(), (file) => {
      seen.push(file);
      return switchesOn(file, 5) || switchesOn(file, 7);
    });
    expect(seen.length).toBeGreaterThan(20);
    for (const file of seen) {
      const { diagnostics } = await validate(memorySource(file), { maxPerCode: 1 });
      expect(
        diagnostics.filter(({ code, severity }) => code.startsWith('wire-') && severity === 'error'),
      ).toEqual([]);
    }
  });

  it('keep an overlong length around removed records', async () => {
    const root = model(SMALL);
    const [group] = root.fields('network_groups');
    group?.setStyle({ lengthWidth: 5 });
    const input = encodeTree(root);
    const isPadded = (file: Uint8Array) =>
      recordsOf(file).some(
        ({ number, raw }) =>
          number === 2 &&
          raw !== undefined &&
          (raw[1] as number) >= 0x80 &&
          (raw[5] as number) === 0 &&
          raw[4] === 0x80,
      );
    expect(isPadded(input)).toBe(true);
    const { bytes } = await reduce(input, isPadded);
    expect(hex(bytes)).toBe('128080808000');
  });
});

describe('a truncated message', () => {
  it('is reduced by its records too', async () => {
    const whole = bytesOf({ contexts: 4, operations: 10, actions: 10, blob: 500 });
    const cut = whole.subarray(0, whole.length - 700);
    const isCut = async (file: Uint8Array) => {
      const { diagnostics } = await validate(memorySource(file), { framing: 'bare' });
      const found = diagnostics.find(({ code }) => code === 'wire-truncated');
      return found?.path.startsWith('network_groups[0].contexts') === true;
    };
    const { bytes, checks } = await reduce(cut.slice(), isCut, { framing: 'bare' });
    expect(bytes.length).toBeLessThan(8);
    expect(checks).toBeLessThan(150);
  });

  it('with noise instead of records is reduced as bytes', async () => {
    const input = noise(3000, 3).map((byte) => byte & 0x7f);
    input.set([0xff, 0xff, 0xfe], 1500);
    const isInteresting = (file: Uint8Array) => hex(file).includes('fffffe');
    const { bytes } = await reduce(input, isInteresting, { framing: 'bare' });
    expect(hex(bytes)).toBe('fffffe');
  });

  it('is reduced as bytes too if it follows an unknown header', async () => {
    const input = await framed(0);
    input[7] = 9;
    const { bytes } = await reduce(input, (file) => file[7] === 9 && hex(file.subarray(0, 4)) === '01484546');
    expect(bytes).toHaveLength(8);
  });
});

it('a message that can take the place of one around it is searched for among the first 2,000 records', () => {
  // The search begins anew in each of the five messages around the outer mux: with 396 more edges, the inner mux is the
  // last of 2,000 records.
  for (const [edges, count] of [
    [396, 1],
    [397, 0],
  ] as const) {
    const root = parseTree(new Uint8Array(0));
    let at = addMessage(addMessage(root, 'network_groups'), 'contexts');
    at = addMessage(addMessage(addMessage(at, 'metadata'), 'edge_layers'), 'layer_mux');
    for (let edge = 0; edge < edges; edge++) addMessage(at, 'predecessors');
    addMessage(addMessage(at, 'predecessors'), 'layer_mux');
    expect(hoistAttempts(root)).toHaveLength(count);
  }
});
