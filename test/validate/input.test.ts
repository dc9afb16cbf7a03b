/** Inputs that `validate` and `openModel` accept, and errors for others. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HwArch, type Input, memorySource, openModel, type Release, validate } from '../../src/index.js';
import { openFile } from '../../src/node.js';
import { dump, dumpText } from '../../src/tools.js';

const PATH = fileURLToPath(new URL('../../corpus/valid/framed-v2.hef', import.meta.url));
const file = readFileSync(PATH);
const bytes = new Uint8Array(file);

const shared = (): SharedArrayBuffer => {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
};

describe('an input', () => {
  it.each<[string, () => Input | Promise<Input>]>([
    ['a Uint8Array', () => bytes],
    ['a Buffer', () => file],
    ['an ArrayBuffer', () => bytes.slice().buffer],
    ['a SharedArrayBuffer', shared],
    ['a Blob', () => new Blob([bytes])],
    ['a File', () => new File([bytes], 'model.hef')],
    ['a source in memory', () => memorySource(bytes)],
    ['a source of a file', () => openFile(PATH)],
  ])('may be %s', async (_, make) => {
    const { bytes: _read, ...report } = await validate(await make());
    const { bytes: _expected, ...expected } = await validate(memorySource(bytes));
    expect(report).toEqual(expected);
    await using model = await openModel(await make());
    expect(model.root.networkGroups.length).toBe(1);
  });

  it.each([
    ['a path', PATH, /got string; for a path there are openFile/],
    ['nothing', undefined, /got undefined/],
    ['null', null, /got null/],
    ['a number', 7, /got number/],
    ['an array of numbers', [8, 1], /got object/],
  ])('cannot be %s, which is an error', async (_, wrong, message) => {
    await expect(validate(wrong as unknown as Input)).rejects.toThrow(message);
    await expect(openModel(wrong as unknown as Input)).rejects.toThrow(message);
    await expect(validate(wrong as unknown as Input)).rejects.toBeInstanceOf(TypeError);
  });

  it('in memory must be bytes, not text', () => {
    expect(() => memorySource('model' as unknown as Uint8Array)).toThrow(TypeError);
  });

  it.each([
    [{ maxPerCode: 0 }, /maxPerCode: expected a number from 1 on, got 0/],
    [{ maxPerCode: Number.NaN }, /maxPerCode/],
    [{ runtimes: ['4.99.0' as Release] }, /runtimes: no release "4.99.0" is known, only 4\.8\.0/],
    [{ framing: 'boxed' as 'bare' }, /framing: expected auto, bare or framed, got "boxed"/],
    [{ windowSize: 3 }, /windowSize: expected 64 to 2\^30, got 3/],
  ])('is refused with invalid options: %o', async (options, message) => {
    await expect(validate(bytes, options)).rejects.toThrow(message);
    await expect(validate(bytes, options)).rejects.toBeInstanceOf(RangeError);
  });
});

describe('closing sources', () => {
  it('validate leaves a source open, and a model closes its source', async () => {
    await using source = await openFile(PATH);
    await validate(source);
    expect(source.read(0, new Uint8Array(4))).toBe(4);
    const model = await openModel(source);
    await model.close();
    expect(() => source.read(0, new Uint8Array(4))).toThrow('closed');
  });

  it('await using closes the source', async () => {
    let kept: Awaited<ReturnType<typeof openFile>>;
    {
      await using source = await openFile(PATH);
      kept = source;
    }
    expect(() => kept.read(0, new Uint8Array(4))).toThrow('closed');
  });
});

describe('enumerations', () => {
  it('convert both ways', () => {
    expect(HwArch.ACCEL8L).toBe(3);
    expect(HwArch[3]).toBe('ACCEL8L');
    expect(HwArch[4711]).toBeUndefined();
    expect(Object.keys(HwArch).every((name) => Number.isNaN(Number(name)))).toBe(true);
  });
});

describe('dumpText', () => {
  it('writes the same as dump', async () => {
    for (const format of ['json', 'yaml', 'textproto', 'ndjson'] as const) {
      const pieces: Uint8Array[] = [];
      await dump(memorySource(bytes), { format }, (piece) => void pieces.push(piece.slice()));
      expect(await dumpText(memorySource(bytes), { format })).toBe(Buffer.concat(pieces).toString());
    }
  });
});
