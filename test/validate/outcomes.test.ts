/** Outcomes of files after errors that the files have not caused. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import { compiledModule, instanceOf } from '../../src/base/wasm/load.js';
import { validateOpened } from '../../src/check/validate/validate-file.js';
import { outcomeOf, runShard } from '../../src/check/validate/worker-job.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { failure } from '../source/bytes.js';

afterEach(() => {
  vi.doUnmock('node:crypto');
  vi.unstubAllGlobals();
});

describe('an internal error', () => {
  it.each<[unknown, string]>([
    [new TypeError('a fault'), 'TypeError: a fault'],
    ['a text', 'Error: a text'],
    [undefined, 'Error: undefined'],
  ])('%s is the outcome of its file', async (thrown, message) => {
    const { report, bug } = await outcomeOf(() => Promise.reject(thrown));
    expect(report.error).toEqual({ code: 'internal-error', message });
    expect(bug).toMatchObject({ name: message.split(':')[0], stack: expect.any(String) });
    expect(await outcomeOf(async () => report)).toEqual({ report });
  });

  it('is thrown by the validation of one file, which closes its source', async () => {
    for (const [error, code] of [
      [new ProtomdlError('source-changed', 'changed'), 'source-changed'],
      [new TypeError('a fault'), undefined],
    ] as const) {
      let ends = 0;
      const source = { ...memorySource(new Uint8Array(0)), size: 5, bytes: undefined, randomAccess: true };
      const broken = { ...source, read: () => Promise.reject(error), close: () => void ends++ };
      const validating = () => validateOpened(() => broken as never, {});
      if (code === undefined) expect(await failure(validating)).toBe(error);
      else expect((await validating()).error).toEqual({ code, message: 'changed' });
      expect(ends).toBe(1);
    }
    const missing = await validateOpened(() => Promise.reject(new ProtomdlError('source-not-found', 'gone')));
    expect(missing.error).toMatchObject({ code: 'source-not-found' });
  });

  it('of a shard is reported as the error of the shard’s file', async () => {
    const task = { path: `${temporaryDirectory()}/missing`, contexts: [], collecting: {} as never };
    expect(await failure(() => runShard(task))).toMatchObject({ code: 'source-not-found' });
  });
});

describe('without a part of the platform', () => {
  it('MD5 is computed by WebAssembly if a policy forbids Node’s MD5', async () => {
    vi.resetModules();
    vi.doMock('node:crypto', () => ({
      createHash: () => {
        throw new Error('unsupported');
      },
    }));
    const { nativeMd5 } = await import('../../src/check/validate/native-md5.js');
    expect(nativeMd5()).toBeNull();
  });

  it('WebAssembly that cannot be compiled is null, and an instance that does not fit in memory is undefined', () => {
    // The smallest WebAssembly module: its magic number and version.
    const empty = Buffer.from('0061736d01000000', 'hex').toString('base64');
    expect(compiledModule(empty)).not.toBeNull();
    expect([compiledModule('AAAA'), compiledModule('no base64!')]).toEqual([null, null]);
    const Full = class {
      constructor() {
        throw new RangeError('Out of memory');
      }
    };
    vi.stubGlobal('WebAssembly', { Module: Full, Instance: Full });
    expect([compiledModule(empty), instanceOf({} as never)]).toEqual([null, undefined]);
    vi.stubGlobal('WebAssembly', undefined);
    expect(compiledModule(empty)).toBeNull();
  });
});
