/** Pictures of files that real compilers wrote: PROTOMDL_REAL_FILES names their folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import { summarize } from '../../src/read/model/summarize.js';
import { glance } from '../../src/show/inspect/glance.js';
import { contextGraph } from '../../src/show/inspect/graph.js';
import { partBlocks } from '../../src/show/inspect/part-blocks.js';
import { timeline } from '../../src/show/inspect/timeline.js';

const folder = process.env.PROTOMDL_REAL_FILES;
const names =
  folder !== undefined && existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.hef'))
    : [];

describe.skipIf(names.length === 0)('real files', () => {
  it.each(names)('%s', async (name) => {
    const bytes = new Uint8Array(readFileSync(join(folder as string, name)));
    const source = countingSource(memorySource(bytes), { hideBytes: true });
    const seen = await glance(source);
    // A glance reads less than the size of one window, whatever the file is.
    expect(source.bytesRead).toBeLessThan(64 * 1024);
    const summary = await summarize(memorySource(bytes));
    expect([seen.header, seen.features, seen.container]).toEqual([
      summary.header,
      summary.features,
      summary.container,
    ]);
    const streams = ({ networkGroups }: typeof seen) =>
      networkGroups.flatMap(({ coreOps }) => coreOps.map((op) => op.streams));
    expect(streams(seen)).toEqual(streams(summary));

    const { coreOps, isCut } = await contextGraph(source);
    expect(isCut).toBe(false);
    const isBroken = name.includes('truncated-in-message');
    const wrong = coreOps.flatMap(({ links }) => links).filter(({ severity }) => severity === 'error');
    expect(wrong).toEqual([]);
    for (const { nodes } of coreOps) {
      for (const { path, operations, problem } of nodes) {
        const steps = (await timeline(source, path))!;
        expect([path, steps.isCut, steps.problems.length > 0]).toEqual([path, false, problem !== null]);
        if (problem === null) expect([path, steps.operationCount]).toEqual([path, operations]);
        expect((await partBlocks(source, path))!.bytes).toBe(steps.bytes);
      }
    }
    expect(coreOps.flatMap(({ nodes }) => nodes).some(({ problem }) => problem !== null)).toBe(isBroken);
  });
});
