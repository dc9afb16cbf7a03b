import Type from 'typebox';
import { invalidVariable, missingVariable } from '../../http/errors.js';
import { boolean, custom, integer, optional, type Parameter } from '../../http/parameters.js';

/** Anchor at the newest message, which is larger than every message id. Clients also send this number themselves. */
export const NEWEST = 10_000_000_000_000_000;

export type Anchor = number | 'first_unread';

/** Maximum number of messages in a request. */
export const MAX_MESSAGES = 5000;

function anchor(): Parameter<Anchor> {
  return custom<Anchor>({
    schema: Type.Union([Type.Integer({ minimum: 0 }), Type.Enum(['newest', 'oldest', 'first_unread'])]),
    decode: (text) => {
      const word = text.replace(/^"(.*)"$/, '$1');
      return /^\d+$/.test(word) ? Number(word) : word;
    },
    check: (value, name) => {
      if (value === 'newest') return NEWEST;
      if (value === 'oldest') return 0;
      if (value === 'first_unread') return value;
      if (typeof value === 'number' && value >= 0 && (Number.isSafeInteger(value) || value >= NEWEST))
        return Math.min(value, NEWEST);
      throw invalidVariable(name, 'is neither a message id nor newest, oldest or first_unread');
    },
  });
}

/** Parameters that select the messages of a narrow around an anchor. */
export const RANGE_PARAMETERS = {
  anchor: optional(anchor()),
  use_first_unread_anchor: optional(boolean(), false),
  include_anchor: optional(boolean(), true),
  num_before: optional(integer({ min: 0 })),
  num_after: optional(integer({ min: 0 })),
};

export interface Range {
  anchor: Anchor;
  includeAnchor: boolean;
  before: number;
  after: number;
}

/** Returns the range of a request. Throws if a parameter is missing or the range is too large. */
export function readRange(params: {
  anchor?: Anchor | undefined;
  use_first_unread_anchor: boolean;
  include_anchor: boolean;
  num_before?: number | undefined;
  num_after?: number | undefined;
}): Range {
  const anchor = params.use_first_unread_anchor ? 'first_unread' : params.anchor;
  if (anchor === undefined) throw missingVariable('anchor');
  if (params.num_before === undefined) throw missingVariable('num_before');
  if (params.num_after === undefined) throw missingVariable('num_after');
  if (params.num_before + params.num_after > MAX_MESSAGES)
    throw invalidVariable('num_before', `and num_after together are more than ${MAX_MESSAGES}`);
  return {
    anchor,
    includeAnchor: params.include_anchor,
    before: params.num_before,
    after: params.num_after,
  };
}
