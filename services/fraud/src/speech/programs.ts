/** Speech by local programs. They are started without a shell, and with limits on time and size. */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { PROVIDER_TIMEOUT_MS, ProviderError } from '../advice/provider.js';

/**
 * A program and its arguments; `{file}` and `{language}` in the arguments are replaced by the file and the language.
 */
export type Command = readonly string[];

/** Debian's `espeak-ng` reads a text from standard input and writes a recording to standard output. */
export const ESPEAK: Command = ['espeak-ng', '-v', '{language}', '--stdin', '--stdout'];

const MOST_BYTES = 20 * 1024 * 1024;
/** Maximum number of simultaneous programs, because each program uses a processor. */
const AT_ONCE = 2;

export function isInstalled([program = '']: Command): boolean {
  const places = isAbsolute(program)
    ? [program]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Runs a program that speaks a text, and returns its recording.
 * @param language two letters, such as `de`
 * @throws {ProviderError}
 */
export async function speakBy(
  command: Command,
  text: string,
  language: string,
): Promise<{ bytes: Uint8Array; type: string }> {
  // For Chinese, the programs use the code of Mandarin.
  const bytes = await output(command, { language: language === 'zh' ? 'cmn' : language }, text);
  if (bytes.subarray(0, 4).toString('latin1') !== 'RIFF' || bytes.length < 44)
    throw new ProviderError('answer', 'The program wrote no WAV file.');
  // The program writes to a pipe, so it could not set the lengths in the header: it did not know them at the start.
  bytes.writeUInt32LE(bytes.length - 8, 4);
  if (bytes.subarray(36, 40).toString('latin1') === 'data') bytes.writeUInt32LE(bytes.length - 44, 40);
  return { bytes, type: 'audio/wav' };
}

/**
 * Returns the words that a program recognises in a recording. While the program runs, the recording is in a file that
 * only this user can read.
 * @throws {ProviderError}
 */
export async function transcribeBy(
  command: Command,
  audio: { bytes: Uint8Array; name: string },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fraud-speech-'));
  try {
    const file = join(folder, audio.name);
    await writeFile(file, audio.bytes, { mode: 0o600 });
    return (await output(command, { file }, '')).toString('utf8').replace(/\s+/g, ' ').trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const run = promisify(execFile);
let running = 0;
const waiting: (() => void)[] = [];

async function output(
  [program = '', ...args]: Command,
  values: Readonly<Record<string, string>>,
  input: string,
): Promise<Buffer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    const given = args.map((arg) => arg.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole));
    const work = run(program, given, {
      encoding: 'buffer',
      maxBuffer: MOST_BYTES,
      timeout: PROVIDER_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    // Errors of the pipe are ignored: if a program ends before it has read everything, its exit status shows the
    // reason.
    work.child.stdin?.on('error', () => {});
    work.child.stdin?.end(input);
    return (await work).stdout;
  } catch (error) {
    const { killed } = error as { killed?: boolean };
    throw new ProviderError(killed ? 'timeout' : 'answer', `${program} gave no usable answer.`, {
      cause: error,
    });
  } finally {
    running--;
    waiting.shift()?.();
  }
}
