import { rmSync } from 'node:fs';
import { play } from '../measure/match.js';
import { summarize } from '../measure/statistics.js';
import { timeProcesses } from '../measure/whole-process.js';
import { millisecondsText } from '../report/number-text.js';
import { smithMetadata } from '../workloads/smith-models.js';
import type { WorkloadFile } from '../workloads/store.js';
import { commandRun, protocRun } from './processes.js';
import type { Session } from './session.js';

/** Times on metadata with identities that do not ascend, by the whole catalogue, warm, in memory. */
export interface OtherIds {
  /** The metadata-heavy workload, and a copy with its identities in another order. */
  readonly ascending: Timed;
  readonly permuted: Timed;
  /** Times on models of `smith --preset metadata`, for seeds from 1 on. */
  readonly smith: readonly Timed[];
  /**
   * The slowest of these models, measured as whole processes; `protoc` is undefined if it is not installed.
   */
  readonly slowest: { readonly seed: number; readonly command: Milliseconds; readonly protoc?: Milliseconds };
}

export interface Timed {
  readonly messages: number;
  readonly milliseconds: Milliseconds;
}

type Milliseconds = readonly number[];

const SEEDS = 10;
/** Seconds for the turns of two workloads. */
const BUDGET = 1;
const PROCESS_ROUNDS = 2;

export async function timeOtherIds(session: Session): Promise<OtherIds> {
  session.say(`identities in other orders, and smith's metadata of seeds 1 to ${SEEDS}`);
  const heavy = session.workload('metadata-heavy');
  const inOrder: number[] = [];
  const permuted = await timeBeside(session, heavy, session.workload('permuted-ids'), inOrder);
  const smith: Timed[] = [];
  // Only one of the files exists at a time, because all ten together would have 600 MB.
  for (let seed = 1; seed <= SEEDS; seed++) {
    const model = await smithMetadata(seed, session.scale);
    smith.push(await timeBeside(session, heavy, model, inOrder));
    rmSync(model.path);
  }
  const costs = smith.map(({ milliseconds, messages }) => summarize(milliseconds).median / messages);
  const slowest = costs.indexOf(Math.max(...costs));
  const { path } = await smithMetadata(slowest + 1, session.scale);
  const protoc = protocRun(session, path);
  const runs = [commandRun(path), ...(protoc === undefined ? [] : [protoc])];
  const [whole, decode] = await timeProcesses(runs, PROCESS_ROUNDS);
  rmSync(path);
  return {
    ascending: { messages: heavy.messages, milliseconds: inOrder },
    permuted,
    smith,
    slowest: { seed: slowest + 1, command: whole!, ...(decode && { protoc: decode }) },
  };
}

/** Measures a workload in turns with another workload, whose times are added to `others`. */
async function timeBeside(
  session: Session,
  other: WorkloadFile,
  workload: WorkloadFile,
  others: number[],
): Promise<Timed> {
  const { command } = session.contenders.get('protomdl-memory-all');
  const entries = [other, workload].map((file) => ({ id: file.name, command: command!, workload: file }));
  const [beside, played] = await play(entries, { budgetMs: BUDGET * 1000 * session.patience });
  others.push(...beside!.milliseconds);
  const { milliseconds, summary } = played!;
  const { name, messages } = workload;
  session.say(`${millisecondsText(summary.median).padStart(12)}  ${name}, ${messages} messages`);
  return { messages, milliseconds };
}
