/**
 * Cost of hostile files by command: processor time for files with tens of thousands of the smallest records
 * of one kind, compared with a regular file of the same size without blobs. Every file is run once at a
 * quarter of the size. The costliest files are then measured at the full size, and the costliest of these at
 * four times the size: if the cost grows faster than the file, the script exits with 1. Prints the costliest
 * files, and with --write updates the table of docs/reliability.md.
 *
 *   tsx scripts/reliability/cost.ts [--kib 64] [--every 10 (a tenth of the files)] [--only COMMAND,...] [--write]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { countRecords, type Hostile, hostileFiles } from './hostile.js';
import { putTable } from './table.js';

/** Command lines that read FILE; OUT is a separate file or folder for each run. */
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
  // Several mutants are made, because the cost of a single mutant depends on the mutations that are drawn for
  // the file: one list that grows to 65,535 records would dominate.
  ['mutate', 'FILE', '--seed', '1', '--count', '8', '-o', 'OUT', '-q'],
];

/** Time limit of a command in seconds: no command takes that long for files of this size. */
const MOST_SECONDS = 60;
const TIMES_HONEST = 10;
/**
 * Factor between the sizes whose costs per byte are compared; up to twice the cost is allowed, for logarithms
 * and garbage collection.
 */
const LARGER = 4;
const MOST_GROWTH = 2;
/** Number of costliest files of each command line that are also run at the larger size. */
const GROWN = 3;
/**
 * Divisor of the size at which every file is run once: a single run may include a garbage collection or a
 * disturbance of the machine.
 */
const SIEVE = 4;
/** Number of costliest files that are measured for each command line. */
const SIEVED = 16;
/**
 * Number of measurements of each hostile file, and of the regular file beside it; the lowest result counts.
 */
const RUNS = 5;
/** Number of runs of the regular file before other files. */
const FRESH_RUNS = 20;

/**
 * Bundles the child into a folder, like the command: with tsx, a function call sets the name of each closure,
 * and these calls would dominate the cost of a hostile record.
 */
async function bundleChild(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./measured.ts', import.meta.url)),
    platform: 'node',
    external: ['piscina', 'open', 'send'],
    onLog: () => {},
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await bundle.close();
  return join(folder, 'measured.mjs');
}

class Runner {
  #child: ChildProcess | undefined;

  constructor(private readonly file: string) {}

