import type { SingleFile, SingleFileContender, SingleFiles } from '../experiments/single-files.js';
import { median, type Ratio, ratioOf } from '../measure/statistics.js';
import type { Row } from './results.js';

type Calls = 'warm' | 'tenth';
type Worst = { readonly file: SingleFile; readonly ratio: Ratio };

const DECODERS = ['ts-proto', 'pbf', 'protobufjs'] as const satisfies readonly SingleFileContender[];
/** Below this time of the scan, in milliseconds, a ratio depends more on the clock than on the work. */
const LEAST_SCAN = 0.005;

/** Returns rows for goals of single files: each row shows the file with the worst ratio. */
export function singleFileRows({ origin, files }: SingleFiles): Row[] {
  const each = origin === 'real' ? 'each real file' : 'each likeness of a real file';
  const whole = `${each}, whole catalogue, warm, in memory`;
  const ratio = (
    base: Pick<Row, 'id' | 'work' | 'against' | 'goal'> & { does: string },
    among: readonly SingleFile[],
    ours: SingleFileContender,
    theirs: (file: SingleFile) => SingleFileContender | undefined,
    calls: Calls,
  ): Row | undefined => {
    const worst = worstOf(among, ours, theirs, calls);
    if (worst === undefined) return undefined;
    const { does, ...row } = base;
    const compared = `${does}; worst of ${among.length}: ${worst.file.name}`;
    return { ...row, compared, unit: 'times', better: 'more', ...worst.ratio };
  };
  const scanned = files.filter((file) => file.contenders.scan !== undefined);
  const long = scanned.filter((file) => warmOf(file, 'scan')! >= LEAST_SCAN);
  const rows = [
    ratio(
      {
        id: 'file-javascript',
        work: whole,
        against: 'fastest of ts-proto, pbf, protobufjs',
        does: 'validate against full decode',
        goal: { least: 0.33, aim: 1 },
      },
      files,
      'protomdl-memory-all',
      fastestDecoder,
      'warm',
    ),
    ratio(
      {
        id: 'file-libprotobuf',
        work: whole,
        against: 'libprotobuf, arena',
        does: 'validate against parse only',
        goal: { least: 0.25, aim: 0.75 },
      },
      files,
      'protomdl-memory-all',
      () => 'libprotobuf-arena',
      'warm',
    ),
    ratio(
      {
        id: 'file-protobuf-es',
        work: whole,
        against: 'protobuf-es',
        does: 'validate against full decode',
        goal: { least: 4, aim: 10 },
      },
      files,
      'protomdl-memory-all',
      () => 'protobuf-es',
      'warm',
    ),
    ratio(
      {
        id: 'file-scan',
        work: `${each} that the scan takes 5 µs for, core set, warm, in memory`,
        against: 'C++ scan',
        does: 'validate both',
        goal: { least: 0.1, aim: 0.3 },
      },
      long,
      'protomdl-memory',
      () => 'scan',
      'warm',
    ),
    shortScans(
      each,
      scanned.filter((file) => !long.includes(file)),
    ),
    ratio(
      {
        id: 'file-tenth',
        work: `${each}, whole catalogue, tenth call in a fresh process, in memory`,
        against: 'protobuf-es, tenth call',
        does: 'validate against full decode',
        goal: { least: 2, aim: 5 },
      },
      files,
      'protomdl-memory-all',
      () => 'protobuf-es',
      'tenth',
    ),
    commandRow(each, files),
  ];
  return rows.filter((row) => row !== undefined);
}

/** Returns the fastest of the JavaScript decoders on a file, warm. */
export function fastestDecoder(file: SingleFile): SingleFileContender | undefined {
  const there = DECODERS.filter((id) => file.contenders[id] !== undefined);
  return there.sort((a, b) => warmOf(file, a)! - warmOf(file, b)!)[0];
}

function worstOf(
  files: readonly SingleFile[],
  ours: SingleFileContender,
  theirs: (file: SingleFile) => SingleFileContender | undefined,
  calls: Calls,
): Worst | undefined {
  let worst: Worst | undefined;
  for (const file of files) {
    const other = theirs(file);
    const [mine, others] = [file.contenders[ours]?.[calls], other && file.contenders[other]?.[calls]];
    if (mine === undefined || others === undefined) continue;
    const ratio = ratioOf(mine, others);
    if (worst === undefined || ratio.value < worst.ratio.value) worst = { file, ratio };
  }
  return worst;
}

function shortScans(each: string, files: readonly SingleFile[]): Row | undefined {
  const slowest = slowestOf(files, (file) => warmOf(file, 'protomdl-memory') ?? 0);
  if (slowest === undefined) return undefined;
  return {
    id: 'file-short-scan',
    work: `${each} that the scan takes less than 5 µs for, core set, warm, in memory`,
    against: 'the clock',
    compared: `validate; worst of ${files.length}: ${slowest.file.name}`,
    unit: 'µs',
    better: 'less',
    value: slowest.value * 1000,
    goal: { least: 50, aim: 17 },
  };
}

function commandRow(each: string, files: readonly SingleFile[]): Row | undefined {
  const slowest = slowestOf(files, ({ command: { command, bare } }) => median(command) - median(bare));
  if (slowest === undefined) return undefined;
  return {
    id: 'file-command',
    work: `protomdl validate of ${each}, checksums verified, whole process`,
    against: 'node -e 0',
    compared: `whole processes, difference of medians; worst of ${files.length}: ${slowest.file.name}`,
    unit: 'ms',
    better: 'less',
    value: slowest.value,
    goal: { least: 25, aim: 12 },
  };
}

function slowestOf(files: readonly SingleFile[], measure: (file: SingleFile) => number) {
  const values = files.map((file) => ({ file, value: measure(file) }));
  return values.sort((a, b) => b.value - a.value)[0];
}

function warmOf(file: SingleFile, id: SingleFileContender): number | undefined {
  const times = file.contenders[id];
  return times && median(times.warm);
}
