/**
 * What hostile files cost, by command: processor time per byte of files that hold nothing but the smallest records of one
 * kind, hundreds of thousands of them, beside an honest file of the same size that is all structure. Prints the worst, and
 * with --write the table of docs/reliability.md.
 *
 *   tsx scripts/reliability/cost.ts [--kib 128] [--only COMMAND,...] [--write]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { run } from '../../src/cli/run.js';
import { file_mdl } from '../../src/generated/mdl_pb.js';
import { smithBytes } from '../../src/smith/index.js';
import { putTable } from './table.js';

/** Command lines that read FILE; OUT is a file of its own for each run. */
const COMMANDS: readonly (readonly string[])[] = [
  ['validate', 'FILE'],
  ['validate', 'FILE', '--format', 'json'],
  ['info', 'FILE'],
  ['check-compat', 'FILE'],
  ['network', 'FILE'],
  ['disasm', 'FILE', '-o', 'OUT'],
  ['objdump', 'FILE', '-o', 'OUT'],
  ['query', 'header.timestamp', 'FILE'],
  ['diff', 'HONEST', 'FILE'],
  ['stats', 'FILE'],
  ['convert', 'FILE', '--framing', '0', '-o', 'OUT'],
  ['canonicalize', 'FILE', '-o', 'OUT'],
  ['strip', 'FILE', '--timestamp', '-o', 'OUT'],
  ['redact', 'FILE', '-o', 'OUT'],
  ['hash', 'FILE'],
  ['dump', 'FILE', '-o', 'OUT'],
  ['dump', 'FILE', '--format', 'json', '-o', 'OUT'],
  ['mutate', 'FILE', '-o', 'OUT', '-q'],
];

/** Seconds after which a command is ended: nothing of this size takes that long. */
const MOST_SECONDS = 60;
const TIMES_HONEST = 10;

/** A record of one kind, and where it is put. */
interface Pattern {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

function delimited(number: number, payload: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.from([...varint(number * 8 + 2), ...varint(payload.length)]), payload]);
}

/** The shortest way down to each type of message, outermost field first. */
function waysDown(): Map<DescMessage, readonly DescField[]> {
  const root = file_mdl.messages.find(({ name }) => name === 'ProtoMDLMdl') as DescMessage;
  const ways = new Map<DescMessage, readonly DescField[]>([[root, []]]);
  for (const [message, way] of ways) {
    for (const field of message.fields) {
      if (field.message !== undefined && !ways.has(field.message)) ways.set(field.message, [...way, field]);
    }
  }
  return ways;
}

/** The smallest records: of each field, of none that is known, and what breaks within or right after. */
function smallest(message: DescMessage): Pattern[] {
  const records = message.fields.flatMap((field) => {
    const { number } = field;
    const isNumber = field.message === undefined && !['string', 'bytes'].includes(String(field.fieldKind));
    const empty = { name: `${field.name} {}`, bytes: delimited(number, new Uint8Array(0)) };
    const zero = { name: `${field.name} 0`, bytes: Uint8Array.from([...varint(number * 8), 0]) };
    const group = {
      name: `${field.name} group`,
      bytes: Uint8Array.from([...varint(number * 8 + 3), ...varint(number * 8 + 4)]),
    };
    const short = { name: `${field.name} 1 byte`, bytes: delimited(number, Uint8Array.of(1)) };
    return isNumber && field.fieldKind === 'scalar' ? [empty, zero, short] : [empty, short, group];
  });
  const unknown = 3000;
  return [
    ...records,
    { name: 'unknown 0', bytes: Uint8Array.from([...varint(unknown * 8), 0]) },
    { name: 'unknown {}', bytes: delimited(unknown, new Uint8Array(0)) },
    {
      name: 'unknown group',
      bytes: Uint8Array.from([...varint(unknown * 8 + 3), ...varint(unknown * 8 + 4)]),
    },
    { name: 'open groups', bytes: Uint8Array.from(varint(unknown * 8 + 3)) },
    { name: 'overlong tags', bytes: Uint8Array.of(0x8a, 0x80, 0x00, 0x00) },
  ];
}

