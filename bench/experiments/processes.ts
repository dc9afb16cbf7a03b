import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { COMMAND } from '../contenders/catalogue.js';
import { ContenderProcess } from '../measure/contender-process.js';
import { type ProcessRun, peakMemory, timeProcesses } from '../measure/whole-process.js';
import type { Session } from './session.js';

const NO_CHECKSUM = ['validate', '--no-checksum', '--quiet'];
/** Exit codes of the command that are not failures: 1 means that the file has findings. */
const EXIT_CODES = [0, 1];

/** Measures the first call in each of several new processes, in milliseconds. */
export async function timeFirstCalls(session: Session, workload: string): Promise<number[]> {
  session.say(`first call in a fresh process: ${workload}`);
  const { command } = session.contenders.get('protomdl-memory');
  const times: number[] = [];
  for (let i = 0; i < Math.max(3, Math.round(9 * session.patience)); i++) {
    const process = new ContenderProcess('first call', command!);
    await process.load(session.workload(workload).path);
    times.push((await process.run()).milliseconds);
    await process.stop();
  }
  return times;
}

/** Returns the run of the command on a file, as a whole process. */
export function commandRun(path: string, ...args: string[]): ProcessRun {
  return {
    program: process.execPath,
    arguments: [COMMAND, ...NO_CHECKSUM, ...args, path],
    exitCodes: EXIT_CODES,
  };
}

/** @returns the command's times on a small file, and those of an empty Node script */
export async function timeSmallCommand(session: Session): Promise<{ command: number[]; bare: number[] }> {
  session.say('the command on a small file, over bare Node');
  const bare: ProcessRun = { program: process.execPath, arguments: ['-e', '0'] };
  const rounds = Math.max(5, Math.round(25 * session.patience));
  const [command, node] = await timeProcesses([commandRun(session.workload('small').path), bare], rounds);
  return { command: command!, bare: node! };
}

/** @returns the command's times on the metadata-heavy file, and those of `protoc --decode`, if installed */
export async function timeLargeCommand(
  session: Session,
): Promise<{ command: number[]; protoc: number[] | undefined }> {
  session.say('the command on the metadata-heavy file, against protoc --decode');
  const { path } = session.workload('metadata-heavy');
  const protoc = protocRun(session, path);
  const runs = [commandRun(path), ...(protoc === undefined ? [] : [protoc])];
  const [command, decode] = await timeProcesses(runs, Math.max(2, Math.round(3 * session.patience)));
  return { command: command!, protoc: decode };
}

/** Returns the run of `protoc --decode` on a bare message; undefined if protoc is not installed. */
export function protocRun(session: Session, path: string): ProcessRun | undefined {
  const { protoc, schema } = session.contenders;
  if (protoc.program === undefined) {
    session.skip('protoc --decode', protoc.missing ?? '');
    return undefined;
  }
  const args = [`--proto_path=${dirname(schema)}`, '--decode=ProtoMDLMdl', 'mdl.proto'];
  return { program: protoc.program, arguments: args, input: path };
}

export interface Footprint {
  readonly workload: string;
  readonly bytes: number;
  /** Peak memory of the command minus that of bare Node, in bytes. */
  readonly memory: number;
  /** Number of bytes read, from the report. */
  readonly read: number;
}

/** Measures how much memory the command takes and how many bytes it reads, for files of every size. */
export async function measureFootprints(session: Session, names: readonly string[]): Promise<Footprint[]> {
  session.say('memory and bytes read');
  const bare = await leastMemory(['-e', '0']);
  const footprints: Footprint[] = [];
  for (const name of names) {
    const { path, bytes } = session.workload(name);
    const memory = (await leastMemory([COMMAND, ...NO_CHECKSUM, path])) - bare;
    footprints.push({ workload: name, bytes, memory, read: bytesRead(path) });
  }
  return footprints;
}

/** Returns the lowest peak of three runs, because garbage is collected at unpredictable times. */
export async function leastMemory(args: readonly string[]): Promise<number> {
  const peaks: number[] = [];
  for (let i = 0; i < 3; i++) peaks.push(await peakMemory(args, EXIT_CODES));
  return Math.min(...peaks);
}

function bytesRead(path: string): number {
  const args = [COMMAND, 'validate', '--no-checksum', '--fail-on', 'never', '--format', 'json', path];
  const report = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 }));
  return report.files[0].bytes.read;
}
