import * as nodeModule from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { isProtomdlError, namedBy, validate } from 'protomdl';
import { nodeChecksums } from 'protomdl/node';
import { UnusableSource } from '../objects/listing.js';
import { ModuleError } from '../objects/module.js';
import { type Opened, Opener } from '../objects/opening.js';
import { Archived, NotNow, Refused, Unreadable } from '../objects/s3-errors.js';
import { originOf } from '../results/origin.js';
import { type ObjectResult, resultOf, unreadableResult, type Version } from '../results/result.js';
import { knownFindings } from '../runs/known.js';
import { Rules } from '../runs/rules.js';
import {
  BEAT,
  BEGUN,
  ENDED,
  FIRST_STATE,
  STOP,
  type Stop,
  type ThreadAnswer,
  type ThreadObject,
  type ThreadOrder,
} from './protocol.js';
import { shortageIn } from './shortage.js';

/** Results are handed over together: a message costs what a tenth of a small file does. */
const FLUSH_COUNT = 64;
const FLUSH_MS = 100;

/** Objects in a row that cannot be read now, after which the rest waits. */
const MAX_FAILURES = 32;

/** Objects in a row that the storage refuses, after which it refuses all. */
const MAX_REFUSALS = 32;

/** Reading or validating a larger object takes so long that results are handed over before. */
const LARGE_BYTES = 1 << 20;

/** How often an object that changes while it is read is begun again. */
const MAX_CHANGES = 5;

const port = parentPort;
if (port === null) throw new Error('this file is the code of a thread');

/**
 * As the command does: V8 of Node 20 optimises at 66 KB of bytecode, which is too early for hundreds of functions that meet
 * other kinds of objects in the next file. Later, small files take a quarter less of a processor. Here, when all is loaded:
 * modules of Node that are loaded under another flag are compiled anew.
 */
const LATE_BUDGET = 400_000;
if (!('enableCompileCache' in nodeModule)) setFlagsFromString(`--interrupt-budget=${LATE_BUDGET}`);

const openers = new Map<string, Opener>();
/** Of the order under way: a thread has one at a time. */
let shared: Int32Array = new Int32Array(FIRST_STATE);

function beat(): void {
  Atomics.add(shared, BEAT, 1);
}

function openerOf(order: ThreadOrder): Opener {
  const key = JSON.stringify(order.source);
  const opener =
    openers.get(key) ?? new Opener(order.source, (workerData as { module?: string }).module, beat);
  openers.set(key, opener);
  return opener;
}

/** Of the latest order: reading them takes longer than a small file. */
let rules = {
  config: '',
  folder: undefined as string | undefined,
  madeMs: 0,
  rules: new Rules('', '', new Date()),
};

function rulesFor({ config, madeMs, settings }: ThreadOrder): Rules {
  const folder = settings.configFolder;
  if (rules.config !== config || rules.folder !== folder || rules.madeMs !== madeMs) {
    rules = { config, folder, madeMs, rules: new Rules(config, folder, new Date(madeMs)) };
  }
  return rules.rules;
}

async function judge(
  opener: Opener,
  asked: Rules,
  object: ThreadObject,
  order: ThreadOrder,
): Promise<ObjectResult> {
  const { checksum, maxPerCode, releases, device } = order.settings;
  const known = object.known === undefined ? undefined : knownFindings(object.known);
  const policy = asked.policyFor(object.uri, known);
  const started = performance.now();
  let version: Version = object;
  for (let changes = 0; ; changes++) {
    let opened: Opened | undefined;
    try {
      opened = await opener.open(object.uri);
      const { etag, size } = opened;
      if (etag !== '') version = { objectId: object.objectId, etag, size };
      const report = await validate(
        opened.source,
        namedBy(object.uri, {
          checksum,
          maxPerCode,
          runtimes: releases,
          policy,
          ...(device === undefined ? {} : { device }),
          ...(checksum ? { checksums: nodeChecksums } : {}),
        }),
      );
      const origin = await originOf(opened.source);
      return resultOf(version, report, origin, releases, performance.now() - started);
    } catch (error) {
      const reason = causeOf(error);
      if (reason instanceof Unreadable) {
        return unreadableResult(version, reason.code, reason.message, performance.now() - started);
      }
      if (reason !== error || isOfOthers(reason)) throw reason;
      if (!isProtomdlError(error)) {
        // A bug of ours, or a server that does not speak the protocol: it must not lose the other objects.
        const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        return unreadableResult(version, 'internal-error', text, performance.now() - started);
      }
      if (error.code === 'source-changed' && changes < MAX_CHANGES) continue;
      return unreadableResult(version, error.code, error.message, performance.now() - started);
    } finally {
      await opened?.source.close();
      beat();
    }
  }
}

