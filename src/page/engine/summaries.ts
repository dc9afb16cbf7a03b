import type { Source } from '../../base/source/source.js';
import type { ModelGlance, ModelSummary } from '../../read/model/summary.js';
import { glance, survey } from '../../show/inspect/glance.js';
import { letMessagesIn } from './turn.js';

/**
 * Maximum number of characters of a name for the page. The page shows one character less, so it can mark
 * longer names.
 */
const MOST_CHARACTERS = 2001;
/** Maximum number of streams of a core operation for the page. */
const MOST_STREAMS = 1000;

/** A summary with names and lists that are short enough for the page. */
export type Shortened<T> = T & {
  /** Number of omitted streams, by the path of the core operation. */
  readonly unlistedStreams: Readonly<Record<string, number>>;
};

/** Summarises a file without reading its operations. @throws as `glance` does */
export async function glanceOf(source: Source): Promise<Shortened<ModelGlance>> {
  return shortened(await glance(source, { turn: letMessagesIn }));
}

/** Summarises a file and the classes of its bytes. @throws as `glance` does */
export async function pageSummary(source: Source): Promise<Shortened<ModelSummary>> {
  return shortened(await survey(source, { turn: letMessagesIn }));
}

/** Shortens names and lists: a file may have names of megabytes, and tens of thousands of streams. */
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
