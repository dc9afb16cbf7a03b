import type { Code } from '../../base/diagnostics/code.gen.js';
import type { Note, Report } from '../../base/diagnostics/diagnostic.js';
import { PUBLISHED_RELEASES } from '../../base/diagnostics/releases.js';
import { fieldSince } from '../../base/schema/field-since.js';
import { messageByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { isKnownTo } from '../../base/schema/since.js';
import type { ElementFacts, Rule } from '../rules/rule.js';

const ACTION = 'ProtoMDLAction';
const CHANNEL = 'ProtoMDLCfgChannelConfig';
const MAX_8_BITS = 0xff;

/**
 * Notes on actions for predictions, in addition to the findings of rules. Notes have no codes of the
 * catalogue, because no report lists notes.
 */
export const NOTE = {
  /** A configuration write with its words in the message. */
  words: 'note: write_data_ccw',
  /** A configuration write with its words in another section of the file. */
  pointer: 'note: write_data_ccw_ptr',
  /**
   * A configuration channel whose DMA engine does not fit in a byte. The message is the number of the
   * channel.
   */
  engine: 'note: engine of a channel',
} as const;

/** Actions in the schema that some releases do not know. */
const UNKNOWN_TO_SOME = (messageByName(MDL, ACTION)?.fields ?? [])
  .filter(({ name, number }) => {
    const since = fieldSince(ACTION, number);
    // The oldest release is skipped, because it reads no actions during the load. `debug` is included,
    // because some releases have another message in its place.
    return name === 'debug' || PUBLISHED_RELEASES.slice(1).some((release) => !isKnownTo(release, since));
  })
  .map(({ name }) => name);

const NOTED = [...new Set([...UNKNOWN_TO_SOME, 'write_data_ccw', 'write_data_ccw_ptr'])];

/**
 * Notes actions whose effect depends on the release or on the container. Only predictions receive these
 * notes.
 */
export const actionNotes: Rule = {
  codes: [],
  needs: {
    bounds: [
      ...NOTED.map((name) => ({ field: `${ACTION}.${name}`, max: -1 })),
      { field: `${CHANNEL}.cfg_channel_index`, max: 0 },
      { field: `${CHANNEL}.engine_id`, max: MAX_8_BITS },
    ],
  },
  elements: {
    [ACTION]: (action, report) => {
      for (const member of UNKNOWN_TO_SOME) {
        if (action.has(member)) note('action-unknown-variant', action, member, report);
      }
      if (action.has('write_data_ccw')) note(NOTE.words, action, 'write_data_ccw', report);
      if (action.has('write_data_ccw_ptr')) note(NOTE.pointer, action, 'write_data_ccw_ptr', report);
    },
    [CHANNEL]: (channel, report) => {
      if (channel.value('engine_id') <= MAX_8_BITS) return;
      const message = String(channel.value('cfg_channel_index'));
      report({ ...channel.place('engine_id'), code: NOTE.engine, message, unlisted: true });
    },
  },
};

function note(code: Code | Note, action: ElementFacts, member: string, report: Report): void {
  const { offset, length } = action.span(member);
  report({ code, offset, length, path: action.pathOf(member), message: '', unlisted: true });
}
