import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '@services/kit/db';
import type { FastifyInstance } from 'fastify';
import { readPageFolder, withFileList } from 'protomdl/view';
import { Opener } from '../objects/opening.js';
import { shownUri } from '../objects/uri.js';
import { knownOf } from '../runs/baseline.js';
import { nameOf, optionsFor, Rules } from '../runs/rules.js';
import { configOf, NoSuchRun, type Run, runById } from '../runs/run.js';
import { objectIn } from './files.js';
import { runNumber, wholeNumber } from './numbers.js';
import { OpenObjects, sendObject } from './object-bytes.js';
import { sendPageFile } from './page-files.js';

/** Folder of the inspector's page in the engine's package. */
const INSPECTOR = join(dirname(fileURLToPath(import.meta.resolve('protomdl/view'))), 'page');

/** Serves an object in the inspector: its page, the page's files, and the bytes of this object only. */
export function addInspector(app: FastifyInstance, db: Database, module: string | undefined): void {
  const inspector = readPageFolder(INSPECTOR);
  const openers = new Map<number, Opener>();
  const objects = new OpenObjects();
  type Place = { Params: { id: string; object: string; '*': string }; Querystring: { now?: string } };
  app.get<Place>('/:key/inspect/:id/:object/*', async (request, reply) => {
    const place = request.params['*'];
    if (place !== '' && place !== 'object') return sendPageFile(reply, inspector, place);
    if (!request.opensFiles) return reply.code(403).send({ error: 'this address shows results, not files' });
    const run = await runById(db, runNumber(request.params.id));
    const seen = await objectIn(db, run.id, wholeNumber(request.params.object) ?? 0);
    if (seen === undefined) throw new NoSuchRun('the run has no such object');
    const { uri } = seen;
    const opener = openers.get(run.id) ?? new Opener(run.source, module);
    openers.set(run.id, opener);
    const open = (isFresh = false) => objects.get(run.source_id, opener, uri, isFresh);
    const wanted = request.query.now === undefined ? seen.etag : undefined;
    if (place === 'object') return sendObject(request, reply, open, wanted);
    reply.type('text/html; charset=utf-8');
    // If an object cannot be opened, the inspector shows the reason.
    const etag = wanted === undefined ? undefined : (await open(true).catch(() => undefined))?.etag;
    if (etag !== undefined && etag !== wanted) return reply.code(409).send(changedPage(run.id));
    const url = wanted === undefined ? 'object?now=1' : 'object';
    return withFileList(inspector.html, [
      { name: shownUri(uri), url, options: await optionsIn(db, run, uri) },
    ]);
  });
}

/**
 * Returns the options with which the run validated an object. The inspector must use the same options, so
 * that its result does not contradict the run's.
 */
async function optionsIn(db: Database, run: Run, uri: string): Promise<ReturnType<typeof optionsFor>> {
  const { settings, created_ms } = run;
  const { baseline, baselineFolder, configFolder } = settings;
  const [known] = baseline === undefined ? [] : await knownOf(db, baseline, [nameOf(uri, baselineFolder)]);
  const rules = new Rules(await configOf(db, run.id), configFolder, new Date(created_ms));
  return optionsFor(settings, rules, uri, known);
}

/**
 * Returns the page for an object whose content has changed since the run. The inspector is not shown, because
 * its result would contradict the run's.
 */
function changedPage(run: number): string {
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Other content</title>' +
    `<h1>This object has changed since run ${run} validated it</h1>` +
    '<p><a href="?now=1">Open it as it is now</a>. The findings of the run are those of its earlier content.</p></html>'
  );
}
