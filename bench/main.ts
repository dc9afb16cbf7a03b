/**
 * `npm run bench`: measures everything in about five minutes, and writes results, tables and charts.
 *
 *   --check             a subset in two minutes, compared with bench/baseline.json; ends with 1 on regressions
 *   --update-baseline   with --check: writes the baseline instead
 *   --scale N           workloads at N times their sizes (default 1); results then go to .cache/bench
 *   --patience N        N times the time for turns (default 1)
 *   --only NAME,…       matches, `files`, `ids`, `folders`, `processes`, `scaling`; results are printed only
 *   --merge             with --only: new measurements replace those in the last results, which are written
 *   --render            writes tables and charts of the last results, measures nothing
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.js';
import { compare, readBaseline, TOLERANCE, unmeasured, writeBaseline } from './check.js';
import { openContenders } from './contenders/catalogue.js';
import { timeManyFiles } from './experiments/many-files.js';
import { CHECK_MATCHES, MATCHES, playMatch } from './experiments/matches.js';
import { timeOtherIds } from './experiments/other-ids.js';
import {
  measureFootprints,
  timeFirstCalls,
  timeLargeCommand,
  timeSmallCommand,
} from './experiments/processes.js';
import { measureScaling } from './experiments/scaling.js';
import { type PlayedMatch, Session } from './experiments/session.js';
import { singleFileResults, timeSingleFiles } from './experiments/single-files.js';
import { describeMachine } from './report/machine.js';
import { rowsTable } from './report/markdown.js';
import { merged } from './report/merge.js';
import type { Results, Row } from './report/results.js';
import { type Measured, rowsOf } from './report/rows.js';
import { LATEST, writeReport } from './report/write.js';
import { sweepStore } from './workloads/store.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOOTPRINTS = [
  'small',
  'metadata-heavy',
  'many-contexts',
  'irregular',
  'blob-heavy',
  'sparse-bare',
  'sparse-framed',
];
/** Factor for the time of turns in `--check`. */
const CHECK_PATIENCE = 0.6;

interface Flags {
  readonly check: boolean;
  readonly updateBaseline: boolean;
  readonly scale: number;
  readonly patience: number;
  readonly only: readonly string[];
  readonly merge: boolean;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      'update-baseline': { type: 'boolean', default: false },
      scale: { type: 'string', default: '1' },
      patience: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      merge: { type: 'boolean', default: false },
      render: { type: 'boolean', default: false },
    },
  });
  if (values.render) {
    if (!existsSync(LATEST)) {
      console.error('there are no results yet: npm run bench');
      return 2;
    }
    console.log(writeReport(JSON.parse(readFileSync(LATEST, 'utf8')) as Results).join('\n'));
    return 0;
  }
  const flags: Flags = {
    check: values.check,
    updateBaseline: values['update-baseline'],
    scale: positive('--scale', values.scale),
    patience: positive('--patience', values.patience),
    only: values.only === '' ? [] : values.only.split(','),
    merge: values.merge,
  };
  if (flags.merge && (flags.only.length === 0 || flags.scale !== 1 || !existsSync(LATEST))) {
    throw new Error('--merge takes --only, no --scale, and results of an earlier run');
  }
  if (flags.check && flags.scale !== 1) throw new Error('--check takes no --scale: ratios depend on sizes');
  await build();
  sweepStore();
  const contenders = await openContenders();
  const patience = flags.check ? flags.patience * CHECK_PATIENCE : flags.patience;
  const session = new Session(contenders, flags.scale, patience);
  return flags.check ? check(session, flags) : measureAll(session, flags);
}

