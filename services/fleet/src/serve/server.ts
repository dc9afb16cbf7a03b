import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { type Database, sql } from '@services/kit/db';
import { createHttp } from '@services/kit/http';
import type { Logger } from '@services/kit/log';
import { createMetrics } from '@services/kit/metrics';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CONTENT_POLICY, type PageFolder, readPageFolder, withFileList } from 'protomdl/view';
import { Opener } from '../objects/opening.js';
import { shownUri } from '../objects/uri.js';
import {
  DIFFERENCE_KINDS,
  type DifferenceKind,
  differences,
  type ObjectDifference,
} from '../results/difference.js';
import { FilterError } from '../results/filter.js';
import { knownOf } from '../runs/baseline.js';
import { nameOf, optionsFor, Rules } from '../runs/rules.js';
import { configOf, latestRuns, NoSuchRun, type Run, runById } from '../runs/run.js';
import { countsOf } from '../status/counts.js';
import { progressOf } from '../status/progress.js';
import type { DifferenceAnswer, FileAnswer, RunAnswer } from './answers.js';
import { watchFleet } from './figures.js';
import { filesOf, objectIn } from './files.js';
import { OpenObjects, sendObject } from './object-bytes.js';

/** The fleet's page, and the inspector from the engine's package. */
const PAGE = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const INSPECTOR = join(dirname(fileURLToPath(import.meta.resolve('protomdl/view'))), 'page');

const MOST_RUNS = 100;
/** Limits of the differences that a page shows and counts; the command lists all. */
const MOST_DIFFERENCES = 500;
const MOST_COUNTED = 50_000;

/** Counts over many results take a second: readers of one run share them for this time. */
const COUNTS_MS = 2_000;

export interface ServeOptions {
  readonly db: Database;
  readonly log: Logger;
  /** Secret with which each path begins. */
  readonly token: string;
  readonly module: string | undefined;
}

export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

export function createServer({ db, log, token, module }: ServeOptions): FastifyInstance {
  const metrics = createMetrics();
  watchFleet(metrics, db);
  const app = createHttp({
    log,
    bodyLimit: 1_024,
    trustProxy: [],
    metrics,
  });
  app.addHook('onSend', async (_request, reply) => {
    // The inspector runs WebAssembly and workers; the fleet's page needs less, but has the same policy.
    reply.header('Content-Security-Policy', CONTENT_POLICY);
    // The URL contains the secret.
    reply.header('Referrer-Policy', 'no-referrer');
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof NoSuchRun) return reply.code(404).send({ error: error.message });
    if (error instanceof FilterError) return reply.code(400).send({ error: error.message });
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'failed');
    return reply
      .code(status)
      .send({ error: status >= 500 ? 'the server has a fault: its log says more' : error.message });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not found' }));
  app.get('/healthz', async (_request, reply) => {
    const answers = await db.one(sql`select 1`).catch(() => undefined);
    return reply
      .code(answers === undefined ? 503 : 200)
      .send({ status: answers === undefined ? 'unavailable' : 'ok' });
  });
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  app.register(async (inner) => {
    inner.addHook('onRequest', async (request, reply) => {
      const { key } = request.params as { key?: string };
      if (!isSame(key ?? '', token)) return reply.code(404).send({ error: 'not found' });
      reply.header('Cache-Control', 'no-store');
    });
    addData(inner, db);
    addInspector(inner, db, module);
    addPage(inner);
  });
  return app;
}

