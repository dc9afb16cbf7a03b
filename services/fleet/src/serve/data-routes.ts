import { Readable } from 'node:stream';
import type { Database } from '@services/kit/db';
import type { FastifyInstance } from 'fastify';
import { shownUri } from '../objects/uri.js';
import {
  DIFFERENCE_KINDS,
  type DifferenceKind,
  differences,
  type ObjectDifference,
} from '../results/difference.js';
import { conditionOf, type ResultFilter } from '../results/filter.js';
import { writtenReport } from '../results/written.js';
import { latestRuns, NoSuchRun, type Run, runById } from '../runs/run.js';
import { lackOf } from '../status/completeness.js';
import { countsOf } from '../status/counts.js';
import { progressOf } from '../status/progress.js';
import { settingDifferences, settingsOf } from '../status/run-settings.js';
import type { DetailAnswer, DifferenceAnswer, FileAnswer, RunAnswer } from './answers.js';
import { filesOf, objectIn } from './files.js';
import { runNumber, wholeNumber } from './numbers.js';

const MOST_RUNS = 100;
/**
 * Maximum numbers of differences that the page shows, and of objects that it counts. The command `diff` lists
 * all differences.
 */
const MOST_DIFFERENCES = 500;
const MOST_COUNTED = 50_000;

/** Time for which the counts of a run are cached, because counting many results takes a second. */
const COUNTS_MS = 2_000;

/** Formats of an export, by the ending of its address. */
const EXPORTS = {
  csv: { format: 'csv', type: 'text/csv; charset=utf-8' },
  json: { format: 'json', type: 'application/json; charset=utf-8' },
} as const;

type Query = Record<string, string | undefined>;
type OfRun = { Params: { id: string }; Querystring: Query };

/** Adds the routes with data, for the page and for programs. */
export function addData(app: FastifyInstance, db: Database): void {
  const counted = new Map<number, { at: number; counts: ReturnType<typeof countsOf> }>();
  const counts = (run: Run) => {
    const kept = counted.get(run.id);
    if (kept !== undefined && performance.now() - kept.at < COUNTS_MS) return kept.counts;
    const fresh = countsOf(db, run);
    counted.clear();
    counted.set(run.id, { at: performance.now(), counts: fresh });
    return fresh;
  };
  app.get('/:key/api/runs', async (): Promise<RunAnswer[]> => {
    const runs = await latestRuns(db, MOST_RUNS);
    return Promise.all(
      runs.map(async (run) => ({ run: shownRun(run), progress: await progressOf(db, run) })),
    );
  });
  app.get<OfRun>('/:key/api/runs/:id', async ({ params }): Promise<DetailAnswer> => {
    const run = await runById(db, runNumber(params.id));
    return {
      run: shownRun(run),
      progress: await progressOf(db, run),
      counts: await counts(run),
      settings: await settingsOf(db, run),
    };
  });
  app.get<OfRun>('/:key/api/runs/:id/files', async ({ params, query }) => {
    const run = await runById(db, runNumber(params.id));
    return filesOf(db, run, filterOf(query), query.sort ?? '', wholeNumber(query.after) ?? 0);
  });
  for (const [ending, { format, type }] of Object.entries(EXPORTS)) {
    app.get<OfRun>(`/:key/api/runs/:id/export.${ending}`, async ({ params, query }, reply) => {
      const run = await runById(db, runNumber(params.id));
      const filter = filterOf(query);
      // The filter is checked before the first byte is sent: after that, an error can only cut off the
      // response.
      conditionOf(filter, run.releases);
      const isComplete = (await lackOf(db, run)) === undefined;
      reply.type(type).header('Content-Disposition', `attachment; filename="run-${run.id}.${ending}"`);
      return reply.send(Readable.from(writtenReport(db, run, filter, { format, isComplete })));
    });
  }
  app.get<{ Params: { id: string; object: string } }>(
    '/:key/api/runs/:id/files/:object',
    async ({ params, opensFiles }): Promise<FileAnswer> => {
      const run = await runById(db, runNumber(params.id));
      const seen = await objectIn(db, run.id, wholeNumber(params.object) ?? 0);
      if (seen === undefined) throw new NoSuchRun('the run has no such object');
      return { name: shownUri(seen.uri), report: seen.report, isOpenable: opensFiles };
    },
  );
  app.get<{ Params: { a: string; b: string }; Querystring: Query }>(
    '/:key/api/diff/:a/:b',
    async ({ params, query }) => {
      const before = await runById(db, runNumber(params.a));
      const after = await runById(db, runNumber(params.b));
      return differenceAnswer(db, before, after, query.kind);
    },
  );
}

async function differenceAnswer(
  db: Database,
  before: Run,
  after: Run,
  kind: string | undefined,
): Promise<DifferenceAnswer> {
  const shown = new Map<DifferenceKind, ObjectDifference[]>(DIFFERENCE_KINDS.map((one) => [one, []]));
  const sums = { worse: 0, better: 0, changed: 0, unknown: 0, added: 0, gone: 0 };
  let counted = 0;
  let matching = 0;
  for await (const difference of differences(db, before, after)) {
    if (++counted > MOST_COUNTED) break;
    sums[difference.kind]++;
    if ((kind ?? difference.kind) !== difference.kind) continue;
    matching++;
    const alike = shown.get(difference.kind) as ObjectDifference[];
    if (alike.length < MOST_DIFFERENCES) alike.push({ ...difference, uri: shownUri(difference.uri) });
  }
  return {
    // Returns differences by kind; worse objects come first.
    differences: [...shown.values()].flat().slice(0, MOST_DIFFERENCES),
    sums,
    more: counted > MOST_COUNTED || matching > MOST_DIFFERENCES,
    settings: settingDifferences(await settingsOf(db, before), await settingsOf(db, after)),
  };
}

function filterOf({
  verdict,
  code,
  severity,
  architecture,
  toolChain,
  refusedBy,
  text,
}: Query): ResultFilter {
  return { verdict, code, severity, architecture, toolChain, refusedBy, text };
}

function shownRun({ id, source, source_id, engine, releases, created_ms, problem }: Run): RunAnswer['run'] {
  return {
    ...{ id, engine, releases, created_ms, problem },
    source: { id: source_id, uri: shownUri(source.uri) },
  };
}