/** What this machine has not got. */
class Shortage extends Error {
  override readonly name = 'Shortage';
}

/** What is no result of the object, or not one yet. */
const OF_OTHERS = [NotNow, Refused, Archived, UnusableSource, Shortage];

function isOfOthers(error: unknown): boolean {
  return OF_OTHERS.some((kind) => error instanceof kind);
}

/** What the engine wraps when a source of ours throws. */
function causeOf(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof Unreadable || isOfOthers(at)) return at;
  }
  const shortage = shortageIn(error);
  return shortage === undefined ? error : new Shortage(shortage);
}

function stopOf(error: UnusableSource | Shortage): Stop {
  const of = error instanceof Shortage ? 'worker' : error instanceof ModuleError ? 'run-here' : 'run';
  return { of, message: error.message };
}

async function perform(order: ThreadOrder): Promise<void> {
  shared = new Int32Array(order.shared);
  const opener = openerOf(order);
  const asked = rulesFor(order);
  const { objects } = order;
  let next = 0;
  let failures = 0;
  let results: ObjectResult[] = [];
  let flushed = performance.now();
  const answer = (message: ThreadAnswer) => port?.postMessage(message);
  const flush = () => {
    if (results.length > 0) answer({ kind: 'results', results });
    results = [];
    flushed = performance.now();
  };
  const isDue = () => results.length >= FLUSH_COUNT || performance.now() - flushed > FLUSH_MS;
  // While all lanes wait for answers.
  const flushing = setInterval(() => {
    if (isDue()) flush();
  }, FLUSH_MS);
  // Refused since the last object that was not: theirs, or the storage's, as what comes next shows.
  let refused: { readonly index: number; readonly error: Refused }[] = [];
  const refusal = ({ index, error }: (typeof refused)[number]) =>
    unreadableResult(objects[index] as ThreadObject, 'source-no-permission', error.message);
  const stop = (what: Stop) => {
    Atomics.store(shared, STOP, 1);
    answer({ kind: 'stop', stop: what });
  };
  const lane = async () => {
    while (next < objects.length && Atomics.load(shared, STOP) === 0) {
      const index = next++;
      const state = FIRST_STATE + index;
      Atomics.store(shared, state, BEGUN);
      beat();
      const object = objects[index] as ThreadObject;
      if (object.size > LARGE_BYTES && performance.now() - flushed > FLUSH_MS) flush();
      try {
        // Judged first: what is pushed to is another array after a flush.
        const result = await judge(opener, asked, object, order);
        results.push(...refused.map(refusal), result);
        refused = [];
        failures = 0;
      } catch (error) {
        if (error instanceof UnusableSource || error instanceof Shortage) stop(stopOf(error));
        else if (error instanceof Archived) {
          answer({ kind: 'put', put: 'archived', index, message: error.message });
        } else if (error instanceof Refused && order.takesRefusals) results.push(refusal({ index, error }));
        else if (error instanceof Refused) {
          refused.push({ index, error });
          if (refused.length === MAX_REFUSALS) {
            stop({ of: 'run', message: `${MAX_REFUSALS} objects in a row are refused: ${error.message}` });
          }
        } else if (error instanceof NotNow) {
          answer({ kind: 'put', put: 'not-now', index, message: error.message });
          // Nothing answers: the others need not find that out one by one.
          if (++failures >= MAX_FAILURES) Atomics.store(shared, STOP, 1);
        } else throw error;
      }
      Atomics.store(shared, state, ENDED);
      if (isDue()) flush();
    }
  };
  await Promise.all(Array.from({ length: Math.min(order.atOnce, objects.length) }, lane)).finally(() => clearInterval(flushing));
  flush();
  for (const { index, error } of refused) {
    answer({ kind: 'put', put: 'refused', index, message: error.message });
  }
  answer({ kind: 'done' });
}

port.on('message', (order: ThreadOrder) => {
  // An error here ends the thread, and the giver of the order gets it.
  perform(order).catch((error: unknown) => {
    setImmediate(() => {
      throw error;
    });
  });
});
