import { type Entry, play } from '../measure/match.js';
import { millisecondsText } from '../report/number-text.js';
import type { EntryResult } from '../report/results.js';
import type { PlayedMatch, Session } from './session.js';

interface MatchPlan {
  readonly name: string;
  readonly title: string;
  /** Contenders; `contender@workload` for a workload other than the match's. */
  readonly entries: readonly string[];
  /** Seconds for all turns together. */
  readonly budget: number;
  /** Conditions, if they differ from CONDITIONS. */
  readonly conditions?: string;
  /** Milliseconds of one turn, in which shorter work is repeated. */
  readonly turnMs?: number;
}

/** Rules, framing and checksums of a match. Peers that decode have no rules. */
export const CONDITIONS = 'core set of rules, bare file, no checksum';
const DECODERS = ['pbf', 'ts-proto', 'protobufjs', 'protobuf-es'];

export const MATCHES: readonly MatchPlan[] = [
  {
    name: 'metadata-heavy',
    title: '60 MB of operations and actions, 6 million messages',
    entries: [
      'scan',
      'protomdl-memory',
      'protomdl-memory-all',
      'protomdl-file',
      'protomdl-lazy',
      'libprotobuf-arena',
      'libprotobuf-heap',
      ...DECODERS,
    ],
    budget: 30,
  },
  {
    name: 'many-contexts',
    title: '43 MB in 200 contexts',
    entries: ['scan', 'protomdl-memory', 'protomdl-memory-all', 'protomdl-file'],
    budget: 8,
  },
  {
    name: 'irregular',
    title: 'irregular: random presence, order and widths, 1 % unknown fields',
    entries: ['scan', 'protomdl-memory', 'protomdl-file'],
    budget: 10,
  },
  {
    name: 'blob-heavy',
    title: '256 MB of configuration writes of 13 KB',
    entries: ['scan-mapped', 'protomdl-file', 'read-whole'],
    budget: 8,
  },
  {
    name: 'sparse',
    title: '4.3 GB of configuration writes of 200 KB, sparse',
    conditions: 'core set of rules, bare message or container of version 1, no checksum',
    entries: ['scan-mapped@sparse-bare', 'protomdl-file@sparse-bare', 'protomdl-file@sparse-framed'],
    budget: 8,
  },
  {
    name: 'flaws',
    title: 'the metadata-heavy file, clean and with findings',
    entries: [
      'protomdl-memory@metadata-heavy',
      'protomdl-memory@flaw-per-1000-operations',
      'protomdl-memory@flaw-per-1000-actions',
    ],
    budget: 8,
  },
  {
    name: 'small',
    title: 'a small network of 130 KB, most of it configuration writes',
    entries: ['scan', 'protomdl-memory', 'protomdl-file', 'libprotobuf-arena', ...DECODERS],
    budget: 6,
    turnMs: 40,
  },
];

/** Matches that `bench:check` plays. */
export const CHECK_MATCHES: readonly MatchPlan[] = MATCHES.filter(({ name }) =>
  ['metadata-heavy', 'many-contexts', 'irregular', 'blob-heavy', 'flaws'].includes(name),
).map((plan) =>
  plan.name === 'metadata-heavy'
    ? {
        ...plan,
        entries: [
          'scan',
          'protomdl-memory',
          'protomdl-memory-all',
          'protomdl-file',
          'protomdl-lazy',
          'pbf',
          'ts-proto',
        ],
      }
    : plan,
);

export async function playMatch(session: Session, plan: MatchPlan): Promise<PlayedMatch> {
  session.say(`${plan.name}: ${plan.title}`);
  const entries: (Entry & { contender: string })[] = [];
  for (const name of plan.entries) {
    const [contender, workload = plan.name] = name.split('@') as [string, string?];
    const { command, missing = '' } = session.contenders.get(contender);
    if (command === undefined) session.skip(session.contenders.get(contender).title, missing);
    else entries.push({ id: name, contender, command, workload: session.workload(workload) });
  }
  const played = await play(entries, {
    budgetMs: plan.budget * 1000 * session.patience,
    ...(plan.turnMs !== undefined && { turnMs: plan.turnMs }),
  });
  const results: EntryResult[] = played.map(({ summary, memory }, i) => {
    const { contender, workload } = entries[i]!;
    const { id, title, does, place, language } = session.contenders.get(contender);
    const { name, bytes, messages } = workload;
    return {
      id,
      title,
      does,
      place,
      language,
      workload: name,
      bytes,
      messages,
      summary,
      nanosecondsPerMessage: (summary.median * 1e6) / messages,
      megabytesPerSecond: bytes / summary.median / 1000,
      memory,
    };
  });
  for (const { title, place, workload, summary } of results) {
    const half = (summary.quartiles[1] - summary.quartiles[0]) / 2;
    const time = `${millisecondsText(summary.median)} ±${millisecondsText(half)}`;
    session.say(`  ${time.padStart(22)}  ${title} (${place}), ${workload}, ${summary.turns} turns`);
  }
  return {
    result: {
      name: plan.name,
      title: plan.title,
      conditions: plan.conditions ?? CONDITIONS,
      entries: results,
    },
    times: (id, workload = plan.name) => {
      const index = results.findIndex((entry) => entry.id === id && entry.workload === workload);
      return index < 0 ? undefined : played[index]!.milliseconds;
    },
  };
}
