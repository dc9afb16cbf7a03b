/** Fault of a mux that replaces a layer between contexts, or a layer through the host's memory. */
import { WIRE_VARINT } from '../../../base/wire/tag.js';
import { bytesRecord, ensureMessage, messageRecord, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { packedBytes } from '../../../read/tree/packed.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { unpadded } from '../tensors.js';
import { baseOf, edgeSites, isKind, PAIRED, setFrame } from './context-edges.js';
import { freshNames } from './context-peers.js';
import { type Faults, needed } from './fault.js';
import { DIRECTION, numberAt, oneOf, treeTextAt } from './places.js';

const MUX = 1;
/** Number of predecessors that the demuxer supports. */
const MOST_PARTS = 4;

/**
 * Makes a mux that replaces a layer and has the same size on the stream: each turn of the mux takes some rows
 * of every part, and all turns together take all rows of every part.
 */
function muxOf(
  random: Random,
  edge: MessageNode,
  layer: MessageNode,
  names: () => string,
): RecordNode | undefined {
  const base = baseOf(edge);
  if (base?.owner === undefined) return undefined;
  const rows = numberAt(base, 'padded_height');
  const turns = random.one([1, 2, 3, 4, rows].filter((count) => count > 0 && rows % count === 0));
  const ratios = split(random, rows / turns);
  const record = messageRecord(edge.fieldTable('layer_mux'));
  const mux = record.message as MessageNode;
  setField(mux, 'name', treeTextAt(layer, 'name'));
  mux.append(base.owner.clone());
  const data = ensureMessage(mux, 'mux_data');
  setField(data, 'number_of_predecessors', ratios.length);
  setField(data, 'height_gcd', turns);
  setField(data, 'height_ratios_list_len', ratios.length);
  data.append(
    bytesRecord(data.fieldTable('height_ratios_list'), packedBytes(WIRE_VARINT, ratios.map(BigInt))),
  );
  for (const ratio of ratios) {
    const part = messageRecord(mux.fieldTable('predecessors'));
    const leaf = ensureMessage(part.message as MessageNode, 'layer_info');
    setField(leaf, 'name', names());
    const own = base.owner.clone();
    leaf.append(own);
    const [width, features] = [numberAt(base, 'padded_width'), numberAt(base, 'padded_features')];
    const bytes = numberAt(base, 'data_bytes') === 2 ? 2 : 1;
    setFrame(own.message as MessageNode, unpadded(turns * ratio, width, features, random.below(2), bytes));
    setField(ensureMessage(leaf, 'numeric_info'), 'qp_scale', 0.5);
    mux.append(part);
  }
  return record;
}

/** Splits a sum into random numbers of at least 1; there are at most `MOST_PARTS` numbers. */
function split(random: Random, sum: number): number[] {
  const parts: number[] = [];
  let left = sum;
  for (let more = random.below(Math.min(MOST_PARTS, sum)); more > 0; more--) {
    const part = random.between(1, left - more);
    parts.push(part);
    left -= part;
  }
  return [...parts, left];
}

export const INNER_MUX_FAULTS: Faults = {
  'inter-context-mux': {
    needs: (random) => ({ with: random.chance(50) ? ['inter-context'] : ['ddr'] }),
    apply: ({ random, root }) => {
      // Only outputs are changed: for an input, a mux breaks another rule, regardless of the input's source.
      const kind = { connection: PAIRED, direction: DIRECTION.D2H };
      const site = oneOf(random, edgeSites(root), (one) => isKind(one, kind));
      const layer = site?.edge.field('layer_info');
      if (site === undefined || layer?.message === undefined) return undefined;
      const { edge } = site;
      const mux = needed(muxOf(random, edge, layer.message, freshNames(root)));
      edge.replace(layer, mux);
      return [{ at: setField(edge, 'edge_layer_type', MUX) }];
    },
  },
};
