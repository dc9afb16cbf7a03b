import { tagOf, WIRE_SGROUP } from '../../../base/wire/tag.js';
import { rawRecord } from '../../../read/tree/make.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { ANY_MESSAGE } from '../targets.js';
import { typeOf } from '../wording.js';

/** Groups count as levels, like messages: parsers follow 100, then refuse the file. */
const DEPTHS = [1, 2, 10, 50, 90, 96, 97, 98, 99, 100, 101, 102, 200, 1000];

/** A number that no message has, and the two bytes of its start and end tags. */
const NUMBER = 500;
const START = [0xa3, 0x1f];
const END = [0xa4, 0x1f];

export const deepGroup: TreeMutator = {
  name: 'deep-group',
  summary: 'write an unknown group within groups, up to and past the depth that parsers follow',
  weight: 2,
  stage: 'tree',
  breaksFraming: true,
  choose(site, random) {
    const found = site.findMessage(ANY_MESSAGE(), random, true);
    if (found === undefined) return undefined;
    const depths = DEPTHS.filter((depth) => depth * 4 <= site.room);
    return depths.length === 0 ? undefined : { at: found.at, depth: random.pick(depths) };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const depth = args.number('depth', 1000) || 1;
    // As bytes: a node for each level would be measured and written by functions that call themselves.
    const bytes = new Uint8Array(depth * 4);
    for (let i = 0; i < depth; i++) {
      bytes.set(START, i * 2);
      bytes.set(END, bytes.length - (i + 1) * 2);
    }
    const record = rawRecord(message, tagOf(NUMBER, WIRE_SGROUP), bytes);
    message.append(record);
    return {
      sentence: `adds ${depth} groups to ${typeOf(message)}, each in the next`,
      place: recordPlace(site, record),
    };
  },
};
