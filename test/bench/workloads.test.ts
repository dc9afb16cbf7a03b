/**
 * The benchmark's files are valid under every rule, the same on every machine, and have the described
 * content.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workloads } from '../../bench/workloads/catalogue.js';
import { FLAW_CODES, flawsEvery } from '../../bench/workloads/flaws.js';
import { crc32WithZeros } from '../../bench/workloads/framed.js';
import { metadataModel } from '../../bench/workloads/metadata.js';
import { inMemory, writeWorkload } from '../../bench/workloads/store.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { validateFile } from '../../src/check/validate/validate-file.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { CORE_SET } from '../validate/core-set.js';

const SCALE = 0.002;
const FLAWED = 'flaw-per-1000';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'protomdl-bench-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a workload', () => {
  for (const workload of workloads(SCALE)) {
    it(`${workload.name} has only the flaws that its name promises`, async () => {
      const path = join(folder, `${workload.name}.mdl`);
      const { bytes } = writeWorkload(workload, path);
      const report = await validateFile(path);
      expect(report.bytes.size).toBe(bytes);
      expect(report.container.framing).toBe(workload.words === undefined ? 'bare' : 'framed');
      if (workload.words !== undefined) expect(report.container.checksum).toBe('verified');
      if (workload.name.startsWith(FLAWED)) return;
      const worse = report.diagnostics.filter(({ severity }) => severity !== 'info');
      expect(worse.map(({ code }) => code)).toEqual([]);
      const unknown = report.diagnostics.some(({ code }) => code === 'unknown-fields');
      expect(unknown).toBe(workload.name === 'irregular');
    });
  }

  it('equals protobuf-es’s encoding of the same model, if the workload is regular', () => {
    const bytes = inMemory({ model: metadataModel(3000, 3) });
    expect(Buffer.from(toBinary(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, bytes)))).toEqual(
      Buffer.from(bytes),
    );
  });

  it('has the declared number of messages', () => {
    const workload = { name: 'counted', title: '', model: metadataModel(500, 3) };
    const path = join(folder, 'counted.mdl');
    const { messages } = writeWorkload(workload, path);
    const count = (value: unknown): number => {
      if (Array.isArray(value)) return value.reduce((sum, one) => sum + count(one), 0);
      if (typeof value !== 'object' || value === null) return 0;
      const own = '$typeName' in value ? 1 : 0;
      return Object.values(value).reduce((sum: number, one) => sum + count(one), own);
    };
    expect(count(fromBinary(ProtoMDLMdlSchema, readFileSync(path)))).toBe(messages);
  });

  it('has the same bytes in memory and in a file, every time', () => {
    const workload = { name: 'twice', title: '', model: metadataModel(500, 3) };
    const path = join(folder, 'twice.mdl');
    writeWorkload(workload, path);
    const [first, second] = [readFileSync(path), inMemory(workload)].map((bytes) =>
      createHash('sha256').update(bytes).digest('hex'),
    );
    expect(first).toBe(second);
    // Results of two releases can only be compared while this hash of the files stays the same.
    expect(first).toMatchInlineSnapshot(`"850b4f4006bba435df88f31599440c9889871138665ad3680e2fe2f837afc0a3"`);
  });
});

describe('a workload with flaws', () => {
  it('has one finding for each flaw, and the kinds of flaws alternate', async () => {
    const bytes = inMemory({ model: metadataModel(4000, 2, flawsEvery(100, 'action')) });
    const { diagnostics } = await validate(memorySource(bytes), { maxPerCode: 1000, policy: CORE_SET });
    const expected = Array.from({ length: diagnostics.length }, (_, i) => FLAW_CODES[i % 4]);
    expect(diagnostics.map(({ code }) => code)).toEqual(expected);
    expect(diagnostics.length).toBeGreaterThanOrEqual(36);
  });

  it('can also have its flaws in every hundredth operation', async () => {
    const bytes = inMemory({ model: metadataModel(4000, 2, flawsEvery(100, 'operation')) });
    const { diagnostics } = await validate(memorySource(bytes), { policy: CORE_SET });
    expect(diagnostics.map(({ code }) => code)).toEqual(FLAW_CODES.slice(0, 4).concat(FLAW_CODES[0]));
  });
});

describe('crc32WithZeros', () => {
  it('returns the checksum of the bytes followed by zeros', () => {
    const bytes = Buffer.from('configuration');
    for (const zeros of [0, 1, 2, 3, 255, 256, 65_537]) {
      expect(crc32WithZeros(crc32(bytes), zeros)).toBe(crc32(Buffer.concat([bytes, Buffer.alloc(zeros)])));
    }
  });
});
