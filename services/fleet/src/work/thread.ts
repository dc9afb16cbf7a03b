import * as nodeModule from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { isProtomdlError, namedBy, validate } from 'protomdl';
import { nodeChecksums } from 'protomdl/node';
import { UnusableSource } from '../objects/listing.js';
import { type Opened, Opener } from '../objects/opening.js';
import { NotNow, ObjectFault, Refused } from '../objects/s3-errors.js';
import { originOf } from '../results/origin.js';
import { type ObjectResult, resultOf, unreadableResult, type Version, wasRead } from '../results/result.js';
import { optionsFor, Rules } from '../runs/rules.js';
import {
  BEAT,
  BEGUN,
  deniedInARow,
  ENDED,
  FIRST_STATE,
  MAX_DENIED,
  STOP,
  type ThreadAnswer,
  type ThreadObject,
  type ThreadOrder,
} from './protocol.js';
import { Shortage, shortageOf } from './shortage.js';

/**
 * Results are collected and sent in one message, because a message takes a tenth of the time of a small file.
 */
const FLUSH_COUNT = 64;
const FLUSH_MS = 100;

/**
 * If the server does not respond for this number of consecutive objects, the remaining objects are queued
 * again.
 */
const MAX_FAILURES = 32;

/**
 * An object larger than this may keep the thread busy for long, so earlier results are sent before it is
 * read.
 */
const LARGE_BYTES = 1 << 20;

/** If an object changes while it is read, reading starts again this number of times. */
const MAX_CHANGES = 5;

const port = parentPort;
if (port === null) throw new Error('this file is the code of a thread');

/**
 * V8's interrupt budget, the same as in the command `validate`. By default, V8 of Node 20 optimises a
 * function after 66 KB of bytecode. This is too early: the next file passes other kinds of objects to
 * hundreds of functions, and V8 has to discard the optimised code. With this budget, small files take a
 * quarter less processor time. The budget is set after all modules are loaded, because Node recompiles the
 * modules that it loads with another flag.
 */
const LATE_BUDGET = 400_000;
if (!('enableCompileCache' in nodeModule)) setFlagsFromString(`--interrupt-budget=${LATE_BUDGET}`);

const openers = new Map<string, Opener>();
/** Shared cells of the current order. A thread has one order at a time, so one variable is enough. */
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

/** Rules of the latest order: parsing them takes longer than a small file. */
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
  const { checksum, maxPerCode, releases } = order.settings;
  const options = optionsFor(order.settings, asked, object.uri, object.known);
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
          ...options,
          maxPerCode,
          use: releases.length > 0,
          ...(checksum ? { checksums: nodeChecksums } : {}),
        }),
      );
      const origin = await originOf(opened.source);
      return resultOf(version, report, origin, releases, performance.now() - started);
    } catch (error) {
      const reason = causeOf(error);
      if (reason instanceof ObjectFault) {
        return unreadableResult(version, reason.code, reason.message, performance.now() - started);
      }
      if (reason !== error || isThrown(reason)) throw reason;
      if (!isProtomdlError(error)) {
        // If an internal error occurs, or the server violates the protocol, the results of the other objects
        // must not be lost.
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

/** Returns true for errors that concern more than the object. */
function isThrown(error: unknown): boolean {
  return [NotNow, Refused, Shortage, UnusableSource].some((kind) => error instanceof kind);
}

/** Returns the error of a source or of the system, which the engine has wrapped in another error. */
function causeOf(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (isThrown(at) || at instanceof ObjectFault) return at;
  }
  return shortageOf(error) ?? error;
}

async function perform(order: ThreadOrder): Promise<void> {
  shared = new Int32Array(order.shared);
  const opener = openerOf(order);
  const asked = rulesFor(order);
  const { objects } = order;
  let next = 0;
  let failures = 0;
  let denied = 0;
  let results: ObjectResult[] = [];
  let flushed = performance.now();
  const answer = (message: ThreadAnswer) => port?.postMessage(message);
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (results.length > 0) answer({ kind: 'results', results });
    results = [];
    flushed = performance.now();
  };
  const lane = async () => {
    while (next < objects.length && Atomics.load(shared, STOP) === 0) {
      const index = next++;
      const state = FIRST_STATE + index;
      if ((objects[index]?.size ?? 0) > LARGE_BYTES) flush();
      Atomics.store(shared, state, BEGUN);
      beat();
      try {
        // The result is awaited before `push` is called, because a flush during the validation replaces the
        // array.
        const result = await judge(opener, asked, objects[index] as ThreadObject, order);
        results.push(result);
        failures = 0;
        if (wasRead(result)) denied = 0;
      } catch (error) {
        if (error instanceof UnusableSource) {
          Atomics.store(shared, STOP, 1);
          answer({ kind: 'hold', message: error.message });
        } else if (error instanceof Shortage) {
          Atomics.store(shared, STOP, 1);
          answer({ kind: 'shortage', message: error.message });
        } else if (error instanceof Refused) {
          answer({ kind: 'denied', index, message: error.message });
          if (++denied >= MAX_DENIED && !order.takesDenials) {
            Atomics.store(shared, STOP, 1);
            answer({ kind: 'hold', message: deniedInARow(denied, error.message) });
          }
        } else if (error instanceof NotNow) {
          answer({ kind: 'not-now', index, message: error.message });
          // The server does not respond: each further object would also wait until its time-out.
          if (++failures >= MAX_FAILURES) Atomics.store(shared, STOP, 1);
        } else throw error;
      }
      Atomics.store(shared, state, ENDED);
      if (results.length >= FLUSH_COUNT || performance.now() - flushed > FLUSH_MS) flush();
      // Sends the results, because the next object may take long.
      else if (results.length > 0) timer ??= setTimeout(flush, FLUSH_MS);
    }
  };
  await Promise.all(Array.from({ length: Math.min(order.atOnce, objects.length) }, lane));
  flush();
  answer({ kind: 'done' });
}

port.on('message', (order: ThreadOrder) => {
  // An error in an order ends the thread: Node then reports the error to the thread that sent the order.
  perform(order).catch((error: unknown) => {
    setImmediate(() => {
      throw error;
    });
  });
});
