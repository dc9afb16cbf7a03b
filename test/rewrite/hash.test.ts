import { createHash } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smithFile } from '../../src/attack/smith/smith.js';
import { wasmChecksums } from '../../src/base/container/checksum.js';
import { encodeFrame } from '../../src/base/container/write.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { convert } from '../../src/tools/rewrite/convert.js';
import { hash } from '../../src/tools/rewrite/hash.js';
import { replace } from '../../src/tools/rewrite/replace.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { distant, reencoded, written } from './rewritten.js';

const contentOf = (bytes: Uint8Array): Promise<string> => hash(memorySource(bytes));

describe('hash', () => {
  it('of the content is the same in any frame', async () => {
    for (const words of [false, true]) {
      const bytes = await smithFile({ seed: 11, preset: 'small', contexts: 2, framing: words ? 1 : 0 });
      const first = await contentOf(bytes);
      for (const to of words ? ([2, 3] as const) : (['bare', 0, 1, 2, 3] as const)) {
        expect(await contentOf(await written(await convert(distant(bytes), { to })))).toBe(first);
      }
    }
  });

  it('of the content is the same in any encoding with the same meaning', async () => {
    const message = arbitraryMessage(ProtoMDLMdlSchema, { depth: 5, records: 20, unknown: false });
    await fc.assert(
      fc.asyncProperty(message, async ({ bytes }) => {
        const options = { framing: 'bare' } as const;
        const first = await hash(memorySource(bytes), options);
        return first === (await hash(distant(reencoded(bytes)), options));
      }),
      { numRuns: 60 },
    );
  });

  it('of the content changes with everything except the time and the compiler’s version', async () => {
    const bytes = await smithFile({ seed: 4, preset: 'small', contexts: 2, framing: 0 });
    const first = await contentOf(bytes);
    const with_ = async (selector: string, value: string): Promise<string> =>
      contentOf(await written(await replace(memorySource(bytes), { selector, by: { value } })));
    expect(await with_('header.timestamp', '12345')).toBe(first);
    expect(await with_('header.sdk_version', '9.9.9')).toBe(first);
    expect(await with_('header.version', '77')).toBe(first);
    expect(await with_('header.hw_arch', '104')).not.toBe(first);
    expect(await with_('network_groups[0].contexts[0].context_index', '9')).not.toBe(first);
  });

  it('of the content changes with the configuration words after the message', async () => {
    const bytes = await smithFile({ seed: 4, preset: 'small', contexts: 2, framing: 2, words: true });
    const other = bytes.slice();
    other[other.length - 1] = (other[other.length - 1] as number) ^ 1;
    expect(await contentOf(other)).not.toBe(await contentOf(bytes));
  });

  it('of the content changes with the resources outside of the message', async () => {
    const model = create(ProtoMDLMdlSchema, {
      externalResources: [
        { name: 'later', offset: 4n, size: 3n },
        { name: 'empty' },
        { name: 'past the end', offset: 4n, size: 4n },
        { name: 'first', size: 4n },
      ],
    });
    const message = toBinary(ProtoMDLMdlSchema, model);
    const data = Uint8Array.of(1, 2, 3, 4, 5, 6, 7);
    const bytes = await encodeFrame({ version: 3, message, additionalInfo: data }, wasmChecksums);
    const expected = createHash('sha256')
      .update(message)
      .update('\0resource later 3\n')
      .update(data.subarray(4))
      .update('\0resource first 4\n')
      .update(data.subarray(0, 4));
    const digest = expected.digest('hex');
    expect(await contentOf(bytes)).toBe(digest);
    expect(await hash(distant(bytes))).toBe(digest);
  });

  it('of the message and of the file change with their bytes', async () => {
    const bytes = await smithFile({ seed: 4, preset: 'small', contexts: 2, framing: 0 });
    const digest = (of: Uint8Array): string => createHash('sha256').update(of).digest('hex');
    expect(await hash(distant(bytes), { what: 'file' })).toBe(digest(bytes));
    expect(await hash(distant(bytes), { what: 'message' })).toBe(digest(bytes.subarray(32)));
    const canonical = await written(await canonicalize(memorySource(bytes.subarray(32))));
    expect(digest(canonical)).not.toBe(await contentOf(bytes));
  });
});
