/** Files of each container version are split into their sections and joined again. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { partsOf, takeApart } from '../../src/base/container/take-apart.js';
import { encodeFrame, ZERO_POINT_ALIGNMENT } from '../../src/base/container/write.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { framedFile, MESSAGE, ramp } from './frame-bytes.js';

const FILES = ['framed-v0', 'framed-v1', 'framed-v2', 'framed-v3'] as const;
const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../corpus/valid/${name}.hef`, import.meta.url)));

function framed(bytes: Uint8Array) {
  const file = takeApart(bytes);
  if (file.framing !== 'framed') throw new Error('the specimen has a header');
  return file;
}

describe('a framed file', () => {
  it.each(FILES)('%s has the same bytes after splitting and joining', async (name) => {
    const bytes = bytesOf(name);
    expect(await encodeFrame(partsOf(framed(bytes)), nodeChecksums)).toEqual(bytes);
  });

  it.each([true, false])(
    'of version 1 has the same bytes after joining, with or without an MD5: %s',
    async (md5Form) => {
      const bytes = await framedFile({ version: 1, md5Form, message: ramp(90), ccws: ramp(24) });
      expect(framed(bytes).frame.form).toBe(md5Form ? 'md5' : 'standard');
      expect(await encodeFrame(partsOf(framed(bytes)), nodeChecksums)).toEqual(bytes);
    },
  );

  it('is not split if its header cannot be read', async () => {
    const bytes = await framedFile({ version: 3 });
    expect(takeApart(bytes.subarray(0, 20))).toEqual({ framing: 'unknown', bytes: bytes.subarray(0, 20) });
    expect(takeApart(MESSAGE, 'framed')).toEqual({ framing: 'unknown', bytes: MESSAGE });
    expect(takeApart(MESSAGE)).toEqual({ framing: 'bare', message: MESSAGE });
  });

  it('has a tail in version 3 only', async () => {
    const additionalInfo = new Uint8Array([1, 2, 3, 4]);
    for (const name of FILES) {
      const parts = partsOf(framed(bytesOf(name)));
      const made = encodeFrame({ ...parts, additionalInfo }, nodeChecksums);
      if (parts.version === 3) expect(framed(await made).additionalInfo).toEqual(additionalInfo);
      else await expect(made).rejects.toThrow('only version 3 has padding and a tail');
    }
  });

  it('keeps the hash of its message, or its absence', async () => {
    const parts = partsOf(framed(bytesOf('framed-v3')));
    for (const messageChecksum of [true, false]) {
      const made = framed(await encodeFrame({ ...parts, messageChecksum }, nodeChecksums));
      const field = made.frame.fields.find(({ name }) => name === 'proto_xxh3');
      expect(field?.value !== 0).toBe(messageChecksum);
      expect(partsOf(made).messageChecksum).toBe(messageChecksum);
    }
  });

  it('with another message gets new padding only if the old padding exactly aligned the next section', () => {
    const file = framed(bytesOf('framed-v3'));
    const end = file.frame.headerSize + file.message.length;
    const other = new Uint8Array(file.message.length + 1);
    const paddingOf = (length: number, message: Uint8Array) =>
      partsOf({ ...file, padding: new Uint8Array(length) }, message).padding?.length;
    const exact = (ZERO_POINT_ALIGNMENT - (end % ZERO_POINT_ALIGNMENT)) % ZERO_POINT_ALIGNMENT;
    expect(paddingOf(exact, other)).toBeUndefined();
    expect(paddingOf(exact, file.message)).toBe(exact);
    // Padding that does not align the next section, or is longer than necessary, is kept.
    for (const length of [exact === 1 ? 2 : 1, exact + ZERO_POINT_ALIGNMENT]) {
      expect(paddingOf(length, other)).toBe(length);
    }
  });
});
