/** Faults of lists of boxes: the number of boxes, and their size. */
import { ensureMessage, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { Random } from '../../random.js';
import {
  anyLayers,
  atAny,
  isBoxes,
  LAYER_FORMAT_NMS,
  layerSites,
  nmsOf,
  type ShapedSite,
  setFields,
  shapedSites,
} from './edge-layers.js';
import { longName } from './edge-values.js';
import { type Expected, type Faults, needed, needing } from './fault.js';
import { aloneSites, anyBoxes, boxesSites, takesPlainBoxes, WITH_BOXES } from './nms-layers.js';
import { above, operationSpot, put } from './operation-places.js';
import { DIRECTION, directionOf, numberAt, oneOf, someOf, treeCoreOps } from './places.js';

const CLASSES = 'number_of_classes';
const BOXES = 'max_output_size';
const SIZE = 'bbox_size';
const FACTOR = 'input_division_factor';
/** Size of a box in bytes: a word. */
const BOX_BYTES = 8;
const MOST = 0xffff_ffff;
/** Largest number of parts of an output. */
const MOST_PARTS = 9;

function describeBoxes(random: Random, nms: MessageNode): void {
  setFields(nms, {
    [CLASSES]: random.between(1, 80),
    [BOXES]: random.between(1, 100),
    [SIZE]: BOX_BYTES,
  });
}

/** Returns a random number whose lower 32 bits are 0. */
function upperHalf(random: Random): bigint {
  return BigInt(random.chance(40) ? 1 : random.between(1, 1000) * random.between(1, 1000)) << 32n;
}

/** Returns the size of a frame in bytes: the maximum of its sizes on the device and on the host. */
function frameBytes(classes: bigint, boxes: bigint, factor: bigint): bigint {
  const parts = factor === 0n ? 1n : factor;
  const device = 8n + parts * classes * (2n + 8n * boxes);
  const host = 4n * classes * (1n + 5n * parts * boxes);
  return device > host ? device : host;
}

/** Finds the smallest number of classes that makes a frame too large. */
function leastClasses(boxes: bigint, factor: bigint): bigint {
  let low = 1n;
  let high = 1n << 32n;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (frameBytes(middle, boxes, factor) > MOST) high = middle;
    else low = middle + 1n;
  }
  return low;
}

function isPlane({ isPart, mux }: ShapedSite): boolean {
  return isPart && mux === undefined;
}

