/** Faults of the rows that muxes take from their parts. */
import { setField } from '../../../read/tree/make.js';
import type { Random } from '../../random.js';
import { atAny, setFields } from './edge-layers.js';
import { type Expected, type Faults, needing } from './fault.js';
import {
  type MuxSite,
  muxParts,
  muxSites,
  ratiosOf,
  rowFindings,
  setRatios,
  setRows,
  WITH_MUX,
} from './mux-sites.js';
import { above, put } from './operation-places.js';
import { numberAt, someOf } from './places.js';

const LENGTH = 'height_ratios_list_len';
const TURNS = 'height_gcd';

/** Changes of a mux after which a demuxer may take more rows than a buffer has room for. */
const GREEDY: readonly ((random: Random, mux: MuxSite) => void)[] = [
  // Increases the number of turns.
  (random, { data }) => {
    setField(data, TURNS, numberAt(data, TURNS) + random.between(1, 8));
  },
  // Increases the number of rows of one part in each turn.
  (random, mux) => {
    const ratios = ratiosOf(mux);
    const more = random.below(ratios.length);
    setRatios(
      random,
      mux,
      ratios.map((ratio, i) => (i === more ? ratio + random.between(1, 5) : ratio)),
    );
  },
  // Moves a row of each turn from one part to another part.
  (random, mux) => {
    const ratios = ratiosOf(mux);
    const [more, fewer] = random.shuffled([...ratios.keys()]);
    if (more === undefined || fewer === undefined) return;
    ratios[more] = (ratios[more] as number) + 1;
    ratios[fewer] = (ratios[fewer] as number) - 1;
    setRatios(random, mux, ratios);
  },
  // Reduces the rows of the mux itself, unless it is part of another mux.
  (random, { base, isPart }) => {
    const rows = numberAt(base, 'padded_height');
    if (!isPart && rows > 1) setRows(base, random.between(1, rows - 1));
  },
];

export const ROW_FAULTS: Faults = {
  'mux-height-ratios-len': needing(WITH_MUX, ({ random, root }) => {
    const mux = someOf(random, muxSites(root));
    const count = ratiosOf(mux).length;
    const said = random.one([0, count - 1, count + 1, above(random, count)]);
    return [{ at: put(random, { message: mux.data, name: LENGTH }, said) }];
  }),
  'mux-height-ratios-short': needing(WITH_MUX, ({ random, root }) => {
    const mux = someOf(random, muxSites(root));
    const ratios = ratiosOf(mux);
    setRatios(random, mux, ratios.slice(0, random.below(ratios.length)));
    return [{ at: mux.data }];
  }),
  'mux-demux-overflow': needing(WITH_MUX, ({ random, root }) => {
    const mux = someOf(random, muxSites(root));
    random.one(GREEDY)(random, mux);
    const found = rowFindings(mux);
    return found.some(({ code }) => code === 'mux-demux-overflow') ? found : undefined;
  }),
  'mux-height-ratio-mismatch': needing(WITH_MUX, ({ random, root }) => {
    const mux = someOf(random, muxSites(root));
    const turns = numberAt(mux.data, TURNS);
    if (turns > 1 && random.chance(40)) setField(mux.data, TURNS, random.between(1, turns - 1));
    else {
      const fewer = ratiosOf(mux).map((ratio) => (random.chance(50) ? random.below(ratio) : ratio));
      setRatios(random, mux, fewer);
    }
    const found = rowFindings(mux);
    const isAlone = found.every(({ code }) => code === 'mux-height-ratio-mismatch');
    return isAlone && found.length > 0 ? found : undefined;
  }),
  'mux-height-gcd-zero': needing(WITH_MUX, ({ random, root }) => {
    const mux = someOf(random, muxSites(root));
    const at = put(random, { message: mux.data, name: TURNS }, 0);
    const first: Expected = { at };
    return [first, ...rowFindings(mux)];
  }),
  'mux-size-mismatch': needing(WITH_MUX, ({ random, root }) =>
    atAny(random, muxSites(root), (mux) => {
      const { base, around } = mux;
      if (muxParts(mux).length === 0) return undefined;
      if (around.length === 0 && random.chance(40)) {
        const width = numberAt(base, 'padded_width') + random.between(1, 5);
        const row = width * numberAt(base, 'padded_features') * numberAt(base, 'data_bytes');
        setFields(base, { padded_width: width, core_bytes_per_buffer: row });
      } else {
        // Enclosing muxes grow by the same number of rows, so that only this mux is larger than its content.
        const more = random.between(1, 9);
        for (const one of [mux, ...around]) {
          const rows = numberAt(one.base, 'padded_height') + more;
          setFields(one.base, { padded_height: rows, core_buffers_per_frame: rows });
        }
      }
      return rowFindings(mux);
    }),
  ),
};
