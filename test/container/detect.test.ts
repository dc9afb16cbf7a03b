import { describe, expect, it } from 'vitest';
import { DETECT_BYTES, detectFraming, resolveFrame } from '../../src/base/container/detect.js';
import { headerSizeOf, MAX_HEADER_BYTES } from '../../src/base/container/header.js';
import { framedFile, MESSAGE, patched, ramp } from './frame-bytes.js';

const VERSIONS = [0, 1, 2, 3] as const;
const detect = (file: Uint8Array, mode?: 'auto' | 'bare' | 'framed', size = file.length) =>
  detectFraming(file.subarray(0, DETECT_BYTES), mode, size);

describe('detectFraming', () => {
  it('reads the first byte after the longest header', () => {
    expect(Math.max(...VERSIONS.map((version) => headerSizeOf(version)))).toBe(MAX_HEADER_BYTES);
    expect(DETECT_BYTES).toBeGreaterThan(MAX_HEADER_BYTES);
  });

  it('detects an empty input and an ordinary message as bare', () => {
    expect(detect(new Uint8Array(0))).toMatchObject({ framing: 'bare', frame: null, problem: null });
    expect(detect(MESSAGE)).toMatchObject({ framing: 'bare', frame: null, problem: null, version: null });
  });

  it.each(VERSIONS)('reads a header of version %i', async (version) => {
    const file = await framedFile({ version, message: ramp(100) });
    const detection = detect(file);
    expect(detection).toMatchObject({ framing: 'framed', version, problem: null });
    expect(detection.frame).toMatchObject({ version, messageOffset: headerSizeOf(version), protoSize: 100 });
    expect(detectFraming(file.subarray(0, DETECT_BYTES)).frame).toEqual(detection.frame);
  });

  it('follows the given mode', async () => {
    const file = await framedFile({ version: 2 });
    expect(detect(file, 'bare')).toMatchObject({ framing: 'bare', frame: null, problem: null });
    expect(detect(MESSAGE, 'framed')).toMatchObject({ framing: 'framed', frame: null, problem: 'bad-magic' });
    expect(detect(new Uint8Array(0), 'framed').problem).toBe('truncated-header');
  });

  it.each(VERSIONS)('detects every beginning of a header of version %i as truncated', async (version) => {
    const file = await framedFile({ version, message: ramp(64) });
    for (let length = 1; length < headerSizeOf(version); length++) {
      const detection = detect(file.subarray(0, length));
      expect([length, detection.framing, detection.problem]).toEqual([length, 'framed', 'truncated-header']);
      expect(detection.version).toBe(length < 8 ? null : version);
      expect(detection.frame).toBeNull();
    }
    expect(detect(file.subarray(0, headerSizeOf(version))).problem).toBeNull();
  });

  it('refuses unknown versions', async () => {
    const file = await framedFile({ version: 3 });
    for (const version of [4, 255]) {
      expect(detect(patched(file, 7, version))).toMatchObject({ version, problem: 'version-unsupported' });
    }
    expect(detect(patched(file, 4, 0x80))).toMatchObject({ version: 0x80000003, frame: null });
  });

  it('recognises the bytes that cannot begin a message', () => {
    for (let byte = 0; byte < 256; byte++) {
      const type = byte & 7;
      const legal = type !== 4 && type < 6 && (byte >= 0x80 || byte >> 3 !== 0);
      const { framing, problem } = detect(Uint8Array.of(byte));
      // 0x01 is the beginning of a magic.
      const expected = byte === 1 ? 'truncated-header' : legal ? null : 'bad-magic';
      expect([byte, framing, problem]).toEqual([byte, legal ? 'bare' : 'framed', expected]);
    }
  });

  it.each(VERSIONS)('recognises a damaged magic of version %i, and continues', async (version) => {
    const file = await framedFile({ version, message: ramp(64).fill(0x0a, 0, 1) });
    for (let at = 0; at < 4; at++) {
      for (const byte of [0x00, 0x0a, 0x21, 0x81, 0xff]) {
        const damaged = patched(file, at, byte);
        if (damaged[at] === file[at]) continue;
        const detection = detect(damaged);
        expect(detection).toMatchObject({ framing: 'framed', version, problem: 'bad-magic' });
        expect(detection.frame?.protoSize).toBe(64);
      }
    }
  });

  it('does not take every zero byte for the beginning of a header', () => {
    const blob = (size: number) =>
      Uint8Array.from({ length: 200 }, (_, i) => (i === 0 ? 0x1a : i === 1 ? size : 0));
    expect(detect(blob(0x7f)).framing).toBe('bare'); // version 0, size 0
    const claiming = patched(blob(0x7f), 11, 1); // version 0, size 1, but the following bytes do not begin a message
    expect(detect(claiming).framing).toBe('bare');
    expect(detect(claiming.subarray(0, 30)).framing).toBe('bare'); // shorter than a header
    expect(detect(patched(claiming, 32, 0x0a)).framing).toBe('framed');
    // Sizes of 2^31 - 1, and of 2^31, which no parser accepts.
    const followed = patched(claiming, 32, 0x0a);
    expect(detect(patched(followed, 8, 0x7f, 0xff, 0xff, 0xff)).framing).toBe('framed');
    expect(detect(patched(followed, 8, 0x80, 0, 0, 0)).framing).toBe('bare');
    expect(detect(patched(claiming, 7, 4)).framing).toBe('bare');
    // A message of 8 bytes fits in a file of 40; a message of 9 bytes does not.
    expect(detect(patched(followed, 11, 8).subarray(0, 40)).framing).toBe('framed');
    expect(detect(patched(followed, 11, 9).subarray(0, 40)).framing).toBe('bare');
  });

  it('has the same result whether the size of the file is known or not', async () => {
    for (const version of VERSIONS) {
      const file = await framedFile({ version, message: ramp(300) });
      for (let at = 0; at < 12; at++) {
        for (const byte of [0, 1, 0x0a, 0xff]) {
          const prefix = patched(file, at, byte).subarray(0, DETECT_BYTES);
          const { framing, problem, version: declared } = detectFraming(prefix, 'auto');
          expect(detectFraming(prefix, 'auto', file.length)).toMatchObject({
            framing,
            problem,
            version: declared,
          });
        }
      }
    }
  });

  it('keeps no reference to its window', () => {
    const window = ramp(64);
    const { prefix } = detectFraming(window);
    window.fill(0);
    expect(prefix).toEqual(ramp(64));
  });
});