export const BOXES_FAULTS: Faults = {
  'nms-info-missing': needing(WITH_BOXES, ({ random, root }) => {
    const site = oneOf(random, aloneSites(root));
    const more = site?.base.field('additional_info');
    if (site === undefined || more?.message === undefined) return undefined;
    if (random.chance(50)) {
      site.base.remove(more);
      return [{ at: site.base }];
    }
    for (const record of more.message.fields('nms_info')) more.message.remove(record);
    return [{ at: more }];
  }),
  'nms-info-on-non-nms': {
    needs: (random) => (random.chance(50) ? WITH_BOXES : anyLayers(random)),
    apply: ({ random, root }) => {
      const boxes = oneOf(random, aloneSites(root));
      if (boxes !== undefined && random.chance(50)) {
        put(random, { message: boxes.base, name: 'format' }, random.below(LAYER_FORMAT_NMS));
        return [{ at: boxes.nms }];
      }
      const site = someOf(random, shapedSites(root), (one) => !isBoxes(one) && nmsOf(one) === undefined);
      const nms = ensureMessage(site.base, 'additional_info', 'nms_info');
      if (random.chance(70)) describeBoxes(random, nms);
      return [{ at: nms }];
    },
  },
  'nms-values-range': needing(anyBoxes, ({ random, root }) => {
    const nms = needed(oneOf(random, boxesSites(root))?.nms);
    const defuse = nms.field('defuse_info')?.message;
    const slots = [
      ...[CLASSES, BOXES, SIZE, FACTOR].map((name) => ({ message: nms, name })),
      ...(defuse === undefined ? [] : [{ message: defuse, name: 'class_group_index' }]),
    ];
    return random
      .shuffled(slots)
      .slice(0, random.one([1, 1, 2]))
      .map(({ message, name }) => {
        // Only the upper 32 bits change, which loaders drop. The lower 32 bits stay valid.
        const value = BigInt(numberAt(message, name)) + upperHalf(random);
        return { at: setField(message, name, value) };
      });
  }),
  'nms-class-group-index': needing(WITH_BOXES, ({ random, root }) => {
    const nms = needed(oneOf(random, aloneSites(root))?.nms);
    const defuse = ensureMessage(nms, 'defuse_info');
    if (random.chance(50)) setField(defuse, 'original_name', 'boxes/all');
    return [{ at: setField(defuse, 'class_group_index', above(random, MOST_PARTS - 1)) }];
  }),
  'nms-original-name-too-long': needing(WITH_BOXES, ({ random, root }) => {
    const nms = needed(oneOf(random, aloneSites(root))?.nms);
    return [{ at: setField(ensureMessage(nms, 'defuse_info'), 'original_name', longName(random)) }];
  }),
  'nms-frame-overflow': needing(WITH_BOXES, ({ random, root }) => {
    const nms = needed(oneOf(random, aloneSites(root))?.nms);
    const factor = BigInt(random.one([0, 1, 2, random.ofAnyWidth(12)]));
    const boxes = BigInt(random.ofAnyWidth(24)) + 1n;
    const least = leastClasses(boxes, factor);
    if (least > MOST) return undefined;
    const classes = random.chance(60) ? least : least + BigInt(random.bits() % (MOST - Number(least) + 1));
    put(random, { message: nms, name: FACTOR }, factor);
    const at = setField(nms, CLASSES, classes);
    return [{ at, related: [setField(nms, BOXES, boxes), operationSpot(nms, SIZE)] }];
  }),
  'nms-zero-size': needing(WITH_BOXES, ({ random, root }) => {
    const nms = needed(oneOf(random, aloneSites(root))?.nms);
    const names = random.one([[CLASSES], [BOXES], [CLASSES, BOXES]]);
    return names.map((name) => ({ at: put(random, { message: nms, name }, 0) }));
  }),
  'nms-bbox-size': needing(WITH_BOXES, ({ random, root }) => {
    const nms = needed(oneOf(random, aloneSites(root))?.nms);
    const size = random.one([0, 1, BOX_BYTES - 1, BOX_BYTES + 1, random.between(BOX_BYTES + 2, 4096)]);
    return [{ at: put(random, { message: nms, name: SIZE }, size) }];
  }),
  'nms-data-bytes': needing(anyBoxes, ({ random, root }) => {
    const base = needed(oneOf(random, boxesSites(root))?.base);
    return [{ at: setField(base, 'data_bytes', 1) }];
  }),
  'nms-transposed': needing(anyBoxes, ({ random, root }) => {
    if (random.chance(50)) {
      const layer = oneOf(random, boxesSites(root))?.layer;
      return layer === undefined ? undefined : [{ at: setField(layer, 'transposed', 1) }];
    }
    const coreOps = treeCoreOps(root).filter((one) => boxesSites(root).some(({ coreOp }) => coreOp === one));
    const metadata = needed(oneOf(random, coreOps)?.field('network_group_metadata')?.message);
    setField(metadata, 'transposed_net', 1);
    return boxesSites(root)
      .filter(({ coreOp }) => coreOp === metadata.owner?.holder)
      .map(({ base }): Expected => ({ at: operationSpot(base, 'format'), related: [metadata] }));
  }),
  'nms-on-input': needing(anyLayers, ({ random, root }) =>
    atAny(
      random,
      // Planes are excluded, because all planes of an image have elements of one size.
      shapedSites(root).filter(
        (site) => site.kind === 'info' && directionOf(site.edge) === DIRECTION.H2D && !isPlane(site),
      ),
      ({ coreOp, base, layer }) => {
        // The layer and the network must not be transposed, because a list of boxes cannot be transposed.
        if (numberAt(coreOp, 'network_group_metadata', 'transposed_net') !== 0) return undefined;
        if (!takesPlainBoxes(root)) return undefined;
        for (const record of layer.fields('transposed')) layer.remove(record);
        setField(base, 'data_bytes', 2);
        describeBoxes(random, ensureMessage(base, 'additional_info', 'nms_info'));
        return [{ at: setField(base, 'format', LAYER_FORMAT_NMS) }];
      },
    ),
  ),
  'mux-nms': needing({ with: ['mux'] }, ({ random, root }) => {
    if (!takesPlainBoxes(root)) return undefined;
    const mux = oneOf(random, layerSites(root), ({ kind }) => kind === 'mux')?.layer;
    const base = needed(mux?.field('edge_layer_base')?.message);
    return [{ at: setField(base, 'format', LAYER_FORMAT_NMS) }];
  }),
};
