import { setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { packedValues, setPackedValues } from '../../../read/tree/packed.js';
import { pathOf } from '../../../read/tree/place.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { anyLayers, atAny, type LayerSite, layerSites } from './edge-layers.js';
import { type Expected, type FaultNeeds, type Faults, needed, needing } from './fault.js';
import { operationSpot } from './operation-places.js';
import { oneOf, someOf } from './places.js';

const SCALARS = ['qp_zp', 'qp_scale', 'limvals_min', 'limvals_max'] as const;
const LISTS = ['qp_zps', 'qp_scales'] as const;

/** Requires separate quantization for each feature in half of the models. */
function numbers(random: Random): FaultNeeds {
  return random.chance(50) ? { with: ['feature-scales'] } : anyLayers(random);
}

function numericIn({ layer, kind }: LayerSite): MessageNode | undefined {
  return kind === 'info' ? layer.field('numeric_info')?.message : undefined;
}

/** Returns the tensors that hosts read: boundary layers, also inside of a mux or an image. */
function seenSites(root: MessageNode): LayerSite[] {
  return layerSites(root).filter((site) => site.isBoundary && numericIn(site) !== undefined);
}

/** Returns the list with a value for each feature; undefined if one value applies to all. */
function listOf(numeric: MessageNode, name: string): RecordNode | undefined {
  const record = numeric.field(name);
  return record !== undefined && packedValues(record).length > 0 ? record : undefined;
}

/** Changes several values of a list; the finding is at the first changed value. */
function spoil(random: Random, list: RecordNode, bits: () => bigint): Expected {
  const values = packedValues(list);
  const places = random.shuffled([...values.keys()]).slice(0, random.between(1, 3));
  for (const place of places) values[place] = bits();
  setPackedValues(list, values);
  const path = () => pathOf(list).replace(/\[\d+\]$/, `[${Math.min(...places)}]`);
  return { at: list, path };
}

const NEGATIVE_ZERO = 1n << 63n;

const QUIET_NAN = 0x7ff8n << 48n;
const INFINITY = 0x7ff0n << 48n;

/**
 * Returns invalid values for a field: NaN, and infinities with which the lower limit remains below the upper
 * limit.
 */
function oddFloats(name: (typeof SCALARS)[number]): readonly number[] {
  const any = [Number.NaN];
  if (name !== 'limvals_min') any.push(Number.POSITIVE_INFINITY);
  if (name !== 'limvals_max') any.push(Number.NEGATIVE_INFINITY);
  return any;
}

/** Sets a limit. The value 0 is sometimes omitted, because encoders omit it. */
function setLimit(random: Random, numeric: MessageNode, name: string, value: number): void {
  if (value !== 0 || random.chance(50)) setField(numeric, name, value);
  else for (const record of numeric.fields(name)) numeric.remove(record);
}

export const QUANTIZATION_FAULTS: Faults = {
  'edge-numeric-info-missing': needing(anyLayers, ({ random, root }) => {
    const site = oneOf(random, seenSites(root));
    const numeric = site === undefined ? undefined : numericIn(site);
    if (site === undefined || numeric?.owner === undefined) return undefined;
    site.layer.remove(numeric.owner);
    return [{ at: site.layer }];
  }),
  'edge-quant-scale-zero': needing(numbers, ({ random, root }) => {
    const site = oneOf(random, seenSites(root));
    const numeric = needed(site === undefined ? undefined : numericIn(site));
    const list = listOf(numeric, 'qp_scales');
    if (list !== undefined) return [spoil(random, list, () => random.one([0n, 0n, NEGATIVE_ZERO]))];
    if (random.chance(50)) return [{ at: setField(numeric, 'qp_scale', random.one([0, -0])) }];
    for (const record of numeric.fields('qp_scale')) numeric.remove(record);
    return [{ at: numeric }];
  }),
  'edge-quant-nonfinite': needing(numbers, ({ random, root }) => {
    const numerics = layerSites(root).flatMap((site) => numericIn(site) ?? []);
    const numeric = someOf(random, numerics);
    const lists = LISTS.flatMap((name) => listOf(numeric, name) ?? []);
    const bits = () => random.one([QUIET_NAN, QUIET_NAN + 1n, INFINITY, INFINITY | NEGATIVE_ZERO]);
    const ofLists = random.chance(50) ? lists.map((list) => spoil(random, list, bits)) : [];
    if (ofLists.length > 0) return ofLists;
    return random
      .shuffled(SCALARS)
      .slice(0, random.between(1, 2))
      .map((name) => ({ at: setField(numeric, name, random.one(oddFloats(name))) }));
  }),
  'edge-quant-limvals': needing(anyLayers, ({ random, root }) =>
    atAny(
      random,
      layerSites(root).flatMap((site) => numericIn(site) ?? []),
      (numeric) => {
        const most = random.one([-1, 0, 0, 1]) * (random.below(1000) / 8);
        setLimit(random, numeric, 'limvals_max', most);
        setLimit(
          random,
          numeric,
          'limvals_min',
          random.chance(30) && most < 0 ? 0 : most + random.between(1, 9) / 8,
        );
        const at = operationSpot(numeric, 'limvals_min');
        return [{ at, related: [operationSpot(numeric, 'limvals_max')] }];
      },
    ),
  ),
};