/** Compares in constant time, independent of common prefix and length. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function numberOf(text: string | undefined): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text ?? '') || value > 2 ** 31 - 1) throw new NoSuchRun(`there is no run ${text}`);
  return value;
}

type Query = Record<string, string | undefined>;

function addData(app: FastifyInstance, db: Database): void {
  const counted = new Map<number, { at: number; counts: ReturnType<typeof countsOf> }>();
  const counts = (run: Run) => {
    const kept = counted.get(run.id);
    if (kept !== undefined && performance.now() - kept.at < COUNTS_MS) return kept.counts;
    const fresh = countsOf(db, run);
    counted.clear();
    counted.set(run.id, { at: performance.now(), counts: fresh });
    return fresh;
  };
  app.get('/:key/api/runs', async () => {
    const runs = await latestRuns(db, MOST_RUNS);
    return Promise.all(
      runs.map(async (run) => ({ run: shownRun(run), progress: await progressOf(db, run) })),
    );
  });
  app.get<{ Params: { id: string } }>('/:key/api/runs/:id', async ({ params }) => {
    const run = await runById(db, numberOf(params.id));
    return { run: shownRun(run), progress: await progressOf(db, run), counts: await counts(run) };
  });
  app.get<{ Params: { id: string }; Querystring: Query }>(
    '/:key/api/runs/:id/files',
    async ({ params, query }) => {
      const run = await runById(db, numberOf(params.id));
      const after = /^\d{1,15}$/.test(query.after ?? '') ? Number(query.after) : 0;
      return filesOf(db, run, query, after);
    },
  );
  app.get<{ Params: { id: string; object: string } }>(
    '/:key/api/runs/:id/files/:object',
    async ({ params }, reply): Promise<FileAnswer> => {
      const run = await runById(db, numberOf(params.id));
      const seen = await objectIn(db, run.id, numberOf(params.object));
      if (seen === undefined) return reply.code(404).send({ error: 'the run has no such object' });
      return { name: shownUri(seen.uri), report: seen.report };
    },
  );
  app.get<{ Params: { a: string; b: string }; Querystring: Query }>(
    '/:key/api/diff/:a/:b',
    async ({ params, query }): Promise<DifferenceAnswer> => {
      const before = await runById(db, numberOf(params.a));
      const after = await runById(db, numberOf(params.b));
      const shown = new Map<DifferenceKind, ObjectDifference[]>(DIFFERENCE_KINDS.map((kind) => [kind, []]));
      // The kinds in their order, worse first.
      const first = () => [...shown.values()].flat().slice(0, MOST_DIFFERENCES);
      const sums = { worse: 0, better: 0, changed: 0, unknown: 0, added: 0, gone: 0 };
      let counted = 0;
      let matching = 0;
      for await (const difference of differences(db, before, after)) {
        if (++counted > MOST_COUNTED) return { differences: first(), sums, more: true };
        sums[difference.kind]++;
        if ((query.kind ?? difference.kind) !== difference.kind) continue;
        matching++;
        const alike = shown.get(difference.kind) as ObjectDifference[];
        if (alike.length < MOST_DIFFERENCES) alike.push({ ...difference, uri: shownUri(difference.uri) });
      }
      return { differences: first(), sums, more: matching > MOST_DIFFERENCES };
    },
  );
}

function shownRun({ id, source, engine, releases, created_ms, problem, settings }: Run): RunAnswer['run'] {
  return {
    ...{ id, engine, releases, created_ms, problem },
    source: { uri: shownUri(source.uri) },
    hasConfig: settings.configFolder !== undefined,
    hasBaseline: settings.baseline !== undefined,
  };
}

/** Serves an object in the inspector: its page, the page's files, and the bytes of this object only. */
function addInspector(app: FastifyInstance, db: Database, module: string | undefined): void {
  const inspector = readPageFolder(INSPECTOR);
  const openers = new Map<number, Opener>();
  const objects = new OpenObjects();
  type Place = { Params: { id: string; object: string; '*': string }; Querystring: { now?: string } };
  app.get<Place>('/:key/inspect/:id/:object/*', async (request, reply) => {
    const place = request.params['*'];
    if (place !== '' && place !== 'object') return sendPageFile(reply, inspector, place);
    const run = await runById(db, numberOf(request.params.id));
    const seen = await objectIn(db, run.id, numberOf(request.params.object));
    if (seen === undefined) return reply.code(404).send({ error: 'the run has no such object' });
    const { uri } = seen;
    const opener = openers.get(run.id) ?? new Opener(run.source, module);
    openers.set(run.id, opener);
    const open = (isFresh = false) => objects.get(run.source_id, opener, uri, isFresh);
    const wanted = request.query.now === undefined ? seen.etag : undefined;
    if (place === 'object') return sendObject(request, reply, open, wanted);
    reply.type('text/html; charset=utf-8');
    // The inspector shows the reason if an object cannot be opened.
    const etag = wanted === undefined ? undefined : (await open(true).catch(() => undefined))?.etag;
    if (etag !== undefined && etag !== wanted) return reply.code(409).send(changedPage(run.id));
    const url = wanted === undefined ? 'object?now=1' : 'object';
    return withFileList(inspector.html, [
      { name: shownUri(uri), url, options: await optionsIn(db, run, uri) },
    ]);
  });
}

/** Options with which the run validated an object, so that the inspector does not contradict the run. */
async function optionsIn(db: Database, run: Run, uri: string): Promise<ReturnType<typeof optionsFor>> {
  const { settings, created_ms } = run;
  const { baseline, baselineFolder, configFolder } = settings;
  const [known] = baseline === undefined ? [] : await knownOf(db, baseline, [nameOf(uri, baselineFolder)]);
  const rules = new Rules(await configOf(db, run.id), configFolder, new Date(created_ms));
  return optionsFor(settings, rules, uri, known);
}

/** Page for an object whose content has changed since the run: the inspector would contradict the run. */
function changedPage(run: number): string {
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Other content</title>' +
    `<h1>This object has changed since run ${run} validated it</h1>` +
    '<p><a href="?now=1">Open it as it is now</a>. The findings of the run are those of its earlier content.</p></html>'
  );
}

function addPage(app: FastifyInstance): void {
  const page = readPageFolder(PAGE);
  app.get<{ Params: { key: string; '*': string } }>('/:key/*', async (request, reply) => {
    const place = request.params['*'];
    if (place !== '') return sendPageFile(reply, page, place);
    reply.type('text/html; charset=utf-8');
    return withFileList(page.html, []);
  });
}

async function sendPageFile(
  reply: FastifyReply,
  { files }: PageFolder,
  place: string,
): Promise<FastifyReply> {
  const file = files.get(place.split('/').map(encodeURIComponent).join('/'));
  if (file === undefined) return reply.code(404).send({ error: 'not found' });
  const bytes = createReadStream(file.path);
  // The engine's package contains its page compressed with Brotli, which browsers accept only over TLS and
  // from their own machine.
  return reply
    .type(file.type)
    .send(file.isCompressed ? pipeline(bytes, createBrotliDecompress(), () => {}) : bytes);
}
