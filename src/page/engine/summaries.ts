import type { Source } from '../../base/source/source.js';
import type { ModelGlance, ModelSummary } from '../../read/model/summary.js';
import { glance, survey } from '../../show/inspect/glance.js';
import { letMessagesIn } from './turn.js';

/** Characters of a name that go to the page, one more than it shows: it says so where one is longer. */
const MOST_CHARACTERS = 2001;
/** Streams of a core operation that go to the page. */
const MOST_STREAMS = 1000;

/** A summary as a page is given it: names are not longer than it shows them. */
export type Shortened<T> = T & {
  /** Streams of each core operation that are not in the list, by its path. */
  readonly unlistedStreams: Readonly<Record<string, number>>;
};

/** What is in a file, without going through its operations. @throws as `glance` does */
export async function glanceOf(source: Source): Promise<Shortened<ModelGlance>> {
  return shortened(await glance(source, { turn: letMessagesIn }));
}

/** What is in a file, and what its bytes are. @throws as `glance` does */
export async function summaryOf(source: Source): Promise<Shortened<ModelSummary>> {
  return shortened(await survey(source, { turn: letMessagesIn }));
}

/** A file may have names of megabytes, and layers by the ten thousand. */
export function shortened<T extends ModelGlance>(summary: T): Shortened<T> {
  const unlistedStreams: Record<string, number> = {};
  const networkGroups = summary.networkGroups.map((group) => ({
    ...group,
    coreOps: group.coreOps.map((op) => {
      if (op.streams.length <= MOST_STREAMS) return op;
      unlistedStreams[op.path] = op.streams.length - MOST_STREAMS;
      return { ...op, streams: op.streams.slice(0, MOST_STREAMS) };
    }),
  }));
  return withShortTexts({ ...summary, networkGroups, unlistedStreams });
}

function withShortTexts<T>(value: T): T {
  if (typeof value === 'string') return value.slice(0, MOST_CHARACTERS) as T;
  if (Array.isArray(value)) return value.map(withShortTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withShortTexts(part)])) as T;
}
