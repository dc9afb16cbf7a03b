import { codesOf, REFUSED } from '../../base/diagnostics/catalogue.js';

const REJECTED = 'Rejected by {refusing}: {corrupted}. The protobuf parser fails.';
const TOLERATED = 'Accepted by every release: the protobuf parser does not check this.';

const irregular = { severity: 'warning' } as const;

/** Codes that the scanner itself reports, in the order of the wire: tags, lengths, values, messages. */
export const WIRE_CODES = codesOf('wire', {
  'wire-truncated': {
    ...REFUSED,
    summary: 'a record runs past the end of the message that holds it',
    why:
      'The file was cut off while it was copied or written, or a length in it is wrong. The bytes after ' +
      'the fault cannot be read.',
    runtime: REJECTED,
    wrong: '0a 08 08 01        # field 1 says 8 bytes, 2 follow',
    fix: '0a 02 08 01        # field 1 says 2 bytes',
  },
  'wire-varint-overflow': {
    ...REFUSED,
    summary: 'a varint of more than 10 bytes, or a tag or length of more than 5 or past 2^31 - 1',
    why: 'No encoder writes such a number: the bytes were damaged, or are not protobuf.',
    runtime: REJECTED,
    wrong: '08 80 80 80 80 80 80 80 80 80 80 01   # eleven bytes',
    fix: '08 01                                 # the value 1',
  },
  'wire-invalid-tag': {
    ...REFUSED,
    summary: 'a tag with field number 0',
    why: 'Field numbers begin at 1: the message contains a run of zeros, or other bytes that are not records.',
    runtime: REJECTED,
    wrong: '00 00              # field 0',
    fix: '08 00              # field 1',
  },
  'wire-invalid-type': {
    ...REFUSED,
    summary: 'a tag with wire type 6 or 7, or an end tag of a group that was not opened',
    why: 'Such a record has no defined length, so nothing after it can be read.',
    runtime: REJECTED,
    wrong: '0f 01              # field 1, wire type 7',
    fix: '08 01              # field 1, a varint',
  },
  'message-nesting-too-deep': {
    ...REFUSED,
    summary: 'more than 100 levels of messages and groups below the root',
    why: 'Parsers stop at 100 levels so that a file cannot exhaust their stack. 46 nested muxes are too many.',
    runtime: REJECTED,
    wrong: 'predecessors { layer_mux { predecessors { layer_mux { … } } } }   # 46 muxes deep',
    fix: 'predecessors { layer_info { name: "leaf" } }',
  },
  'string-not-utf8': {
    ...REFUSED,
    summary: 'a string that is not UTF-8',
    why: 'A name in another encoding, or cut in the middle of a character, makes the whole file unreadable.',
    runtime: REJECTED,
    wrong: 'network_group_name: "caf\\xe9"',
    fix: 'network_group_name: "café"',
  },
  'wire-type-mismatch': {
    ...irregular,
    summary: 'a known field with another wire type; parsers treat it as an unknown field',
    why: 'Parsers do not read the value: the field seems absent to every reader of the file.',
    runtime: TOLERATED,
  },
  'wire-value-truncated': {
    ...irregular,
    summary: 'a value or tag with more bits than its type has; parsers cut it silently',
    why:
      'Readers get a different value from the one written: 2^32 is read as 0, and may pass checks that ' +
      'should reject it.',
    runtime: TOLERATED,
  },
  'oneof-multiple-members': {
    ...irregular,
    summary: 'several members of one oneof; the last one wins',
    why: 'Parsers keep only the last member. A tool that reads the first one sees a different model.',
    runtime: TOLERATED,
  },
  'message-too-large': {
    ...REFUSED,
    severity: 'warning',
    summary: 'a message of 2^31 bytes or more, which libprotobuf refuses',
    why: 'The parser counts lengths in signed 32-bit integers, so it cannot read this message.',
    runtime: REJECTED,
  },
  'wire-non-minimal': {
    severity: 'info',
    summary: 'a varint written with more bytes than it needs',
    why:
      'Readers accept it, but encoders do not write it: an unusual tool wrote the file, or it was edited ' +
      'by hand.',
    runtime: TOLERATED,
  },
  'unknown-fields': {
    severity: 'info',
    group: 'file',
    summary: 'fields that are not in the schema; readers skip them',
    why:
      'A newer compiler wrote these fields. protomdl does not check their contents, and older runtimes ' +
      'skip them.',
    runtime: 'Skipped.',
  },
});

export type WireCode = (typeof WIRE_CODES)[number]['code'];
