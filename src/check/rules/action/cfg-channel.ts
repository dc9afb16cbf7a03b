import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import {
  hasReferences,
  type Occurrences,
  type ReferenceKind,
  type References,
  referencesOf,
  unplaced,
} from '../facts/references.js';
import { followsFrom, type ReferenceVerdict, referencesIn, reportValues } from '../references.js';
import type { ElementFacts, Rule } from '../rule.js';

/** Channel numbers have 8 bits. */
const MAX_CHANNEL = 255;
/** Containers from this version on are only read by releases that look up channels by number. */
const LOOKED_UP_FROM = 3;

const KINDS = ['cfg-channel-index', 'pointer-cfg-channel-index'] as const;
/** Kinds of references whose channels loaders number without gaps in containers of any version. */
const EMBEDDED = ['cfg-channel-index'] as const;
const MEMBERS = [
  // Full names are written as literals: there may be a million actions, and concatenating a name takes longer
  // than the lookup of the name.
  { member: 'write_data_ccw', field: 'write_data_ccw.cfg_channel_index' },
  { member: 'write_data_ccw_ptr', field: 'write_data_ccw_ptr.cfg_channel_index' },
] as const;

/** Checks the channels of configuration writes. */
export const cfgChannelRules: Rule = {
  codes: codesOf('action', {
    'cfg-channel-index-range': {
      ...refusedFrom('4.17.0'),
      summary: 'a cfg_channel_index above 255',
      implies: ['cfg-channel-index-out-of-range', 'cfg-channel-gap'],
      why: 'No release accepts such a file: the runtime keeps the index in one byte.',
      runtime: 'Rejected: INVALID_HEF at configuration up to 4.11, at load from 4.12.',
      wrong: 'write_data_ccw { data: "…" cfg_channel_index: 256 }',
      fix: 'write_data_ccw { data: "…" cfg_channel_index: 0 }',
    },
    'cfg-channel-index-out-of-range': {
      severity: 'error',
      summary: 'a cfg_channel_index past the channels that the group declares',
      stage: 'configure',
      implies: ['cfg-channel-gap'],
      why: 'The write has no channel: later releases read past the end of the list of channels.',
      runtime:
        'Rejected up to 4.11 (INVALID_HEF or INTERNAL_FAILURE). Up to 4.12, indices from 4 on are rejected ' +
        'for every group. From 5.1 on, the loader reads past the end of the list without a check.',
      wrong:
        'network_group_metadata { cfg_channels_count: 2 }\n# an action\nwrite_data_ccw { data: "…" cfg_channel_index: 2 }',
      fix: 'network_group_metadata { cfg_channels_count: 2 }\n# an action\nwrite_data_ccw { data: "…" cfg_channel_index: 1 }',
    },
    'cfg-channel-gap': {
      severity: 'error',
      summary: 'configuration channels of a context that do not begin at 0, or have a gap',
      stage: 'configure',
      why: 'Loaders number the buffers of a context without gaps: a channel after a gap has no buffer.',
      runtime:
        'Rejected at configuration up to 4.11 (INTERNAL_FAILURE); from 4.12 to 5.0 an uncaught exception ' +
        'ends the process.',
      wrong:
        'actions { write_data_ccw { data: "…" cfg_channel_index: 0 } }\nactions { write_data_ccw { data: "…" cfg_channel_index: 2 } }',
      fix: 'actions { write_data_ccw { data: "…" cfg_channel_index: 0 } }\nactions { write_data_ccw { data: "…" cfg_channel_index: 1 } }',
    },
  }),
  needs: {
    bounds: [
      { field: 'ProtoMDLActionWriteDataCcw.cfg_channel_index', max: MAX_CHANNEL },
      { field: 'ProtoMDLActionWriteDataCcwPtr.cfg_channel_index', max: MAX_CHANNEL },
    ],
  },
  elements: {
    ProtoMDLAction: (action, report) => {
      for (const { member, field } of MEMBERS) if (action.has(member)) checkRange(action, field, report);
    },
  },
  coreOp: (coreOp, file, report) => {
    const version = file.container?.version ?? 0;
    const channels = channelsOf(coreOp);
    for (const references of referencesIn(coreOp)) {
      for (const kind of KINDS) checkCount(references, kind, channels, report);
    }
    const kinds = version < LOOKED_UP_FROM ? KINDS : EMBEDDED;
    // If a context could not be read completely, `lost` is also set for the core op around the context.
    checkGaps(coreOp, kinds, channels, report);
    for (const context of coreOp.contexts) checkGaps(context, kinds, channels, report);
  },
};

/** Returns the number of channels; undefined if the core op could not be read completely. */
function channelsOf({ broken, metadata }: CoreOpFacts): number | undefined {
  return broken ? undefined : Math.max(1, metadata?.cfgChannelCount.value ?? 0);
}

function checkRange(action: ElementFacts, field: string, report: Report): void {
  const value = action.value(field);
  if (value <= MAX_CHANNEL) return;
  const message = `cfg_channel_index is ${value}; the maximum is ${MAX_CHANNEL}`;
  report(findingAt(action.place(field), 'cfg-channel-index-range', message));
}

function checkCount(
  references: References,
  kind: ReferenceKind,
  channels: number | undefined,
  report: Report,
): void {
  if (channels === undefined) return;
  if (!hasReferences(references, kind)) return;
  const verdictOf = (value: number): ReferenceVerdict | undefined =>
    value < channels
      ? undefined
      : {
          code: 'cfg-channel-index-out-of-range',
          message: `cfg_channel_index is ${value}, there ${channels === 1 ? 'is 1 channel' : `are ${channels} channels`}`,
          follows: value > MAX_CHANNEL ? 'cfg-channel-index-range' : undefined,
        };
  reportValues(references, kind, verdictOf, report);
}

function checkGaps(
  { references, broken, lost }: Pick<CoreOpFacts, 'references' | 'broken' | 'lost'>,
  kinds: readonly ReferenceKind[],
  channels: number | undefined,
  report: Report,
): void {
  if (broken || lost || references.untracked > 0) return;
  for (const kind of kinds) {
    if (hasReferences(references, kind)) checkGap(references, kind, channels, report);
  }
}

/** Reports the first use of the first channel after a gap. Later channels are not reported. */
function checkGap(
  references: References,
  kind: ReferenceKind,
  channels: number | undefined,
  report: Report,
): void {
  const values = referencesOf(references, kind);
  // The values are distinct. If all values are below their count, the values have no gap.
  if (values.every(({ value }) => value < values.length)) return;
  const used = values.toSorted((a, b) => a.value - b.value);
  const missing = used.findIndex(({ value }, i) => value !== i);
  if (missing < 0) return;
  const later: readonly Occurrences[] = used.slice(missing);
  const [{ value, first } = { value: 0, first: [] }] = later;
  const place = first[0];
  if (place === undefined) return;
  // If the place of the channel is not known, the finding requests a scan that lists the places of all
  // channels.
  const at = place.offset < 0 ? unplaced(kind) : place;
  const message = `channel ${value} is used, channel ${missing} is not`;
  const follows =
    value > MAX_CHANNEL
      ? [followsFrom(place, 'cfg-channel-index-range')]
      : channels !== undefined && value >= channels
        ? [followsFrom(place, 'cfg-channel-index-out-of-range')]
        : [];
  const others = later.slice(1).flatMap((occurrences) => occurrences.first.slice(0, 1));
  report(findingAt(at, 'cfg-channel-gap', message, [...follows, ...relatedTo(others, 'also after the gap')]));
}
