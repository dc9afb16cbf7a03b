import { randomBytes } from 'node:crypto';
import { findCommand, type ProcessOptions, runCommand } from './run-command.js';

/** The stack of a program that a signal ended, from gdb. */
interface CrashTrace {
  /** Lines in the format of sanitizers: `#0 0x1234 in name file.c:12 (module+0x234)`. */
  readonly stack: readonly string[];
  /** The address of the invalid access; undefined if the signal has no address. */
  readonly address: number | undefined;
}

interface TraceOptions extends Pick<ProcessOptions, 'env' | 'memoryBytes' | 'timeoutMs' | 'signal'> {
  /** The file to use as standard input (default: none). */
  readonly stdinFile?: string | undefined;
}

/** Additional time limit in milliseconds for gdb itself, which reads the symbols of all libraries. */
const OWN_MS = 20_000;
const MAX_OUTPUT = 1 << 20;
/** Maximum number of frames, enough to recognise an infinite recursion. */
const MOST_FRAMES = 64;

/**
 * A script that starts the program with its limits and its input. gdb continues to trace the process when the
 * script executes the program.
 */
const LAUNCHER = `input=$1; space=$2; shift 2
ulimit -c 0
if [ "$space" -gt 0 ]; then ulimit -v "$space"; fi
exec "$@" <"$input"`;

/** Signals that arrive at the position of the fault. */
const TELLING = new Set(['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGABRT', 'SIGTRAP', 'SIGSYS']);

export function isTelling(signal: string | null): boolean {
  return signal !== null && TELLING.has(signal);
}

/**
 * Runs programs again under gdb to find the positions of their crashes. A run takes about a tenth of a second
 * of processor time, so use it only for crashes that no sanitizer reports.
 */
export class Debugger {
  private constructor(private readonly path: string) {}

  /** Returns undefined if gdb is not installed. */
  static find(): Debugger | undefined {
    const { path } = findCommand('gdb', process.env.PATH);
    return path === undefined || process.platform !== 'linux' ? undefined : new Debugger(path);
  }

  /**
   * @returns undefined if the program does not crash under gdb, or if gdb is not permitted to trace the
   * program
   */
  async trace(argv: readonly string[], options: TraceOptions): Promise<CrashTrace | undefined> {
    const { memoryBytes, stdinFile = '/dev/null', timeoutMs, signal, env } = options;
    const space = memoryBytes === undefined ? 0 : Math.max(1, Math.floor(memoryBytes / 1024));
    // The mark separates the program's own output, which comes first, from the output of gdb.
    const mark = randomBytes(12).toString('hex');
    const commands = [
      'set width 0',
      'set print frame-arguments presence',
      'set print frame-info location-and-address',
      'set follow-fork-mode child',
      'run',
      `echo \\n${mark}\\n`,
      `bt ${MOST_FRAMES}`,
      'info proc mappings',
      'printf "address %d %#lx\\n", $_siginfo.si_code, (unsigned long)$_siginfo._sifields._sigfault.si_addr',
      'kill',
    ].flatMap((command) => ['-ex', command]);
    // Debug information of libraries takes three quarters of gdb's time (0.42 s instead of 0.10 s), and is
    // not needed, because frames of libraries are omitted.
    const lean = ['debuginfod enabled off', 'auto-load no', 'debug-file-directory /nonexistent'];
    const quiet = ['-nx', '--batch', ...lean.flatMap((setting) => ['-iex', `set ${setting}`])];
    const launched = ['/bin/sh', '-c', LAUNCHER, 'protomdl', stdinFile, String(space), ...argv];
    const { stdout } = await runCommand([this.path, ...quiet, ...commands, '--args', ...launched], {
      env: { ...env, SHELL: '/bin/sh' },
      timeoutMs: timeoutMs + OWN_MS,
      maxOutput: MAX_OUTPUT,
      signal,
    });
    const said = new TextDecoder().decode(stdout).split(`\n${mark}\n`)[1];
    return said === undefined ? undefined : traceOf(said);
  }
}

/** Addresses of a file that is mapped into memory. */
interface Mapping {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly file: string;
}

function traceOf(said: string): CrashTrace | undefined {
  const lines = said.split('\n');
  const mappings = lines.flatMap((line) => {
    const parts = /^\s*(0x[0-9a-f]+)\s+(0x[0-9a-f]+)\s+0x[0-9a-f]+\s+(0x[0-9a-f]+)\s.*?(\/.*)$/.exec(line);
    if (parts === null) return [];
    const [from, to, offset] = parts.slice(1, 4).map(Number) as [number, number, number];
    return [{ from, to, offset, file: parts[4] as string }];
  });
  const stack = lines.flatMap((line) => stackLine(line, mappings) ?? []);
  if (stack.length === 0) return undefined;
  const address = /^address (\d+) (0x[0-9a-f]+|0)$/m.exec(said);
  // In `si_code`, numbers from 1 on are from the kernel. 128 means a non-canonical address, which the kernel
  // does not report.
  const isKnown = address !== null && Number(address[1]) > 0 && Number(address[1]) < 128;
  return { stack, address: isKnown ? Number(address[2]) : undefined };
}

/**
 * Converts `#1 0x00005555 in main (...) at t.cc:9` to `#1 0x5555 in main t.cc:9 (/tmp/t+0x119)`; returns
 * undefined for other lines.
 */
function stackLine(line: string, mappings: readonly Mapping[]): string | undefined {
  const frame = /^(#\d+)\s+(0x[0-9a-f]+) in (.*)$/.exec(line);
  if (frame === null) return undefined;
  const pc = Number(frame[2]);
  const source = / at (\S+:\d+)$/.exec(frame[3] as string)?.[1];
  const called = (frame[3] as string).replace(/ (?:at|from) \S+$/, '');
  const name = called.slice(0, Math.max(0, called.lastIndexOf(' (')));
  const mapping = mappings.find(({ from, to }) => pc >= from && pc < to);
  const place =
    mapping === undefined ? '' : ` (${mapping.file}+0x${(pc - mapping.from + mapping.offset).toString(16)})`;
  const text = `${name === '??' ? '' : name}${source === undefined ? '' : ` ${source}`}`;
  return `${frame[1]} ${frame[2]} in ${text}${place}`;
}
