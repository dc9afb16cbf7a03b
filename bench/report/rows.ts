import type { ManyFiles } from '../experiments/many-files.js';
import type { OtherIds } from '../experiments/other-ids.js';
import { fastest, type PlayedMatch } from '../experiments/session.js';
import type { SingleFiles } from '../experiments/single-files.js';
import { median, ratioOf } from '../measure/statistics.js';
import { otherIdsRows } from './other-ids-rows.js';
import type { Row } from './results.js';
import { singleFileRows } from './single-file-rows.js';

/** Measurements for the rows; undefined for measurements that were not taken. */
export interface Measured {
  readonly matches: ReadonlyMap<string, PlayedMatch>;
  readonly singleFiles?: SingleFiles | undefined;
  readonly otherIds?: OtherIds | undefined;
  readonly firstCalls: readonly number[] | undefined;
  readonly smallCommand: { readonly command: number[]; readonly bare: number[] } | undefined;
  readonly largeCommand: { readonly command: number[]; readonly protoc: number[] | undefined } | undefined;
  readonly manyFiles?: readonly ManyFiles[] | undefined;
  /** Memory of the command minus that of bare Node, for the workload where it is largest. */
  readonly memory: { readonly bytes: number; readonly workload: string } | undefined;
  /** Share of the metadata-heavy file that was read. */
  readonly readShare: number | undefined;
}

type Times = readonly number[] | undefined;
type RowBase = Omit<Row, 'value' | 'interval'>;

const SCAN_GOAL = { least: 0.8, aim: 1 };
const SCAN_FILE_GOAL = { least: 0.75, aim: 0.95 };
const IRREGULAR_GOAL = { least: 0.75, aim: 0.9 };
const JAVASCRIPT_DECODERS = ['pbf', 'ts-proto', 'protobufjs'] as const;

/** Returns the rows whose measurements exist. */
export function rowsOf(measured: Measured): Row[] {
  return [
    ...(measured.singleFiles === undefined ? [] : singleFileRows(measured.singleFiles)),
    ...(measured.otherIds === undefined ? [] : otherIdsRows(measured.otherIds)),
    ...(measured.manyFiles ?? []).flatMap(manyFilesRows),
    ...scanRows(measured),
    ...catalogueRows(measured),
    ...peerRows(measured),
    ...blobRows(measured),
    ...processRows(measured),
  ];
}

function scanRows({ matches }: Measured): Row[] {
  const rows: (Row | undefined)[] = [];
  const against = 'C++ scan of the same checks, in memory';
  for (const [name, work, goals] of [
    ['metadata-heavy', 'validate 60 MB of metadata', [SCAN_GOAL, SCAN_FILE_GOAL]],
    ['many-contexts', 'validate 43 MB in 200 contexts', [SCAN_GOAL, SCAN_FILE_GOAL]],
    ['irregular', 'validate irregular data', [IRREGULAR_GOAL, IRREGULAR_GOAL]],
  ] as const) {
    const match = matches.get(name);
    for (const [i, place] of (['memory', 'file'] as const).entries()) {
      const where = place === 'memory' ? 'in memory, warm' : 'from a file, reads included';
      const base = faster(`${name}-${place}`, `${work}, ${where}`, against, 'validate both', goals[i]!);
      rows.push(ratioRow(base, match?.times(`protomdl-${place}`), match?.times('scan')));
    }
  }
  return present(rows);
}

/** Returns rows for the cost of all rules, compared with the core set. */
function catalogueRows({ matches }: Measured): Row[] {
  const rows: (Row | undefined)[] = [];
  for (const [name, work] of [
    ['metadata-heavy', 'validate 60 MB of metadata by the whole catalogue'],
    ['many-contexts', 'validate 43 MB in 200 contexts by the whole catalogue'],
  ] as const) {
    const match = matches.get(name);
    const base = slower(`${name}-all`, work, 'the core set', 'validate both, in memory, warm', {
      least: 1.6,
      aim: 1.2,
    });
    rows.push(ratioRow(base, match?.times('protomdl-memory'), match?.times('protomdl-memory-all')));
  }
  return present(rows);
}

function peerRows({ matches }: Measured): Row[] {
  const match = matches.get('metadata-heavy');
  const work = 'validate 60 MB of metadata, in memory, warm';
  const row = (
    id: string,
    against: string,
    theirs: string,
    compared: string,
    goal: Row['goal'],
  ): Row | undefined =>
    ratioRow(
      faster(id, work, against, compared, goal),
      match?.times('protomdl-memory'),
      match?.times(theirs),
    );
  const best = match && fastest(match, JAVASCRIPT_DECODERS);
  const lazy = faster(
    'lazy-access',
    'open the 60 MB file and read one field of every operation',
    'protobuf-es, in memory',
    'lazy reading against full decode',
    { least: 8, aim: 15 },
  );
  const parse = 'validate against parse only';
  const decode = 'validate against full decode';
  return present([
    row('libprotobuf-arena', 'libprotobuf, arena', 'libprotobuf-arena', parse, { least: 2.2, aim: 2.8 }),
    row('libprotobuf-heap', 'libprotobuf, heap', 'libprotobuf-heap', parse, { least: 3.5, aim: 5 }),
    best &&
      row('fastest-javascript', `fastest of pbf, ts-proto, protobufjs: ${best.title}`, best.id, decode, {
        least: 8,
        aim: 11,
      }),
    row('protobuf-es', 'protobuf-es', 'protobuf-es', decode, { least: 22, aim: 30 }),
    ratioRow(lazy, match?.times('protomdl-lazy'), match?.times('protobuf-es')),
  ]);
}

