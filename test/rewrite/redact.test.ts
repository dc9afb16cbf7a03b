import { describe, expect, it } from 'vitest';
import { isProtomdlError } from '../../src/diagnostics/error.js';
import { redact } from '../../src/rewrite/redact.js';
import { smithFile } from '../../src/smith/index.js';
import { memorySource } from '../../src/source/memory.js';
import { validate } from '../../src/validate/validate.js';
import { type CorpusFile, INVALID, VALID } from './corpus-files.js';
import { distant, written } from './rewritten.js';

/** What validate says: codes, how often, and where, but for what messages quote. */
async function findings(bytes: Uint8Array): Promise<string[]> {
  const { diagnostics, totals, container } = await validate(memorySource(bytes), { maxPerCode: 1000 });
  return [
    JSON.stringify(container),
    ...(totals ?? []).map((total) => JSON.stringify(total)),
    ...diagnostics.map(({ code, offset, length, path, related }) => {
      const places = (related ?? []).map((place) => `${place.offset}+${place.length} ${place.path}`);
      return `${code} ${offset}+${length} ${path} ${places.join(', ')}`;
    }),
  ];
}

async function redacted({ bytes }: CorpusFile): Promise<Uint8Array | undefined> {
  try {
    return await written(await redact(memorySource(bytes)));
  } catch (error) {
    if (isProtomdlError(error) && error.code.startsWith('frame-')) return undefined;
    throw error;
  }
}

describe('redact', () => {
  it.each([...VALID, ...INVALID])('finds the same in $name, in the same places', async (file) => {
    const bytes = await redacted(file);
    if (bytes === undefined) return;
    expect(bytes.length).toBe(file.bytes.length);
    expect(await findings(bytes)).toEqual(await findings(file.bytes));
  });

  it('refuses few files only', async () => {
    const refused: string[] = [];
    for (const file of [...VALID, ...INVALID])
      if ((await redacted(file)) === undefined) refused.push(file.name);
    expect(refused).toEqual([]);
  });

  it('leaves no name behind, and finds the same in models of any kind', async () => {
    for (let seed = 0; seed < 12; seed++) {
      const bytes = await smithFile({ seed, preset: 'small', swarm: true });
      const result = await written(await redact(distant(bytes)));
      expect(await findings(result)).toEqual(await findings(bytes));
    }
  });
});
