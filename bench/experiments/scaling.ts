import { COMMAND } from '../contenders/catalogue.js';
import { play } from '../measure/match.js';
import { median } from '../measure/statistics.js';
import type { Curve, Scaling } from '../report/results.js';
import { blobModel } from '../workloads/blobs.js';
import type { Workload } from '../workloads/catalogue.js';
import { metadataModel } from '../workloads/metadata.js';
import { storedWorkload } from '../workloads/store.js';
import { type ManyFiles, timeManyFiles } from './many-files.js';
import { leastMemory } from './processes.js';
import type { Session } from './session.js';

const SIZES = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const CONTEXTS = [2, 8, 31, 100, 300, 1000];
const BYTES_PER_ACTION = 20.5;
const BLOB = 13_296;
/** Size of an empty model with two contexts. */
const AROUND = 2200;

/**
 * Measures the growth of time and memory.
 * @param many times on many files, if they were measured already
 */
export async function measureScaling(
  session: Session,
  many: readonly ManyFiles[] | undefined,
): Promise<Scaling> {
  const bare = await leastMemory(['-e', '0']);
  const size: Curve[] = [
    await curve(session, 'operations and actions', bare, sized(session, 1e3, metadataOf)),
    await curve(session, 'configuration writes of 13 KB', bare, sized(session, 1e5, blobsOf)),
  ];
  const actions = Math.max(2000, Math.round(1_000_000 * session.scale));
  const contexts = await curve(
    session,
    'operations and actions',
    bare,
    CONTEXTS.filter((count) => count * 2 <= actions).map((count) => ({
      x: count,
      workload: named(`contexts-${count}`, metadataModel(actions, count)),
    })),
  );
  return {
    size,
    contexts: [contexts],
    workers: (many ?? (await timeManyFiles(session))).map(({ title, times }) => ({
      name: title,
      points: times.map((runs, i) => ({ x: i + 1, milliseconds: median(runs) })),
    })),
  };
}

interface Step {
  /** Position on the axis; by default the size of the file. */
  readonly x?: number;
  readonly workload: Workload;
}

/** Returns steps for sizes from `from` bytes up to 1 GB times the scale. */
function sized(session: Session, from: number, make: (bytes: number) => Workload): Step[] {
  const sizes = SIZES.filter((bytes) => bytes >= from && bytes <= 1e9 * session.scale);
  return sizes.map((bytes) => ({ workload: make(bytes) }));
}

function metadataOf(bytes: number): Workload {
  const actions = Math.max(2, Math.round((bytes - AROUND) / BYTES_PER_ACTION));
  return named(`size-${bytes}-metadata`, metadataModel(actions, bytes < 1e6 ? 2 : 31));
}

function blobsOf(bytes: number): Workload {
  return named(`size-${bytes}-blobs`, blobModel({ bytes: Math.max(BLOB, bytes - AROUND), blob: BLOB }));
}

function named(name: string, model: Workload['model']): Workload {
  return { name, title: name, model };
}

async function curve(
  session: Session,
  name: string,
  bareMemory: number,
  steps: readonly Step[],
): Promise<Curve> {
  const points: Curve['points'][number][] = [];
  const { command } = session.contenders.get('protomdl-file');
  for (const { x, workload } of steps) {
    session.say(`scaling: ${workload.name}`);
    const file = storedWorkload(workload, 1);
    const turnMs = file.bytes < 1e6 ? 20 : undefined;
    const entry = { id: 'protomdl-file', command: command!, workload: file };
    const [played] = await play([entry], {
      budgetMs: 500 * session.patience,
      ...(turnMs !== undefined && { turnMs }),
    });
    const memory = await leastMemory([COMMAND, 'validate', '--no-checksum', '--quiet', file.path]);
    const { median: milliseconds } = played!.summary;
    points.push({ x: x ?? file.bytes, milliseconds, memory: memory - bareMemory });
  }
  return { name, points };
}