function blobRows({ matches }: Measured): Row[] {
  const match = matches.get('blob-heavy');
  const work = 'open, read and validate 256 MB of 13 KB blobs';
  const scan = faster('blobs-scan', work, 'C++ scan, mapped file', 'validate both, from a file', {
    least: 0.6,
    aim: 1,
  });
  const whole = faster('blobs-whole', work, 'reading the file whole', 'validate against read only', {
    least: 8,
    aim: 10,
  });
  const ours = match?.times('protomdl-file');
  return present([
    ratioRow(scan, ours, match?.times('scan-mapped')),
    ratioRow(whole, ours, match?.times('read-whole')),
  ]);
}

function processRows(measured: Measured): Row[] {
  const { matches, firstCalls, smallCommand, largeCommand, memory, readShare } = measured;
  const warm = matches.get('metadata-heavy')?.times('protomdl-memory');
  const flaws = matches.get('flaws');
  const clean = flaws?.times('protomdl-memory', 'metadata-heavy');
  const flawed = (id: string, work: string): Row | undefined => {
    const base = slower(`flaws-${id}`, work, 'the clean file', 'validate both, in memory, warm', {
      least: 4,
      aim: 2,
    });
    const workload = `flaw-per-1000-${id}`;
    return ratioRow(base, clean, flaws?.times('protomdl-memory', workload));
  };
  return present([
    ratioRow(
      slower(
        'first-call',
        'validate 60 MB of metadata, first call in a fresh process',
        'warm',
        'validate both',
        {
          least: 1.4,
          aim: 1.1,
        },
      ),
      warm,
      firstCalls,
    ),
    smallCommand && {
      id: 'command-small',
      work: 'protomdl validate of a 130 KB file, whole process',
      against: 'node -e 0',
      compared: 'whole processes, difference of medians',
      unit: 'ms',
      better: 'less',
      value: median(smallCommand.command) - median(smallCommand.bare),
      goal: { least: 12, aim: 6 },
    },
    ratioRow(
      faster(
        'command-large',
        'protomdl validate of the 60 MB file, whole process',
        'protoc --decode',
        'whole processes: validate against decode to text',
        { least: 18, aim: 26 },
      ),
      largeCommand?.command,
      largeCommand?.protoc,
    ),
    memory && {
      id: 'memory',
      work: `memory of protomdl validate, any file size (most: ${memory.workload})`,
      against: 'bare Node',
      compared: 'whole processes, most memory ever',
      unit: 'MB',
      better: 'less',
      value: memory.bytes / 1e6,
      goal: { least: 24, aim: 10 },
    },
    readShare === undefined
      ? undefined
      : {
          id: 'bytes-read',
          work: 'bytes read of the 60 MB of metadata',
          against: 'its size',
          compared: 'as the report says',
          unit: '%',
          better: 'less',
          value: readShare * 100,
          goal: { least: 101, aim: 100 },
        },
    flawed('operations', 'validate 60 MB of metadata with a finding in every thousandth operation'),
    flawed('actions', 'validate 60 MB of metadata with a finding after every thousandth action'),
  ]);
}

/**
 * Returns rows for a folder of files: one thread compared with an earlier build and with checksums alone, and
 * two threads compared with one.
 */
function manyFilesRows(many: ManyFiles): Row[] {
  const { name, title, files, times, unchecked, before, checksums, calls } = many;
  const [one, two] = times;
  if (one === undefined || two === undefined) return [];
  const perSecond = (runs: readonly number[]) => Math.round((files / median(runs)) * 1000);
  const work = `protomdl validate of ${title}, framed, whole catalogue`;
  const bare = calls && `; opening, reading and closing them in C: ${perSecond(calls)}`;
  const earlier = faster(
    `${name}-unchecked`,
    `${work}, no checksums, one thread`,
    'an earlier build',
    `whole processes: ${perSecond(unchecked)} files a second${bare ?? ''}`,
    { least: 4, aim: 8 },
  );
  const summed = slower(
    `${name}-checked`,
    `${work}, checksums, one thread`,
    'reading and checksumming the same files in Node',
    `whole processes: ${perSecond(one)} against ${perSecond(checksums)} files a second`,
    { least: 1.5, aim: 1.2 },
  );
  const compared = `whole processes: ${perSecond(two)} against ${perSecond(one)} files a second`;
  const threads = faster(name, `${work}, checksums, two workers`, 'one', compared, { least: 1.6, aim: 1.8 });
  return present([
    ratioRow(earlier, unchecked, before),
    ratioRow(summed, checksums, one),
    ratioRow(threads, two, one),
  ]);
}

function faster(id: string, work: string, against: string, compared: string, goal: Row['goal']): RowBase {
  return { id, work, against, compared, unit: 'times', better: 'more', goal };
}

function slower(id: string, work: string, against: string, compared: string, goal: Row['goal']): RowBase {
  return { id, work, against, compared, unit: 'times', better: 'less', goal };
}

/**
 * @param ours times of the measured side
 * @param theirs times of the other side
 */
function ratioRow(base: RowBase, ours: Times, theirs: Times): Row | undefined {
  if (ours === undefined || theirs === undefined) return undefined;
  const { value, interval } = ratioOf(ours, theirs);
  return { ...base, value, interval };
}

function present(rows: readonly (Row | undefined)[]): Row[] {
  return rows.filter((row) => row !== undefined);
}
