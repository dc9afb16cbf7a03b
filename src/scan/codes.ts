import type { CodeInfo } from '../diagnostics/catalogue.js';

const REJECTED = 'Rejected by every release: INVALID_HEF, for the protobuf parser fails.';
const TOLERATED = 'Accepted by every release: the protobuf parser does not mind.';

/** What the scanner itself can find, in the order of the wire: tags, lengths, values, messages. */
export const WIRE_CODES = [
  {
    code: 'wire-truncated',
    severity: 'error',
    summary: 'a record goes on past the end of what holds it',
    runtime: REJECTED,
  },
  {
    code: 'wire-varint-overflow',
    severity: 'error',
    summary: 'a varint of more than 10 bytes, or a tag or length of more than 5 or past 2^31 - 1',
    runtime: REJECTED,
  },
  { code: 'wire-invalid-tag', severity: 'error', summary: 'a tag with field number 0', runtime: REJECTED },
  {
    code: 'wire-invalid-type',
    severity: 'error',
    summary: 'a tag with wire type 6 or 7, or the end of a group that is not open',
    runtime: REJECTED,
  },
  {
    code: 'message-nesting-too-deep',
    severity: 'error',
    summary: 'more than 100 levels of messages and groups below the root',
    runtime: REJECTED,
  },
  {
    code: 'string-not-utf8',
    severity: 'error',
    summary: 'a string that is not UTF-8',
    runtime: REJECTED,
  },
  {
    code: 'wire-type-mismatch',
    severity: 'warning',
    summary: 'a known field with another wire type; parsers treat it as an unknown field',
    runtime: TOLERATED,
  },
  {
    code: 'wire-value-truncated',
    severity: 'warning',
    summary: 'a value or tag with more bits than its type has; parsers cut it silently',
    runtime: TOLERATED,
  },
  {
    code: 'oneof-multiple-members',
    severity: 'warning',
    summary: 'several members of one oneof; the last one wins',
    runtime: TOLERATED,
  },
  {
    code: 'message-too-large',
    severity: 'warning',
    summary: 'a message of 2^31 bytes or more, which libprotobuf refuses',
    runtime: REJECTED,
  },
  {
    code: 'wire-non-minimal',
    severity: 'info',
    summary: 'a varint written with more bytes than it needs',
    runtime: TOLERATED,
  },
  {
    code: 'unknown-fields',
    severity: 'info',
    summary: 'fields that the schema does not know; readers skip them',
    runtime: 'Skipped.',
  },
] as const satisfies readonly CodeInfo[];

export type WireCode = (typeof WIRE_CODES)[number]['code'];
