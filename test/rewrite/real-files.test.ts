/**
 * Files that real compilers wrote. These files are not in the repository: PROTOMDL_REAL_FILES names their
 * folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeApart } from '../../src/base/container/take-apart.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { convert } from '../../src/tools/rewrite/convert.js';
import { hash } from '../../src/tools/rewrite/hash.js';
import { redact } from '../../src/tools/rewrite/redact.js';
import { written } from './rewritten.js';

const FOLDER = process.env.PROTOMDL_REAL_FILES;
const NAMES = FOLDER === undefined ? [] : readdirSync(FOLDER).filter((name) => name.endsWith('.hef'));
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER as string, name)));

async function findings(bytes: Uint8Array): Promise<unknown> {
  const { diagnostics, counts, container } = await validate(memorySource(bytes), {
    checksums: nodeChecksums,
  });
  return [
    container,
    counts,
    diagnostics.map(({ code, offset, length, path }) => ({ code, offset, length, path })),
  ];
}

describe.skipIf(FOLDER === undefined)('files of real compilers', () => {
  const whole = NAMES.filter((name) => !name.includes('truncated'));

  it('exist', () => {
    expect(whole.length).toBeGreaterThan(5);
  });

  it.each(whole)('%s is canonical', async (name) => {
    const bytes = read(name);
    expect(Buffer.compare(await written(await canonicalize(memorySource(bytes))), bytes)).toBe(0);
  });

  it.each(NAMES)('%s has the same findings after redaction', { timeout: 60_000 }, async (name) => {
    const bytes = read(name);
    const result = await written(await redact(memorySource(bytes)));
    expect(Buffer.compare(result, bytes)).not.toBe(0);
    expect(await findings(result)).toEqual(await findings(bytes));
  });

  it.each(whole)('%s is the same model in another container', async (name) => {
    const bytes = read(name);
    const file = takeApart(bytes);
    const isOld = file.framing === 'framed' && file.frame.version === 0;
    const other = await written(await convert(memorySource(bytes), { to: isOld ? 'bare' : 3 }));
    expect(await hash(memorySource(other))).toBe(await hash(memorySource(bytes)));
  });
});
