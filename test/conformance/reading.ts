/** Reads one message with all our readers, which must agree. */
import { type Message, toBinary } from '@bufbuild/protobuf';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Kernel } from '../../src/read/kernel/kernel.js';
import type { MessageLayout } from '../../src/read/model/layout.js';
import type { MessageView } from '../../src/read/model/message-view.js';
import { WIRE_CODES } from '../../src/read/scan/codes.js';
import type { Plan } from '../../src/read/scan/plan.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';
import { scanLog } from '../kernel/scan-log.js';
import { asMessage } from '../model/as-message.js';
import { inMemory, inPages, inSkeleton, inWindow } from '../model/stores.js';
import { windowed } from '../source/windowed.js';
import type { Subject } from './subjects.js';
import { readTree } from './tree.js';

/** Reason why a message cannot be read. */
export interface Refusal {
  /** Code of the finding about the wire format. */
  readonly code: string;
  readonly offset: number;
  readonly path: string;
}

/** The message as the views read it, or the reason why it is refused; with the number of readings. */
export interface Reading {
  readonly message?: Message;
  readonly refusal?: Refusal;
  readonly scans: number;
  readonly views: number;
}

/** Two readers, or one reader in two ways, disagree about the same bytes. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/** The smallest possible window of a scan, and one that is not a power of two. */
const WINDOWS = [64, 100];

const ERRORS = new Set<string>(
  WIRE_CODES.filter(({ severity }) => severity === 'error').map(({ code }) => code),
);

type Store = (bytes: Uint8Array, layout: MessageLayout) => MessageView | Promise<MessageView>;
const STORES: readonly (readonly [name: string, store: Store])[] = [
  ['memory', inMemory],
  ['a window', inWindow],
  ['pages', inPages],
  ['a skeleton', inSkeleton],
];

/**
 * Scans a message with and without the kernel, whole and in windows, and reads every field through lazy
 * views, from every kind of source.
 *
 * @throws Disagreement unless the results of all readings agree: the scans with each other, the views with
 * each other and with the scans, and the tree of records with both
 */
export async function readAll(subject: Subject, bytes: Uint8Array): Promise<Reading> {
  const { errors, scans } = await scanAll(subject, bytes);
  const shown: Shown[] = [];
  for (const [name, store] of STORES) shown.push(await show(name, subject, bytes, store));
  const first = shown[0] as Shown;
  for (const other of shown) {
    if (other.summary !== first.summary) {
      throw new Disagreement(`${first.name}: ${first.summary}; ${other.name}: ${other.summary}`);
    }
  }
  const counts = { scans, views: shown.length };
  const [error] = errors;
  await judgeTree(subject, bytes, errors, first);
  if (error === undefined) {
    if (first.message !== undefined) return { message: first.message, ...counts };
    throw new Disagreement(`the scan finds no error; views: ${first.summary}`);
  }
  // If a message has several errors, views report the error in the field that they read first.
  if (errors.some(({ code }) => code === first.code)) return { refusal: error, ...counts };
  throw new Disagreement(`the scan finds ${error.code} at ${error.offset}; views: ${first.summary}`);
}

/** Errors that the tree of records ignores, because they are not errors of framing. */
const NOT_FRAMING = new Set(['string-not-utf8', 'message-nesting-too-deep']);

/**
 * The tree must keep every byte, stop exactly at a framing error, and have the same meaning after it is
 * written again.
 */
async function judgeTree(
  subject: Subject,
  bytes: Uint8Array,
  errors: readonly Refusal[],
  { summary }: Shown,
): Promise<void> {
  const { whole, written, rewritten } = readTree(subject.tables, bytes);
  if (Buffer.compare(written, bytes) !== 0) throw new Disagreement('the tree does not keep the bytes');
  if (whole !== errors.every(({ code }) => NOT_FRAMING.has(code))) {
    throw new Disagreement(`the tree is ${whole ? '' : 'not '}whole; the scan finds: ${codesOf(errors)}`);
  }
  // Unknown values in overlong encodings would differ, but the runner sends none.
  const again = await show('the tree', subject, rewritten, inMemory);
  if (errors.length === 0 && again.summary !== summary) {
    throw new Disagreement(`written anew by the tree: ${again.summary}; before: ${summary}`);
  }
}

/** A message as one kind of view reads it; `summary` must be the same for all kinds. */
interface Shown {
  readonly name: string;
  readonly summary: string;
  readonly message?: Message;
  readonly code?: string;
}

async function show(
  name: string,
  { desc, layout }: Subject,
  bytes: Uint8Array,
  store: Store,
): Promise<Shown> {
  try {
    const message = await asMessage(await store(bytes, layout), desc);
    return { name, message, summary: Buffer.from(toBinary(desc, message)).toString('hex') };
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return { name, code: error.code, summary: `${error.code} in "${error.path}"` };
  }
}

/** Errors of a message in file order, and the number of scans that agreed on them. */
interface Scanned {
  readonly errors: readonly Refusal[];
  readonly scans: number;
}

async function scanAll({ plans, listPlan, listKernel }: Subject, bytes: Uint8Array): Promise<Scanned> {
  const [quiet, telling] = [await scanEveryWay(plans[0]!, bytes), await scanEveryWay(plans[1]!, bytes)];
  const errors = JSON.stringify(quiet.errors);
  if (errors !== JSON.stringify(telling.errors)) {
    throw new Disagreement(`errors depend on who listens: ${errors}; ${JSON.stringify(telling.errors)}`);
  }
  const item = lenRecord(1, bytes);
  const listed = await scanEveryWay(listPlan, concat(item, item, item), listKernel.kernel);
  const codes = codesOf(quiet.errors);
  if (codesOf(listed.errors) !== [codes, codes, codes].filter((some) => some !== '').join()) {
    throw new Disagreement(`errors: ${codes}; in a list of three: ${codesOf(listed.errors)}`);
  }
  return { errors: quiet.errors, scans: quiet.scans + telling.scans + listed.scans };
}

/** Scans whole and in windows, with and without a kernel: the results must be the same. */
async function scanEveryWay(plan: Plan, bytes: Uint8Array, kernel?: Kernel): Promise<Scanned> {
  const expected = await scanLog(plan, memorySource(bytes), undefined);
  const others = WINDOWS.map((size) => scanLog(plan, windowed(bytes), undefined, size));
  if (kernel !== undefined) {
    // The scans run one after the other, because a kernel serves one scan at a time.
    others.push(Promise.resolve(await scanLog(plan, memorySource(bytes), kernel)));
    for (const size of WINDOWS)
      others.push(Promise.resolve(await scanLog(plan, windowed(bytes), kernel, size)));
  }
  const text = expected.join('\n');
  for (const [at, log] of (await Promise.all(others)).entries()) {
    if (log.join('\n') === text) continue;
    throw new Disagreement(at < WINDOWS.length ? 'windows change the scan' : 'the kernel changes the scan');
  }
  return { errors: errorsOf(expected), scans: 1 + others.length };
}

function codesOf(errors: readonly Refusal[]): string {
  return errors.map(({ code }) => code).join();
}

/** Returns the findings in a scan's log that are errors, in file order. */
function errorsOf(log: readonly string[]): Refusal[] {
  return log
    .map((line) => JSON.parse(line) as [kind: string, finding: Omit<Refusal, 'path'>, path: string])
    .filter(([kind, { code }]) => kind === 'report' && ERRORS.has(code))
    .map(([, { code, offset }, path]) => ({ code, offset, path }));
}
