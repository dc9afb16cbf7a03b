/** Faults of trees of muxes: the number of parts, and the declared number. */
import { setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { atAny } from './edge-layers.js';
import { type Expected, type Faults, needed, needing, type Site } from './fault.js';
import { type Parts, regrow } from './mux-growth.js';
import { type MuxSite, muxParts, muxSites, ratiosOf, setRatios, WITH_MUX } from './mux-sites.js';
import { put, unknownMember } from './operation-places.js';
import { contentRecordOf, someOf } from './places.js';

const SAID = 'number_of_predecessors';
/** Maximum numbers in a demuxer: of a mux's parts, and of the nodes in a tree of muxes. */
const MOST_PARTS = 4;
const MOST_NODES = 32;

function tensors(random: Random, count: number, turns: number): Parts {
  return Array.from({ length: count }, () => turns * random.between(1, 3));
}

/** Tries muxes that are not part of another mux, in random order. */
function atAnyWhole(
  site: Site,
  spoil: (site: Site, mux: MuxSite) => readonly Expected[] | undefined,
): readonly Expected[] | undefined {
  const { random, root } = site;
  const wholes = muxSites(root).filter(({ isPart }) => !isPart);
  return atAny(random, wholes, (mux) => spoil(site, mux));
}

/** Makes a tree of this many tensors, at most three muxes deep, with a full second level. */
function wideTree(random: Random, count: number, turns: number): Parts {
  const inner = Array.from({ length: MOST_PARTS ** 2 }, (): number[] => []);
  for (let left = count; left > 0; left--) {
    const roomy = inner.filter((parts) => parts.length < MOST_PARTS);
    random.one(roomy).push(turns * random.between(1, 3));
  }
  const second: Parts = inner.map((parts) => (parts.length === 0 ? turns * random.between(1, 3) : parts));
  return Array.from({ length: MOST_PARTS }, (_, i) => second.slice(i * MOST_PARTS, (i + 1) * MOST_PARTS));
}

export const TREE_FAULTS: Faults = {
  'mux-predecessors-overrun': needing(WITH_MUX, ({ random, root }) => {
    const mux = someOf(random, muxSites(root));
    const more = random.one([1, random.between(1, 8), random.between(8, 600)]);
    // The list of ratios gets the declared length, so that only the number of parts mismatches.
    setRatios(random, mux, [...ratiosOf(mux), ...Array.from({ length: more }, () => random.between(1, 9))]);
    return [{ at: setField(mux.data, SAID, muxParts(mux).length + more) }];
  }),
  'mux-predecessors-ignored': needing(WITH_MUX, ({ random, root }) => {
    const mux = someOf(random, muxSites(root), (one) => muxParts(one).length > 1);
    const said = random.between(1, muxParts(mux).length - 1);
    if (random.chance(50)) setRatios(random, mux, ratiosOf(mux).slice(0, said));
    return [{ at: setField(mux.data, SAID, said) }];
  }),
  'mux-empty': needing(WITH_MUX, ({ random, root }) => {
    const mux = someOf(random, muxSites(root));
    for (const part of muxParts(mux)) mux.layer.remove(part.owner as RecordNode);
    if (random.chance(30)) {
      mux.layer.remove(mux.data.owner as RecordNode);
      return [{ at: mux.layer }];
    }
    setRatios(random, mux, []);
    return [{ at: put(random, { message: mux.data, name: SAID }, 0) }];
  }),
  'mux-predecessor-unset': needing(WITH_MUX, ({ random, root }) => {
    const part = someOf(random, muxSites(root).flatMap(muxParts));
    const member = needed(contentRecordOf(part));
    if (random.chance(50)) {
      part.remove(member);
      return [{ at: part }];
    }
    // For an unknown kind, the severity is a warning, because a later release may know the kind.
    const unknown = unknownMember(random);
    part.replace(member, unknown);
    return [
      { severity: 'warning', at: part },
      { code: 'unknown-fields', at: unknown },
    ];
  }),
  'mux-too-many-predecessors': needing(WITH_MUX, (site) =>
    atAnyWhole(site, ({ random }, mux) => {
      const turns = random.between(1, 3);
      const many = tensors(random, random.between(MOST_PARTS + 1, MOST_PARTS + 5), turns);
      const parts = random.one<Parts>([
        many,
        [...tensors(random, 1, turns), many],
        [many, tensors(random, 2, turns), [many]],
      ]);
      const grown = regrow(random, mux, parts, turns);
      return grown?.filter(({ count }) => count > MOST_PARTS).map(({ layer }) => ({ at: layer }));
    }),
  ),
  'mux-edge-total': needing(WITH_MUX, (site) =>
    atAnyWhole(site, ({ random }, mux) => {
      const turns = random.between(1, 3);
      const least = MOST_NODES + 1 - (1 + MOST_PARTS + MOST_PARTS ** 2);
      const count = random.chance(40) ? least : random.between(least, 40);
      const grown = regrow(random, mux, wideTree(random, count, turns), turns);
      const whole: MessageNode = mux.layer;
      return grown === undefined ? undefined : [{ at: whole }];
    }),
  ),
};