describe('version 1 with an MD5', () => {
  it('is recognised only by its length', async () => {
    const file = await framedFile({ version: 1, md5Form: true, message: ramp(90), ccws: ramp(24) });
    expect(detect(file).frame).toMatchObject({ form: 'md5', headerSize: 32, protoSize: 90, ccwsSize: 24 });
    const unknown = detectFraming(file.subarray(0, DETECT_BYTES));
    expect(unknown.frame?.form).toBe('standard');
    expect(resolveFrame(unknown, file.length)?.form).toBe('md5');
    expect(resolveFrame(unknown, file.length + 1)?.form).toBe('standard');
  });

  it('is not considered if the length fits the standard form', async () => {
    const file = await framedFile({ version: 1, message: ramp(90), ccws: ramp(24) });
    // If the form with an MD5 has 20 as the size of its words, the lengths of both forms fit.
    const both = patched(file, 12, 0, 0, 0, 20);
    expect(detect(both).frame).toMatchObject({ form: 'standard', ccwsSize: 24 });
  });

  it('needs a complete header', async () => {
    const file = await framedFile({ version: 1, md5Form: true, message: new Uint8Array(0) });
    expect(detect(file).frame?.form).toBe('md5');
    expect(detect(file.subarray(0, 30)).frame?.form).toBe('standard');
  });
});
