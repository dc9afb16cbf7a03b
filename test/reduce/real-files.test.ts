/** Large files that real compilers wrote; PROTOMDL_REAL_FILES names their folder. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportsCodes } from '../../src/attack/reduce/oracle.js';
import { reduce } from '../../src/attack/reduce/reduce.js';
import { wasmChecksums } from '../../src/base/container/checksum.js';
import { partsOf, takeApart } from '../../src/base/container/take-apart.js';
import { encodeFrame } from '../../src/base/container/write.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import { setField } from '../../src/read/tree/make.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { walkTree } from '../../src/read/tree/walk.js';
import { recordsOf } from './models.js';

const folder = process.env.PROTOMDL_REAL_FILES;
const there = folder !== undefined && existsSync(folder);
const large = there
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.hef') && statSync(join(folder, name)).size > 1_000_000)
      .sort()
  : [];
if (!there)
  process.stderr.write('reduction of real files is not tested: PROTOMDL_REAL_FILES names no folder\n');

const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder as string, name)));

/** A value that compilers never write. */
const PLANTED = 0xbadc0de;

const isPlanted = (file: Uint8Array): boolean =>
  takeApart(file).framing === 'framed' &&
  recordsOf(file).some(
    ({ field, bits }) => field?.name === 'lcu_kernel_done_address' && bits === BigInt(PLANTED),
  );

describe.skipIf(!there)('a real file', () => {
  it.each(large)('%s is reduced to the record that was planted in it', async (name) => {
    const file = takeApart(bytesOf(name));
    if (file.framing !== 'framed') throw new Error('no frame');
    const root = parseTree(file.message);
    const actions = [...walkTree(root)].filter(({ field }) => field?.name === 'enable_lcu');
    // The value is planted in the middle of the file. Some files have no such action, and one truncated file
    // is unreadable.
    const action = actions[actions.length >> 1]?.message;
    if (action === undefined) return;
    setField(action, 'lcu_kernel_done_address', PLANTED);
    const input = await encodeFrame(partsOf(file, encodeTree(root)), wasmChecksums);
    const { bytes, checks } = await reduce(input, isPlanted, { runs: 1 });
    expect(isPlanted(bytes)).toBe(true);
    expect(bytes.length).toBeLessThan(100);
    expect(checks).toBeLessThan(300);
  });

  it.each(large)('%s is reduced to one finding of the validator', async (name) => {
    const input = bytesOf(name);
    const { diagnostics } = await validate(memorySource(input), { maxPerCode: 1 });
    const code = diagnostics.at(-1)?.code;
    if (code === undefined) return;
    const { bytes, checks } = await reduce(input, reportsCodes([code]), { runs: 1 });
    expect(await reportsCodes([code])(bytes, new AbortController().signal)).toBe(true);
    expect(bytes.length).toBeLessThan(100);
    expect(checks).toBeLessThan(300);
  });
});
