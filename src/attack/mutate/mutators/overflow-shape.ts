import { setField } from '../../../read/tree/make.js';
import { ownerPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';

const SHAPE = target(({ name }) => name === 'edge_layer_base');
const SIDES = ['height', 'width', 'features'] as const;

/** One side alone rarely passes 32 bits before something else refuses it. */
export const overflowShape: TreeMutator = {
  name: 'overflow-shape',
  summary: 'set the sides of a tensor so that their product passes 32 bits, or wraps to something small',
  weight: 4,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(SHAPE(), random);
    if (found === undefined || site.room < 48) return undefined;
    const powers = random.pick([
      [11, 11, 10],
      [16, 16, 0],
      [16, 8, 8],
      [20, 12, 0],
      [31, 1, 1],
      [21, 21, 22],
    ]);
    // One more than a power of two wraps to a small number instead of to nothing.
    return { at: found.at, powers, more: random.next(2), padded: random.oneIn(2), plain: !random.oneIn(3) };
  },
  perform(site, args) {
    const base = site.message(args.position());
    const place = ownerPlace(site, base.owner);
    const powers = args.numbers('powers');
    const more = args.number('more', 1);
    const both = [...(args.flag('plain') ? [''] : []), ...(args.flag('padded') ? ['padded_'] : [])];
    const prefixes = both.length === 0 ? ['padded_'] : both;
    const sides = SIDES.map((_, i) => 2 ** Math.min(powers[i] ?? 0, 31) + more);
    for (const prefix of prefixes) {
      for (const [i, side] of SIDES.entries()) setField(base, prefix + side, sides[i] as number);
    }
    return {
      sentence: `makes the ${prefixes.map((prefix) => `${prefix}sides`).join(' and ')} of a tensor ${sides.join(' × ')}`,
      place,
    };
  },
};
