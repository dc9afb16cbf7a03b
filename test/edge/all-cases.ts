import type { EdgeCase } from './edge-case.js';
import { LENGTHS } from './lengths.js';
import { GROUPS, NESTING } from './nesting.js';
import { TAGS } from './tags.js';
import { PACKED, STRINGS, WIRE_TYPES } from './values.js';
import { VARINTS } from './varints.js';

export const EDGE_CASES: Readonly<Record<string, readonly EdgeCase[]>> = {
  tags: TAGS,
  lengths: LENGTHS,
  varints: VARINTS,
  nesting: NESTING,
  groups: GROUPS,
  strings: STRINGS,
  'packed lists': PACKED,
  'wire types': WIRE_TYPES,
};
