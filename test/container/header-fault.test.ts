/** For an invalid header, readers throw the error that validation reports, with the same text and offset. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openMessage } from '../../src/base/container/open.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { validate } from '../../src/check/validate/validate.js';

const INVALID = fileURLToPath(new URL('../../corpus/invalid/', import.meta.url));

describe('a header that cannot be read', () => {
  const files: [about: string, bytes: Uint8Array][] = [
    ['cut short', readFileSync(`${INVALID}frame-truncated-header.hef`)],
    ['of an unknown version', readFileSync(`${INVALID}frame-version-unsupported.hef`)],
    ['that is none', new Uint8Array(64).fill(0xee)],
    ['of three bytes', Uint8Array.of(1, 0x48, 0x45)],
  ];

  it.each(files)('has the same error in a file and in a stream: %s', async (_, content) => {
    const bytes = new Uint8Array(content);
    const { diagnostics } = await validate(bytes, { framing: 'framed' });
    const { code, message, offset } = diagnostics.find((one) => one.code.startsWith('frame-')) ?? {};
    const stream = streamSource(new Blob([bytes]).stream());
    for (const source of [memorySource(bytes), stream]) {
      await expect(openMessage(source, 'framed')).rejects.toMatchObject({ code, message, offset });
    }
  });
});
