/** One run of the conformance runner against a testee, and its results. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { addTallies, EMPTY_TALLY, type Tally, totalOf } from '../../test/conformance/tally.js';
import { buf, ROOT } from '../schema/descriptor-set.js';
import { PROTO_FOLDER, type Runner } from './runner.js';

/** The .proto files that the testee reads. */
const PROTOS = [
  'conformance/conformance.proto',
  'google/protobuf/test_messages_proto3.proto',
  'google/protobuf/test_messages_proto3_editions.proto',
];

/** A run takes some seconds, but the runner waits for ever if a testee hangs. */
const TIMEOUT_MS = 180_000;

/** Limit on kept characters of the runner's output: a testee that fails every test makes 5 million. */
const MAX_OUTPUT = 1 << 24;

/** Signals that end the harness, which ends the runner too, and the resulting exit codes. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

export interface RunOptions {
  /** Path of the testee's source, relative to the repository's root. */
  readonly testee: string;
  readonly testeeArgs?: readonly string[];
  /** File with the tests that are known to fail, a name on each line. */
  readonly failureList: string;
  /** Like `failureList`, for the suite of the text format; none by default. */
  readonly textFailureList?: string;
  /** Smallest number of tests that must succeed. */
  readonly minimum: number;
  /** Names of the only tests to run; all by default. */
  readonly only?: readonly string[];
  /** Time for the whole run; three minutes by default. */
  readonly timeoutMs?: number;
}

export interface SuitesRun {
  /** Faults of the run, in a few words each; empty for a good run. */
  readonly faults: readonly string[];
  /** The runner's own summary lines: one for the binary and JSON tests, one for the text tests. */
  readonly summaries: readonly string[];
  readonly tally: Tally;
  /** Output of the runner and the testees. */
  readonly output: string;
}

/**
 * Returns the descriptors that a testee needs, compiled from the package's .proto files: an encoded
 * FileDescriptorSet.
 */
export function compileProtos(): Buffer {
  compiled ??= compile();
  return compiled;
}

let compiled: Buffer | undefined;

function compile(): Buffer {
  const paths = PROTOS.flatMap((path) => ['--path', `${PROTO_FOLDER}/${path}`]);
  return buf('build', PROTO_FOLDER, ...paths, '--as-file-descriptor-set', '-o', '-');
}

/**
 * Bundled testees by path. The runner starts a testee for each suite; without a bundle, each start takes 2 s
 * of processor time.
 */
const bundled = new Map<string, Promise<string>>();

async function bundle(testee: string): Promise<string> {
  const bundling = await rolldown({ input: join(ROOT, testee), platform: 'node' });
  const { output } = await bundling.generate({ format: 'esm', codeSplitting: false });
  await bundling.close();
  return output[0].code;
}

/** Runs the selected tests, or all tests including the recommended tests. */
export async function runSuites(runner: Runner, options: RunOptions): Promise<SuitesRun> {
  const {
    testee,
    testeeArgs = [],
    failureList,
    textFailureList,
    minimum,
    only = [],
    timeoutMs = TIMEOUT_MS,
  } = options;
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-conformance-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const descriptors = join(folder, 'descriptors.binpb');
    const tallyFile = join(folder, 'tally.ndjson');
    writeFileSync(descriptors, compileProtos());
    const code = bundled.get(testee) ?? bundle(testee);
    bundled.set(testee, code);
    const program = join(folder, 'testee.mjs');
    writeFileSync(program, await code);
    const args = [
      '--enforce_recommended',
      ...['--failure_list', failureList],
      ...(textFailureList === undefined ? [] : ['--text_format_failure_list', textFailureList]),
      ...['--output_dir', folder],
      ...only.flatMap((name) => ['--test', name]),
      ...[process.execPath, program, descriptors, tallyFile, ...testeeArgs],
    ];
    const { ending, output } = await runToEnd([...runner.command, ...args], timeoutMs);
    const summaries = output.match(/^CONFORMANCE SUITE .*$/gm) ?? [];
    const tally = readTally(tallyFile);
    const faults = [...(ending === '' ? [] : [ending]), ...faultsOf(summaries, tally, minimum)];
    return { faults, summaries, tally, output };
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Returns the faults that the runner itself does not detect. */
function faultsOf(summaries: readonly string[], tally: Tally, minimum: number): string[] {
  const faults: string[] = [];
  const successes = summaries.reduce((sum, line) => sum + Number(/(\d+) successes/.exec(line)?.[1] ?? 0), 0);
  if (successes < minimum) faults.push(`${successes} tests succeeded, of at least ${minimum}`);
  // The runner may count a skipped test as a success, so the messages that were read are counted too.
  const read = totalOf(tally.answered) + totalOf(tally.refused);
  if (read < minimum) faults.push(`${read} messages were read, of at least ${minimum}`);
  if (tally.failed > 0) faults.push(`the testee failed ${tally.failed} times`);
  if (read > 0 && tally.kernelBytes === 0) faults.push('the kernel has passed over nothing');
  return faults;
}

/** Adds up the counts that the testees wrote when they ended: the runner starts a testee for each suite. */
function readTally(path: string): Tally {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  return lines.map((line) => JSON.parse(line) as Tally).reduce(addTallies, EMPTY_TALLY);
}

interface Ending {
  /** Description of the exit status; empty on success. */
  readonly ending: string;
  readonly output: string;
}

/** Waits for the testees too: they end after the runner, and only then write their counts. */
function runToEnd([program, ...args]: readonly string[], timeoutMs: number): Promise<Ending> {
  return new Promise((resolve, reject) => {
    // The runner gets a separate process group, so that a hanging testee is ended together with the runner.
    const child = spawn(program!, args, { cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT) output += chunk.toString();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      killGroup(child);
    }, timeoutMs);
    const stop = (signal: NodeJS.Signals) => {
      killGroup(child);
      process.exit(SIGNALS[signal as keyof typeof SIGNALS]);
    };
    for (const signal in SIGNALS) process.once(signal, stop);
    const settle = () => {
      clearTimeout(timer);
      for (const signal in SIGNALS) process.off(signal, stop);
    };
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code, signal) => {
      settle();
      const how = signal === null ? `exit code ${code}` : signal;
      const why = late ? `the runner was ended after ${timeoutMs / 1000} s` : `the runner ended with ${how}`;
      resolve({ ending: code === 0 ? '' : why, output });
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The signal cannot be sent if all of the processes have ended by themselves.
  }
}