function* patterns(size: number): Generator<Pattern> {
  for (const [message, way] of waysDown()) {
    for (const { name, bytes } of smallest(message)) {
      const many = Buffer.alloc(size - (size % bytes.length), bytes);
      const file = way.reduceRight<Uint8Array>((inside, { number }) => delimited(number, inside), many);
      const place = way.map((field) => field.name).join('.');
      yield { name: place === '' ? name : `${place}.${name}`, bytes: file };
    }
  }
}

/** The child: runs one command on one file, and says what it took. */
async function measure(args: readonly string[]): Promise<number> {
  const output = { isTerminal: false, columns: undefined, write: async () => {} };
  const begun = process.cpuUsage();
  await run([...args], {
    stdout: output,
    stderr: output,
    env: {},
    parallelism: 1,
    workerFile: undefined,
  });
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

class Runner {
  #child: ChildProcess | undefined;

  /** Milliseconds of processor time; infinite where it took too long. */
  run(args: readonly string[]): Promise<number> {
    this.#child ??= fork(fileURLToPath(import.meta.url), [], {
      execArgv: [...process.execArgv, '--max-old-space-size=2048'],
    });
    const child = this.#child;
    return new Promise((resolve) => {
      const end = (ms: number): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(ms);
      };
      const timer = setTimeout(() => {
        this.close();
        end(Number.POSITIVE_INFINITY);
      }, MOST_SECONDS * 1000);
      child.once('message', (ms: number | null) => end(ms ?? Number.NaN));
      child.once('exit', () => {
        this.#child = undefined;
        end(Number.POSITIVE_INFINITY);
      });
      child.send({ args });
    });
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kib: { type: 'string', default: '128' },
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const size = Number(values.kib) * 1024;
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-cost-'));
  const runner = new Runner();
  try {
    const honest = join(folder, 'honest.mdl');
    const bytes = await smithBytes({ seed: 1, preset: 'metadata', framing: 'bare', targetBytes: size });
    writeFileSync(honest, bytes);
    const file = join(folder, 'hostile.mdl');
    const chosen = COMMANDS.filter(
      ([name]) => values.only === undefined || values.only.split(',').includes(name as string),
    );
    const worst = chosen.map((args) => ({ args, honest: 0, ms: 0, pattern: '' }));
    const argsFor = (args: readonly string[], path: string): string[] =>
      args.map((arg) => ({ FILE: path, HONEST: honest, OUT: join(folder, 'out') })[arg] ?? arg);
    for (const row of worst) {
      // The best of many: warm, and when the machine did nothing else.
      row.honest = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 20; i++)
        row.honest = Math.min(row.honest, await runner.run(argsFor(row.args, honest)));
    }
    let tried = 0;
    for (const pattern of patterns(size)) {
      writeFileSync(file, pattern.bytes);
      tried++;
      for (const row of worst) {
        let ms = await runner.run(argsFor(row.args, file));
        // What else the machine does can only add.
        if (ms > row.ms && Number.isFinite(ms)) ms = Math.min(ms, await runner.run(argsFor(row.args, file)));
        if (ms > row.ms) Object.assign(row, { ms, pattern: pattern.name });
      }
    }
    const lines = worst.map(({ args, honest: usual, ms, pattern }) => {
      const times = ms / usual;
      return `| \`${args.join(' ')}\` | ${usual.toFixed(1)} | ${ms.toFixed(1)} | ${times.toFixed(1)}${times > TIMES_HONEST ? ' **over**' : ''} | \`${pattern}\` |`;
    });
    const table = [
      `${tried} hostile files of ${size / 1024} KiB, ${worst.length} command lines.`,
      '',
      `| command | honest ms | worst ms | times | of |`,
      '|---|---|---|---|---|',
      ...lines,
    ].join('\n');
    console.log(table);
    if (values.write) putTable('cost', table);
  } finally {
    runner.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.send !== undefined) {
  process.on('message', async ({ args }: { args: string[] }) => {
    process.send?.(await measure(args).catch(() => Number.NaN));
  });
} else {
  await main();
}