async function measureAll(session: Session, { scale, only, merge }: Flags): Promise<number> {
  const started = performance.now();
  const wanted = (name: string) => only.length === 0 || only.includes(name);
  const singleFiles = wanted('files') ? await timeSingleFiles(session) : undefined;
  const ofFiles = (performance.now() - started) / 1000;
  const otherIds = wanted('ids') ? await timeOtherIds(session) : undefined;
  const matches = new Map<string, PlayedMatch>();
  for (const plan of MATCHES) if (wanted(plan.name)) matches.set(plan.name, await playMatch(session, plan));
  const manyFiles = wanted('folders') ? await timeManyFiles(session) : undefined;
  const processes = wanted('processes') ? await measureProcesses(session) : NOTHING;
  const rows = rowsOf({ matches, singleFiles, otherIds, manyFiles, ...processes });
  const scaling = wanted('scaling') ? await measureScaling(session, manyFiles) : undefined;
  const date = new Date().toISOString().slice(0, 10);
  const results: Results = {
    schemaVersion: 1,
    date,
    machine: describeMachine(),
    scale,
    seconds: (performance.now() - started) / 1000,
    matches: [...matches.values()].map(({ result }) => result),
    rows,
    scaling,
    ...(singleFiles !== undefined && {
      singleFiles: {
        date,
        seconds: ofFiles,
        origin: singleFiles.origin,
        files: singleFileResults(singleFiles, session),
      },
    }),
    skipped: session.skipped,
  };
  console.log(rowsTable(rows));
  if (only.length > 0 && !merge) return 0;
  if (scale === 1) {
    const all = merge ? merged(JSON.parse(readFileSync(LATEST, 'utf8')) as Results, results) : results;
    writeFileSync(LATEST, `${JSON.stringify(all, null, 2)}\n`);
    console.log(`\nwritten: bench/results/latest.json, ${writeReport(all).join(', ')}`);
    return 0;
  }
  const folder = join(ROOT, '.cache', 'bench', 'report');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\nwritten: ${writeReport(results, folder).join(', ')} in .cache/bench/report`);
  return 0;
}

type Processes = Omit<Measured, 'matches' | 'singleFiles' | 'otherIds' | 'manyFiles'>;

const NOTHING: Processes = {
  firstCalls: undefined,
  smallCommand: undefined,
  largeCommand: undefined,
  memory: undefined,
  readShare: undefined,
};

async function measureProcesses(session: Session): Promise<Processes> {
  const firstCalls = await timeFirstCalls(session, 'metadata-heavy');
  const smallCommand = await timeSmallCommand(session);
  const largeCommand = await timeLargeCommand(session);
  const footprints = await measureFootprints(session, FOOTPRINTS);
  for (const { workload, bytes, memory, read } of footprints) {
    const share = ((100 * read) / bytes).toFixed(2);
    session.say(`  ${workload}: ${(memory / 1e6).toFixed(1)} MB over bare Node, ${share} % read`);
  }
  const most = footprints.reduce((a, b) => (b.memory > a.memory ? b : a));
  const heavy = footprints.find(({ workload }) => workload === 'metadata-heavy')!;
  return {
    firstCalls,
    smallCommand,
    largeCommand,
    memory: { bytes: most.memory, workload: most.workload },
    readShare: heavy.read / heavy.bytes,
  };
}

async function check(session: Session, flags: Flags): Promise<number> {
  const matches = new Map<string, PlayedMatch>();
  for (const plan of CHECK_MATCHES) matches.set(plan.name, await playMatch(session, plan));
  const firstCalls = await timeFirstCalls(session, 'metadata-heavy');
  const rows: Row[] = rowsOf({ matches, ...NOTHING, firstCalls });
  if (flags.updateBaseline) {
    const { processor } = describeMachine();
    writeBaseline(rows, new Date().toISOString().slice(0, 10), processor);
    console.log('bench/baseline.json written');
    return 0;
  }
  const baseline = readBaseline();
  if (baseline === undefined) {
    console.error('there is no bench/baseline.json: make one with npm run bench:check -- --update-baseline');
    return 2;
  }
  for (const id of unmeasured(rows, baseline)) console.log(`${id}: not measured here`);
  const comparisons = compare(rows, baseline);
  for (const { id, before, now, worse, regressed } of comparisons) {
    const change = `${worse > 0 ? 'worse' : 'better'} by ${Math.abs(worse * 100).toFixed(0)} %`;
    console.log(`${regressed ? 'REGRESSED' : 'ok       '} ${id}: ${before} → ${now.toFixed(3)}, ${change}`);
  }
  if (comparisons.length === 0) {
    console.error('nothing of the baseline could be measured');
    return 2;
  }
  const regressions = comparisons.filter(({ regressed }) => regressed).length;
  console.log(`${regressions} of ${comparisons.length} ratios worse by more than ${TOLERANCE * 100} %`);
  return regressions > 0 ? 1 : 0;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`${name} takes a number above 0, not ${text}`);
  return value;
}

process.exitCode = await main();
