import { recordPlace, type TreeMutator } from '../mutator.js';
import { nameOf } from '../wording.js';
import { ANY_TEXT } from './stretch-name.js';

/** What UTF-8 does not allow: a lone tail, a lead without one, overlong, a surrogate, past the last code point. */
const SEQUENCES: readonly (readonly number[])[] = [
  [0x80],
  [0xc3],
  [0xc0, 0x80],
  [0xe0, 0x80, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf0, 0x80, 0x80, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xff],
];

export const spoilName: TreeMutator = {
  name: 'spoil-name',
  summary: 'put bytes into a text that are no UTF-8, which parsers refuse',
  weight: 2,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_TEXT(), random);
    if (found === undefined || site.room < 4) return undefined;
    return {
      at: found.at,
      index: random.next(found.record.bytes.length + 1),
      insert: random.pick(SEQUENCES),
    };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const old = record.bytes;
    const index = args.number('index', old.length);
    const insert = Uint8Array.from(args.numbers('insert'));
    const bytes = new Uint8Array(old.length + insert.length);
    bytes.set(old.subarray(0, index));
    bytes.set(insert, index);
    bytes.set(old.subarray(index), index + insert.length);
    record.setBytes(bytes);
    return { sentence: `puts bytes that are no UTF-8 into ${nameOf(record)}`, place };
  },
};
