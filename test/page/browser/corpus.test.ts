/** Each file of the corpus, dropped on the page: the page's results equal the command's. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { command } from '../../cli/command.js';
import { CORPUS, scratch, withFindings } from './odd-files.js';
import { commandsReports, expectSame, modelsIn, type Reported, savedReport } from './same-report.js';
import { Visit } from './visit.js';

const REAL = process.env.PROTOMDL_REAL_FILES;
const FILES = [
  ...modelsIn(join(CORPUS, 'valid')),
  ...modelsIn(join(CORPUS, 'invalid')),
  ...(REAL === undefined ? [] : modelsIn(REAL)),
];

/**
 * Number of batches. A suite other than `all` tries one batch, which the seed chooses, because the page takes four
 * minutes for all batches.
 */
const EVERY = process.env.PROTOMDL_TESTS === 'all' ? 1 : 8;

/** Number of files per drop: enough to save time, and few enough that all their workers run at once. */
const BATCH = 8;

describe.skipIf(chromium() === null)('the corpus', () => {
  const write = scratch();
  let visit: Visit;
  let reports: Map<string, Reported>;
  beforeAll(async () => {
    reports = await commandsReports(FILES);
    // Hundreds of workers load the same scripts from the cache.
    visit = await Visit.begin({ headers: { 'cache-control': 'max-age=3600' } });
    await visit.load();
  });
  afterAll(() => visit?.end());

  const batches = Array.from({ length: Math.ceil(FILES.length / BATCH) }, (_, index) =>
    FILES.slice(index * BATCH, (index + 1) * BATCH),
  ).filter((_, index) => index % EVERY === Number(process.env.PROTOMDL_SEED ?? 0) % EVERY);
  it.each(batches.map((batch) => [batch[0]?.replace(/.*\//, ''), batch] as const))(
    'from %s on has the command’s reports in the page',
    async (_, batch) => {
      await visit.closeFiles();
      await visit.drop(...batch);
      for (const [index, path] of batch.entries()) {
        await visit.follow(`#view=overview&file=${index}`);
        await expectSame(visit, path, reports.get(path)!);
      }
      expect(visit.complaints).toEqual([]);
    },
    60_000,
  );

  it('is read as a whole by the command', () => {
    expect(reports.size).toBe(FILES.length);
    expect(FILES.length).toBeGreaterThan(250);
    expect(new Set([...reports.values()].map(({ verdict }) => verdict))).toContain('invalid');
  });

  it('and a file of a hundred findings have lists as long as the command’s', async () => {
    const path = write('hundred.mdl', withFindings(100));
    const report = (await commandsReports([path])).get(path)!;
    expect(report.diagnostics.length).toBeLessThan(100);
    await visit.closeFiles();
    await visit.follow('#view=overview');
    await visit.drop(path);
    await expectSame(visit, path, report);
  });

  it.each(['valid/framed-v3.hef', 'invalid/ddr-pair-mismatch.mdl'])(
    'is written as SARIF: %s',
    async (name) => {
      const path = join(CORPUS, name);
      await visit.closeFiles();
      await visit.go('#view=findings');
      await visit.drop(path);
      await visit.verdict();
      const { out } = await command(['validate', '--format', 'sarif', path]);
      const saved = await savedReport(visit, 'sarif');
      expect(withoutPlaces(saved.text)).toEqual(withoutPlaces(out));
    },
  );

  it('leaves no workers or memory behind when its files are closed', async () => {
    await visit.closeFiles();
    await expect.poll(() => visit.workers.count).toBe(0);
    // Only the most recently shown files have workers, however many are open; the others are woken when they
    // are shown.
    const many = FILES.slice(0, 3 * BATCH);
    await visit.drop(...many);
    await visit.verdict();
    await expect.poll(() => visit.workers.count).toBe(2 * BATCH);
    for (const index of [many.length - 1, BATCH, 0]) {
      await visit.follow(`#view=overview&file=${index}`);
      const path = many[index] as string;
      await expectSame(visit, path, reports.get(path)!);
      await expect.poll(() => visit.workers.count).toBe(2 * BATCH);
    }
    await visit.closeFiles();
    await expect.poll(() => visit.workers.count).toBe(0);
    const { heap, buffers } = await visit.workers.held();
    // A page that kept the content of all these files would hold ten times as much.
    expect(heap + buffers).toBeLessThan(20_000_000);
  });
});

/** A SARIF log without file locations, which differ. */
function withoutPlaces(text: string): unknown {
  return JSON.parse(text, (key, value) => (key === 'uri' || key === 'uriBaseId' ? undefined : value));
}
