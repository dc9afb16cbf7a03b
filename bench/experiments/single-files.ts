import { ContenderProcess } from '../measure/contender-process.js';
import { type Entry, play } from '../measure/match.js';
import { type Summary, summarize } from '../measure/statistics.js';
import { timeProcesses } from '../measure/whole-process.js';
import { millisecondsText } from '../report/number-text.js';
import { likenesses } from '../workloads/likenesses.js';
import { type RealFile, realFiles, realFolder } from '../workloads/real-files.js';
import { storedWorkload } from '../workloads/store.js';
import { commandRun } from './processes.js';
import type { Session } from './session.js';

export const SINGLE_FILE_CONTENDERS = [
  'protomdl-memory-all',
  'protomdl-memory',
  'protomdl-file-all',
  'protomdl-file',
  'pbf',
  'ts-proto',
  'protobufjs',
  'protobuf-es',
  'libprotobuf-arena',
  'scan',
] as const;

export type SingleFileContender = (typeof SINGLE_FILE_CONTENDERS)[number];

/** Milliseconds of one contender on one file. */
export interface SingleFileTimes {
  /** Times of one call, in a process that has made `callsBefore` calls. */
  readonly warm: readonly number[];
  readonly callsBefore: number;
  /** Times of the first and the tenth call, in new processes. */
  readonly first: readonly number[];
  readonly tenth: readonly number[];
}

export interface SingleFile {
  readonly name: string;
  readonly bytes: number;
  readonly messages: number;
  readonly contenders: Partial<Record<SingleFileContender, SingleFileTimes>>;
  /**
   * Times of the command on the whole file, including its checksum, and of a Node process that does nothing.
   */
  readonly command: { readonly command: readonly number[]; readonly bare: readonly number[] };
}

export interface SingleFiles {
  /** Origin of the files: compilers, or the generator of likenesses. */
  readonly origin: 'real' | 'likeness';
  readonly files: readonly SingleFile[];
}

/** The part of the measurements that is stored with the results. */
export interface SingleFileResult {
  readonly name: string;
  readonly bytes: number;
  readonly messages: number;
  readonly contenders: readonly {
    readonly id: SingleFileContender;
    readonly title: string;
    readonly callsBefore: number;
    readonly warm: Summary;
    readonly first: Summary;
    readonly tenth: Summary;
  }[];
}

/** Milliseconds of a warm turn, enough for several calls of the slowest contender. */
const TURN_MS = 20;
const TURNS = 11;
/**
 * A contender is warm when its calls no longer get faster. V8 optimises a function only after the function
 * has run for some time, and a validator has many functions, each of which runs for a fraction of a call: the
 * smallest file takes 400 µs after 1,000 calls, 190 after 2,000, 70 after 10,000 and 45 after 40,000. A
 * decoder is warm after some hundred calls, native code after the first call.
 */
const WARM_UP_MS = { JavaScript: 3000, 'C++': 300 };
const COLD_PROCESSES = 5;
const COMMAND_ROUNDS = 7;

/**
 * Measures single files: the files of PROTOMDL_REAL_FILES, or likenesses of real files if it names no folder.
 */
export async function timeSingleFiles(session: Session): Promise<SingleFiles> {
  const folder = realFolder();
  const all = folder === undefined ? likenessFiles() : realFiles(folder);
  const files: SingleFile[] = [];
  for (const file of all) files.push(await timeFile(session, file));
  return { origin: folder === undefined ? 'likeness' : 'real', files };
}

/** Returns bare messages, so that no reader parses a container. */
function likenessFiles(): RealFile[] {
  return likenesses().map((workload) => {
    const message = storedWorkload(workload, 1);
    return { whole: message.path, message };
  });
}

async function timeFile(session: Session, { whole, message }: RealFile): Promise<SingleFile> {
  const { name, bytes, messages } = message;
  session.say(`single file: ${name}`);
  const entries = SINGLE_FILE_CONTENDERS.flatMap((id): Entry[] => {
    const { command, title, language, missing = '' } = session.contenders.get(id);
    if (command !== undefined)
      return [{ id, command, workload: message, warmUpMs: WARM_UP_MS[language] * session.patience }];
    session.skip(title, missing);
    return [];
  });
  const played = await play(entries, {
    budgetMs: TURNS * TURN_MS * entries.length * session.patience,
    turnMs: TURN_MS,
  });
  const cold = await coldCalls(entries, Math.max(3, Math.round(COLD_PROCESSES * session.patience)));
  const contenders: SingleFile['contenders'] = Object.fromEntries(
    played.map(({ id, milliseconds, callsBefore }, i) => [
      id,
      { warm: milliseconds, callsBefore, ...cold[i]! },
    ]),
  );
  const rounds = Math.max(3, Math.round(COMMAND_ROUNDS * session.patience));
  const bare = { program: process.execPath, arguments: ['-e', '0'] };
  const verified = { ...commandRun(whole), arguments: commandRun(whole).arguments.filter(isNoSwitch) };
  const [command, node] = await timeProcesses([verified, bare], rounds);
  for (const { id, summary } of played)
    session.say(`  ${millisecondsText(summary.median).padStart(12)}  ${id}`);
  return { name, bytes, messages, contenders, command: { command: command!, bare: node! } };
}

/** True for every argument except `--no-checksum`; without that argument, the command verifies checksums. */
function isNoSwitch(argument: string): boolean {
  return argument !== '--no-checksum';
}

/**
 * Measures first and tenth calls in fresh processes, which start side by side and are then called one after
 * the other.
 */
async function coldCalls(
  entries: readonly Entry[],
  rounds: number,
): Promise<{ first: number[]; tenth: number[] }[]> {
  const calls = entries.map((): { first: number[]; tenth: number[] } => ({ first: [], tenth: [] }));
  for (let round = 0; round < rounds; round++) {
    const processes = entries.map(({ id, command }) => new ContenderProcess(id, command));
    try {
      await Promise.all(processes.map((process, i) => process.load(entries[i]!.workload.path)));
      for (const [i, process] of processes.entries()) {
        calls[i]!.first.push((await process.run()).milliseconds);
        for (let call = 2; call < 10; call++) await process.run();
        calls[i]!.tenth.push((await process.run()).milliseconds);
      }
    } finally {
      await Promise.all(processes.map((process) => process.stop()));
    }
  }
  return calls;
}

export function singleFileResults({ files }: SingleFiles, session: Session): SingleFileResult[] {
  return files.map(({ name, bytes, messages, contenders }) => ({
    name,
    bytes,
    messages,
    contenders: SINGLE_FILE_CONTENDERS.flatMap((id) => {
      const times = contenders[id];
      if (times === undefined) return [];
      const { warm, first, tenth, callsBefore } = times;
      const { title, place } = session.contenders.get(id);
      const where = place === 'file' ? `${title}, from a file` : title;
      const summaries = { warm: summarize(warm), first: summarize(first), tenth: summarize(tenth) };
      return [{ id, title: where, callsBefore, ...summaries }];
    }),
  }));
}
