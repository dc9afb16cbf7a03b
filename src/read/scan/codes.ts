import type { CodeInfo } from '../../base/diagnostics/catalogue.js';
import { PUBLISHED_RELEASES } from '../../base/diagnostics/releases.js';

const REJECTED = 'Rejected by {refusing}: {corrupted}. The protobuf parser fails.';
const TOLERATED = 'Accepted by every release: the protobuf parser does not check this.';

/** Defaults of the codes for wire-level faults that every parser refuses. */
const refused = { severity: 'error', group: 'wire', stage: 'load' } as const;
const REFUSED_BY = PUBLISHED_RELEASES;
const irregular = { severity: 'warning', group: 'wire' } as const;

/** Codes that the scanner itself reports, in the order of the wire: tags, lengths, values, messages. */
export const WIRE_CODES = [
  {
    ...refused,
    code: 'wire-truncated',
    summary: 'a record runs past the end of the message that holds it',
    refusedBy: REFUSED_BY,
    about: () => ({
      why:
        'The file was cut off while it was copied or written, or a length in it is wrong. The bytes after the ' +
        'fault cannot be read.',
      runtime: REJECTED,
      wrong: '0a 08 08 01        # field 1 says 8 bytes, 2 follow',
      fix: '0a 02 08 01        # field 1 says 2 bytes',
    }),
  },
  {
    ...refused,
    code: 'wire-varint-overflow',
    summary: 'a varint of more than 10 bytes, or a tag or length of more than 5 or past 2^31 - 1',
    refusedBy: REFUSED_BY,
    about: () => ({
      why: 'No encoder writes such a number: the bytes were damaged, or are not protobuf.',
      runtime: REJECTED,
      wrong: '08 80 80 80 80 80 80 80 80 80 80 01   # eleven bytes',
      fix: '08 01                                 # the value 1',
    }),
  },
  {
    ...refused,
    code: 'wire-invalid-tag',
    summary: 'a tag with field number 0',
    refusedBy: REFUSED_BY,
    about: () => ({
      why: 'Field numbers begin at 1: the message contains a run of zeros, or other bytes that are not records.',
      runtime: REJECTED,
      wrong: '00 00              # field 0',
      fix: '08 00              # field 1',
    }),
  },
  {
    ...refused,
    code: 'wire-invalid-type',
    summary: 'a tag with wire type 6 or 7, or an end tag of a group that was not opened',
    refusedBy: REFUSED_BY,
    about: () => ({
      why: 'Such a record has no defined length, so nothing after it can be read.',
      runtime: REJECTED,
      wrong: '0f 01              # field 1, wire type 7',
      fix: '08 01              # field 1, a varint',
    }),
  },
  {
    ...refused,
    code: 'message-nesting-too-deep',
    summary: 'more than 100 levels of messages and groups below the root',
    refusedBy: REFUSED_BY,
    about: () => ({
      why: 'Parsers stop at 100 levels so that a file cannot exhaust their stack. 46 nested muxes are too many.',
      runtime: REJECTED,
      wrong: 'predecessors { layer_mux { predecessors { layer_mux { … } } } }   # 46 muxes deep',
      fix: 'predecessors { layer_info { name: "leaf" } }',
    }),
  },
  {
    ...refused,
    code: 'string-not-utf8',
    summary: 'a string that is not UTF-8',
    refusedBy: REFUSED_BY,
    about: () => ({
      why: 'A name in another encoding, or cut in the middle of a character, makes the whole file unreadable.',
      runtime: REJECTED,
      wrong: 'network_group_name: "caf\\xe9"',
      fix: 'network_group_name: "café"',
    }),
  },
  {
    ...irregular,
    code: 'wire-type-mismatch',
    summary: 'a known field with another wire type; parsers treat it as an unknown field',
    about: () => ({
      why: 'Parsers do not read the value: the field seems absent to every reader of the file.',
      runtime: TOLERATED,
    }),
  },
  {
    ...irregular,
    code: 'wire-value-truncated',
    summary: 'a value or tag with more bits than its type has; parsers cut it silently',
    about: () => ({
      why:
        'Readers get a different value from the one written: 2^32 is read as 0, and may pass checks that ' +
        'should reject it.',
      runtime: TOLERATED,
    }),
  },
  {
    ...irregular,
    code: 'oneof-multiple-members',
    summary: 'several members of one oneof; the last one wins',
    about: () => ({
      why: 'Parsers keep only the last member. A tool that reads the first one sees a different model.',
      runtime: TOLERATED,
    }),
  },
  {
    ...irregular,
    code: 'message-too-large',
    summary: 'a message of 2^31 bytes or more, which libprotobuf refuses',
    stage: 'load',
    refusedBy: REFUSED_BY,
    about: () => ({
      why: 'The parser counts lengths in signed 32-bit integers, so it cannot read this message.',
      runtime: REJECTED,
    }),
  },
  {
    code: 'wire-non-minimal',
    severity: 'info',
    group: 'wire',
    summary: 'a varint written with more bytes than it needs',
    about: () => ({
      why:
        'Readers accept it, but encoders do not write it: an unusual tool wrote the file, or it was edited by ' +
        'hand.',
      runtime: TOLERATED,
    }),
  },
  {
    code: 'unknown-fields',
    severity: 'info',
    group: 'file',
    summary: 'fields that are not in the schema; readers skip them',
    about: () => ({
      why:
        'A newer compiler wrote these fields. protomdl does not check their contents, and older runtimes skip ' +
        'them.',
      runtime: 'Skipped.',
    }),
  },
] as const satisfies readonly CodeInfo[];

export type WireCode = (typeof WIRE_CODES)[number]['code'];