  /**
   * Runs a command; returns its milliseconds of processor time, or infinity if the time limit was reached.
   */
  run(args: readonly string[]): Promise<number> {
    this.#child ??= fork(this.file, [], { execArgv: ['--max-old-space-size=2048'] });
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

interface Cost {
  readonly file: Hostile;
  readonly ms: number;
}

const byCost = (a: Cost, b: Cost): number => b.ms - a.ms;

/** Measurements of a command line. */
class Row {
  /** Milliseconds for a regular file of the same size, in a new process. */
  honest = 0;
  /** As `honest`, in a process that has run all other files: compiled code and the kernel are faster. */
  warm = Number.POSITIVE_INFINITY;
  /** Costliest files in the smaller size, then in the full size; the costliest file first. */
  costliest: readonly Cost[] = [];
  /** Number of records in the worst file. */
  records = 0;
  growth = { times: 0, name: '' };

  constructor(readonly args: readonly string[]) {}

  put(cost: Cost): void {
    if (this.costliest.length === SIEVED && cost.ms <= (this.costliest[SIEVED - 1] as Cost).ms) return;
    this.costliest = [...this.costliest, cost].sort(byCost).slice(0, SIEVED);
  }

  line(): string {
    const { file, ms } = this.costliest[0] as Cost;
    const cells = [
      `\`${this.args.join(' ')}\``,
      this.honest.toFixed(1),
      this.warm.toFixed(1),
      ms.toFixed(1),
      marked(ms / this.honest, TIMES_HONEST),
      marked(ms / this.warm, TIMES_HONEST),
      ((ms * 1000) / this.records).toFixed(1),
      marked(this.growth.times, MOST_GROWTH),
      `\`${file.name}\``,
    ];
    return `| ${cells.join(' | ')} |`;
  }
}

function marked(times: number, most: number): string {
  return `${times.toFixed(1)}${times > most ? ' **over**' : ''}`;
}

class Measurement {
  readonly #runner: Runner;
  readonly #file: string;
  readonly #honest: string;
  #honestBytes: Uint8Array = new Uint8Array(0);
  tried = 0;
  honestRecords = 0;

  constructor(
    private readonly folder: string,
    private readonly size: number,
    readonly rows: readonly Row[],
    child: string,
  ) {
    this.#runner = new Runner(child);
    this.#file = join(folder, 'file.mdl');
    this.#honest = join(folder, 'honest.mdl');
  }

  async honestFile(): Promise<void> {
    const file = (seed: number): PromiseLike<Uint8Array> | Uint8Array =>
      smithBytes({ seed, preset: 'metadata', framing: 'bare', targetBytes: this.size });
    // `diff` needs a second regular file that differs from the first: comparing equal files costs nothing.
    writeFileSync(this.#honest, await file(2));
    this.#honestBytes = await file(1);
    this.honestRecords = countRecords(this.#honestBytes);
    for (const row of this.rows) row.honest = await this.#least(row, this.#honestBytes, FRESH_RUNS);
  }

  /** @param every 1 for all files, 10 for a tenth of them */
  async sieve(every: number): Promise<void> {
    let index = 0;
    for (const file of hostileFiles()) {
      if (index++ % every !== 0) continue;
      this.tried++;
      const bytes = file.of(this.size / SIEVE);
      for (const row of this.rows) row.put({ file, ms: await this.#least(row, bytes, 1) });
    }
  }

  async costliest(): Promise<void> {
    for (const row of this.rows) {
      const costs: Cost[] = [];
      for (const { file } of row.costliest) {
        costs.push({ file, ms: await this.#least(row, file.of(this.size), RUNS) });
        row.warm = Math.min(row.warm, await this.#least(row, this.#honestBytes, RUNS));
      }
      row.costliest = costs.sort(byCost);
      row.records = countRecords((costs[0] as Cost).file.of(this.size));
    }
  }

  /** Measures whether the costliest file costs more per byte at a larger size. */
  async growth(): Promise<void> {
    for (const row of this.rows) {
      for (const { file } of row.costliest.slice(0, GROWN)) {
        const [least, most] = [file.of(this.size), file.of(this.size * LARGER)];
        let times = Number.POSITIVE_INFINITY;
        // Measures high values again, because the machine may have been busy.
        for (let i = 0; i < 3 && times > MOST_GROWTH; i++) {
          const before = (await this.#least(row, least, RUNS)) / least.length;
          const after = (await this.#least(row, most, RUNS)) / most.length;
          times = Math.min(times, after / before);
        }
        if (times > row.growth.times) row.growth = { times, name: file.name };
      }
    }
  }

  close(): void {
    this.#runner.close();
  }

  async #least({ args }: Row, bytes: Uint8Array, runs: number): Promise<number> {
    writeFileSync(this.#file, bytes);
    const out = join(this.folder, 'out');
    const names: Readonly<Record<string, string>> = { FILE: this.#file, HONEST: this.#honest, OUT: out };
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < runs; i++) {
      rmSync(out, { recursive: true, force: true });
      least = Math.min(least, await this.#runner.run(args.map((arg) => names[arg] ?? arg)));
    }
    return least;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kib: { type: 'string', default: '64' },
      every: { type: 'string', default: '1' },
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const size = Number(values.kib) * 1024;
  const chosen = COMMANDS.filter(
    ([name]) => values.only === undefined || values.only.split(',').includes(name as string),
  );
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-cost-'));
  const measurement = new Measurement(
    folder,
    size,
    chosen.map((args) => new Row(args)),
    await bundleChild(folder),
  );
  try {
    await measurement.honestFile();
    await measurement.sieve(Number(values.every));
    await measurement.costliest();
    await measurement.growth();
  } finally {
    measurement.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const { rows, tried, honestRecords } = measurement;
  const table = [
    `${tried.toLocaleString('en')} hostile files${values.every === '1' ? '' : ', a sample,'} of ${size / 1024} KiB, ${rows.length} command lines. The honest one has ${honestRecords.toLocaleString('en')} records.`,
    '',
    '| command | honest ms | warm ms | worst ms | times honest | times warm | µs a record | growth | of |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => row.line()),
  ].join('\n');
  console.log(table);
  if (values.write) putTable('cost', table);
  const grown = rows.filter(({ growth }) => growth.times > MOST_GROWTH);
  for (const { args, growth } of grown) {
    console.log(
      `${args.join(' ')}: ${growth.times.toFixed(1)} times as much a byte with ${LARGER} times the size: ${growth.name}`,
    );
  }
  if (grown.length > 0) process.exitCode = 1;
}

await main();
