import type { OtherIds, Timed } from '../experiments/other-ids.js';
import { ratioOf } from '../measure/statistics.js';
import type { Row } from './results.js';

/** Returns rows with the goals for metadata whose identities do not ascend. */
export function otherIdsRows({ ascending, permuted, smith, slowest }: OtherIds): Row[] {
  const worst = smith
    .map((times, i) => ({ seed: i + 1, ...ratioOf(perMessage(ascending), perMessage(times)) }))
    .reduce((a, b) => (b.value > a.value ? b : a));
  const work = 'validate 60 MB of metadata by the whole catalogue, in memory, warm';
  const rows: Row[] = [
    {
      id: 'ids-permuted',
      work: `${work}, identities in any order`,
      against: 'the same identities ascending',
      compared: 'validate both',
      unit: 'times',
      better: 'less',
      ...ratioOf(ascending.milliseconds, permuted.milliseconds),
      goal: { least: 1.5, aim: 1.1 },
    },
    {
      id: 'smith-metadata',
      work: 'validate 60 MB of smith --preset metadata by the whole catalogue, in memory, warm',
      against: 'metadata-heavy',
      compared: `validate both, time a message; worst of ${smith.length}: seed ${worst.seed}`,
      unit: 'times',
      better: 'less',
      value: worst.value,
      interval: worst.interval,
      goal: { least: 2, aim: 1.2 },
    },
  ];
  if (slowest.protoc !== undefined) {
    rows.push({
      id: 'smith-command',
      work: 'protomdl validate of 60 MB of smith --preset metadata, whole process',
      against: 'protoc --decode',
      compared: `whole processes: validate against decode to text; seed ${slowest.seed}`,
      unit: 'times',
      better: 'more',
      ...ratioOf(slowest.command, slowest.protoc),
      goal: { least: 18, aim: 26 },
    });
  }
  return rows;
}

function perMessage({ messages, milliseconds }: Timed): number[] {
  return milliseconds.map((time) => time / messages);
}
