import { recordPlace, type TreeMutator } from '../mutator.js';
import { shown, widthOf } from '../scalars.js';
import { isNumberField, target } from '../targets.js';

const NARROW = target((field) => isNumberField(field) && widthOf(field) === 32 && !field.repeated);

/** Parsers cut such a value silently: a check of the uncut one sees another number than they do. */
export const widenValue: TreeMutator = {
  name: 'widen-value',
  summary: 'write a 32-bit value with bits above the 32nd, which parsers cut',
  weight: 4,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(NARROW(), random, ({ wireType }) => wireType === 0);
    if (found === undefined) return undefined;
    const high = random.oneIn(2) ? 1n : BigInt(random.word() || 1);
    return { at: found.at, high: high.toString() };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const old = record.bits;
    const bits = BigInt.asUintN(64, BigInt.asUintN(32, old) | (args.bits('high') << 32n));
    record.setBits(bits);
    return {
      sentence: `writes ${record.field?.name} as ${shown(undefined, bits)}, which parsers cut to 32 bits`,
      place,
    };
  },
};
