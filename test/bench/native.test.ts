/** The C++ scan, with which the benchmark compares, has the validator's findings and reads every message. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScan } from '../../bench/contenders/build-native.js';
import { ContenderProcess } from '../../bench/measure/contender-process.js';
import { workloads } from '../../bench/workloads/catalogue.js';
import { flawsEvery } from '../../bench/workloads/flaws.js';
import { likenesses } from '../../bench/workloads/likenesses.js';
import { metadataModel } from '../../bench/workloads/metadata.js';
import { writeWorkload } from '../../bench/workloads/store.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { validateFile } from '../../src/check/validate/validate-file.js';
import { EDGE_CASES } from '../edge/all-cases.js';
import { CORE_SET } from '../validate/core-set.js';

const { program, missing } = buildScan();
if (program === undefined) console.warn(`the C++ scan is not tested: ${missing}`);

describe.skipIf(program === undefined)('the C++ scan', () => {
  let folder: string;
  const processes: ContenderProcess[] = [];
  const start = (mode: string): ContenderProcess => {
    const process = new ContenderProcess(mode, { program: program!, arguments: [mode] });
    processes.push(process);
    return process;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'protomdl-scan-'));
  });
  afterAll(async () => {
    for (const process of processes) await process.stop();
    rmSync(folder, { recursive: true });
  });

  it('reads all messages of every valid workload, and finds no fault', async () => {
    const [memory, mapped, count] = ['memory', 'mmap', 'count'].map(start);
    for (const workload of [...workloads(0.002), ...likenesses()]) {
      if (workload.words !== undefined || workload.name.startsWith('flaw')) continue;
      const path = join(folder, `${workload.name}.mdl`);
      const { messages } = writeWorkload(workload, path);
      for (const process of [memory!, mapped!, count!]) await process.load(path);
      expect((await memory!.run()).counted, workload.name).toBe(0);
      expect((await mapped!.run()).counted, workload.name).toBe(0);
      expect((await count!.run()).counted, workload.name).toBe(messages);
    }
  });

  it('finds every flaw; of several stray indices only one, because it stores only the largest index', async () => {
    const memory = start('memory');
    for (const period of [100, 1000]) {
      const path = join(folder, `flaws-${period}.mdl`);
      const model = metadataModel(4000, 2, flawsEvery(period, 'action'));
      writeWorkload({ name: '', title: '', model }, path);
      const { diagnostics } = await validateFile(path, { maxPerCode: 1000, policy: CORE_SET });
      const stray = diagnostics.filter(({ code }) => code === 'network-index-out-of-range').length;
      expect(diagnostics.length).toBeGreaterThan(2);
      await memory.load(path);
      expect((await memory.run()).counted).toBe(diagnostics.length - stray + Math.min(stray, 1));
    }
  });

  it('refuses every edge case that the validator refuses', async () => {
    const memory = start('memory');
    for (const { name, bytes } of Object.values(EDGE_CASES).flat()) {
      const path = join(folder, 'edge.mdl');
      writeFileSync(path, bytes);
      const { counts, diagnostics } = await validate(memorySource(bytes), {
        framing: 'bare',
        policy: CORE_SET,
      });
      const remarks = diagnostics.filter(({ code }) => code === 'unknown-fields').length;
      const objections = counts.error + counts.warning + counts.info - remarks;
      await memory.load(path);
      const { counted } = await memory.run();
      expect(counted > 0, `${name}: ${diagnostics.map(({ code }) => code)}`).toBe(objections > 0);
    }
  });
});
