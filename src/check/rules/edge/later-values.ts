import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { releasesFrom } from '../../../base/diagnostics/releases.js';
import type {
  EdgeLayerBaseView,
  EdgeLayerInfoView,
  EdgeLayerMuxView,
  EdgeLayerNumericInfoView,
  EdgeLayerPlanesView,
  NmsInfoView,
} from '../../../read/model/edge-layer.gen.js';
import type { TypedView } from '../../../read/model/typed-view.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import {
  CONNECTION_BOUNDARY,
  CONNECTION_CACHE,
  DIRECTION_D2H,
  type EdgeFacts,
  LAYER_PLANES,
  TYPE_MUX,
  TYPE_PLANES,
} from '../facts/edge.js';
import { type FactPlace, findingAt } from '../facts/fact-place.js';
import { hasNmsBurst, hasScalePerFeature } from '../facts/features.js';
import { type FileFacts, isUnsure } from '../facts/file.js';
import { layerField, NMS_FORMAT } from '../facts/layer.js';
import type { ElementFacts, Rule } from '../rule.js';

/** Architectures by the kind of their NMS units. Architectures that are in neither list have no NMS unit. */
const NMS_OF_FIRST_KIND = [0, 1, 2, 3, 101];
const NMS_OF_SECOND_KIND = [4, 5, 6, 103, 104, 105, 106];
const MAX_BURST_BYTES = 65_536;
/** Maximum number of planes: loaders count planes in eight bits. */
const MAX_PLANES = 255;
const PLANES_FORMATS = [0, 1, 2];
const MAX_8_BITS = 0xff;
const CACHE_ID = 9;
/**
 * Architectures without an NMS unit that loaders know. Architectures that loaders do not know are
 * `hw-arch-unknown`.
 */
const WITHOUT_NMS = [100, 102];
/** Number of scales for a list of boxes, regardless of the number of features. */
const NMS_VALUES = 2;

const ENGINES = [
  'ProtoMDLEdgeLayerBase.engine_id',
  'ProtoMDLConnectedContextInfo.engine_id',
  'ProtoMDLCfgChannelConfig.engine_id',
];
const BASES = ['layer_info.edge_layer_base', 'layer_mux.edge_layer_base'];

/** Checks values of layers that were added after the specification. */
export const laterEdgeRules: Rule = {
  codes: codesOf('edge', {
    'edge-later-index-range': {
      ...refusedFrom('4.17.0'),
      summary: 'an engine_id above 255, or a negative cache_id',
      why: 'The runtime stores engine_id in one byte, and numbers of caches are not negative.',
      runtime:
        'Rejected at load with INVALID_HEF by releases that know the field: engines from 4.10, caches from 4.18.',
      wrong: 'edge_layer_base { engine_id: 256 }',
      fix: 'edge_layer_base { engine_id: 1 }',
    },
    'edge-later-values': {
      ...refusedFrom('4.17.0'),
      summary: 'planes of an image, or bursts of boxes, that no release accepts',
      why: 'Such layers came with 4.14 and 4.15, and loaders check them more strictly than other layers.',
      runtime:
        'Rejected at load: planes of an unknown format, or of different element sizes (INVALID_HEF), or ' +
        'that are not tensors (INTERNAL_FAILURE); bursts of a kind that the architecture does not have. ' +
        'The loader crashes on an image without planes, and never finishes loading an image with more than ' +
        '255 planes.',
      wrong: 'layer_planes { planes_format: 7 planes { # …\n} }',
      fix: 'layer_planes { planes_format: PROTO__PLANES__FORMAT__NV12 planes { # …\n} }',
    },
    'edge-scales-count': {
      severity: 'info',
      stage: 'load',
      refusedBy: releasesFrom('4.17.0'),
      summary:
        'a number of scales that differs from the number of features, in a file that declares one scale ' +
        'for each feature',
      why:
        'With extension 25, each feature of an output has its own scale. Releases up to 4.23 also read one ' +
        'scale for each feature of an input.',
      runtime:
        'An output with a different number of scales is rejected by 4.17 to 4.23 (INVALID_HEF). Later ' +
        'releases reject such an output unless it has no scales. For an input, releases read past the end ' +
        'of a shorter list, which may crash; from 5.0 on, an input without scales is valid, and tool chain ' +
        '5 writes such files.',
      wrong: 'numeric_info { qp_zps: 0 qp_scales: 1 }  # of 3 features',
      fix: 'numeric_info { qp_zps: [0, 0, 0] qp_scales: [1, 1, 1] }',
    },
  }),
  needs: {
    bounds: ENGINES.map((field) => ({ field, max: MAX_8_BITS })),
  },
  elements: {
    ProtoMDLEdgeLayer: checkBases,
    ProtoMdlEdge: checkBases,
    ProtoMDLEdgeLayerFused: (fused, report) => checkEngine(fused, 'layer_info.edge_layer_base.', report),
    ProtoMDLConnectedContextInfo: (peer, report) => checkEngine(peer, '', report),
    ProtoMDLCfgChannelConfig: (channel, report) => checkEngine(channel, '', report),
  },
  coreOp: (coreOp, file, report) => {
    if (isUnsure(file) || file.hasMoreEntries) return;
    const scope = { hasScales: hasScalePerFeature(file), file, report };
    for (const { edges } of coreOp.contexts) for (const edge of edges) checkEdge(edge, scope);
    checkFused(coreOp, scope);
  },
};

function checkBases(edge: ElementFacts, report: Report): void {
  for (const base of BASES) checkEngine(edge, `${base}.`, report);
}

function checkEngine(element: ElementFacts, within: string, report: Report): void {
  const field = `${within}engine_id`;
  const value = element.value(field);
  if (value <= MAX_8_BITS) return;
  const message = `engine_id is ${value}; the maximum is ${MAX_8_BITS}`;
  report(findingAt(element.place(field), 'edge-later-index-range', message));
}

interface LaterScope {
  readonly file: FileFacts;
  readonly hasScales: boolean;
  readonly report: Report;
}

function checkEdge(edge: EdgeFacts, scope: LaterScope): void {
  const { type, member, format, connection } = edge;
  if (connection === CONNECTION_CACHE) checkCache(edge, scope);
  if (connection !== CONNECTION_BOUNDARY) return;
  if (type === TYPE_PLANES || member === LAYER_PLANES) {
    const image = edge.view.layerPlanes;
    const fault = type === TYPE_PLANES && image !== undefined ? planesFault(image, true) : undefined;
    if (image !== undefined && fault !== undefined) reportLater(placeIn(image), fault, scope);
    for (const { layerInfo } of image?.planes ?? []) checkTensor(layerInfo, edge, scope);
  } else if (type === TYPE_MUX) {
    checkLeaves(edge.view.layerMux, edge, scope);
  } else if (format === NMS_FORMAT || (scope.hasScales && !checkCounts(edge, scope))) {
    checkTensor(edge.view.layerInfo, edge, scope);
  }
}

/** True if the known counts are enough to check a tensor's scales. */
function checkCounts(edge: EdgeFacts, { report }: LaterScope): boolean {
  const { tensor, format, direction } = edge;
  if (tensor === undefined) return false;
  const isOutput = direction === DIRECTION_D2H;
  const needed = neededOf(format, tensor.features);
  const fault = countsFault(needed, tensor.zeroPoints, tensor.scales, isOutput);
  // For an input, the caller must read the values of the scales from the record.
  if (fault === undefined) return isOutput || needed <= 0;
  report({
    code: 'edge-scales-count',
    offset: edge.offset + edge.length - (edge.end - edge.start) + tensor.numericAt,
    length: tensor.numericLength,
    path: () => `${edge.path}.layer_info${tensor.hasNumeric ? '.numeric_info' : ''}`,
    message: fault.message,
  });
  return true;
}

/**
 * Checks the id of a cache. Call this only for cached layers: other layers also have a `cache_id`, but that
 * value is not used.
 */
function checkCache({ view }: EdgeFacts, { report }: LaterScope): void {
  const info = view.contextSwitchInfo;
  if (info === undefined || info.cacheId >= 0) return;
  const message = `cache_id is ${info.cacheId}`;
  report(findingAt(layerField(info, CACHE_ID), 'edge-later-index-range', message));
}

/**
 * Checks the leaves of a mux. Recursion is bounded: the record was scanned, and its nesting is within the
 * limit.
 */
function checkLeaves(mux: EdgeLayerMuxView | undefined, edge: EdgeFacts, scope: LaterScope): void {
  const base = mux?.edgeLayerBase;
  if (mux !== undefined && base?.format === NMS_FORMAT) checkBurst(base, placeIn(mux), scope);
  for (const { layerInfo, layerMux } of mux?.predecessors ?? []) {
    if (layerMux !== undefined) checkLeaves(layerMux, edge, scope);
    else checkTensor(layerInfo, edge, scope);
  }
}

function checkTensor(info: EdgeLayerInfoView | undefined, { direction }: EdgeFacts, scope: LaterScope): void {
  const base = info?.edgeLayerBase;
  if (info === undefined || base === undefined) return;
  const { numericInfo } = info;
  if (base.format === NMS_FORMAT) checkBurst(base, placeIn(info), scope);
  const fault = scope.hasScales ? scalesFault(numericInfo, base, direction === DIRECTION_D2H) : undefined;
  if (fault === undefined) return;
  const { offset, length, path } = placeIn(numericInfo ?? info);
  scope.report({ code: 'edge-scales-count', offset, length, path, message: fault.message });
}

function checkBurst(base: EdgeLayerBaseView, place: FactPlace, scope: LaterScope): void {
  const { file } = scope;
  const arch = file.header?.hwArch.value ?? 0;
  const isKnown = hasNms(arch) || WITHOUT_NMS.includes(arch);
  const fault = isKnown ? burstFault(base.additionalInfo?.nmsInfo, arch, hasNmsBurst(file)) : undefined;
  if (fault !== undefined) reportLater(place, fault, scope);
}

function checkFused({ fused }: CoreOpFacts, scope: LaterScope): void {
  for (const layer of fused?.layers ?? []) {
    const nmsInfo = layer.isEmpty ? undefined : layer.view.nmsInfo;
    if (nmsInfo === undefined) continue;
    const arch = scope.file.header?.hwArch.value ?? 0;
    const fault = hasNms(arch) ? burstFault(nmsInfo, arch, hasNmsBurst(scope.file)) : undefined;
    if (fault !== undefined) reportLater(placeIn(nmsInfo), fault, scope);
  }
}

function reportLater(place: FactPlace, { message }: LaterFault, { report }: LaterScope): void {
  const { offset, length, path } = place;
  report({ offset, length, path, code: 'edge-later-values', message });
}

function placeIn({ span: { offset, length }, path }: TypedView): FactPlace {
  return { offset, length, path };
}

/** Result of a release's load for a fault in a layer of later tool chains, with the reason. */
interface LaterFault {
  readonly ending: 'INVALID_HEF' | 'INTERNAL_FAILURE' | 'crash' | 'hang';
  readonly message: string;
}

const invalid = (message: string): LaterFault => ({ ending: 'INVALID_HEF', message });

/**
 * Returns the fault of an image itself. Faults inside of its planes are not included, because loaders read
 * planes like other tensors.
 * @param isSeparate true if planes without a base are reported separately: for loaders, the elements of such
 * planes have no bytes
 */
export function planesFault(
  image: EdgeLayerPlanesView | undefined,
  isSeparate = false,
): LaterFault | undefined {
  const format = image?.planesFormat ?? 0;
  if (!PLANES_FORMATS.includes(format)) return invalid(`planes_format is ${format}; the maximum is 2`);
  let bytes: number | undefined;
  for (const { layerInfo } of image?.planes ?? []) {
    if (layerInfo === undefined) return { ending: 'INTERNAL_FAILURE', message: 'a plane is not a tensor' };
    const base = layerInfo.edgeLayerBase;
    if (isSeparate && base === undefined) continue;
    const own = base?.dataBytes ?? 0;
    bytes ??= own;
    if (own !== bytes) return invalid(`planes have elements of ${bytes} and of ${own} bytes`);
  }
  const length = image?.planes.length ?? 0;
  if (length === 0) return { ending: 'crash', message: 'the image has no plane' };
  return length > MAX_PLANES ? { ending: 'hang', message: `the image has ${length} planes` } : undefined;
}

function hasNms(arch: number): boolean {
  return NMS_OF_FIRST_KIND.includes(arch) || NMS_OF_SECOND_KIND.includes(arch);
}

/** Returns the fault in the transfer of boxes from the device, which depends on the device's architecture. */
export function burstFault(
  info: NmsInfoView | undefined,
  arch: number,
  hasBursts: boolean,
): LaterFault | undefined {
  const type = info?.burstType ?? 0;
  if (!hasBursts && type !== 0) return invalid(`burst_type is ${type}, but the file declares no bursts`);
  const first = NMS_OF_FIRST_KIND.includes(arch);
  if (!first && !NMS_OF_SECOND_KIND.includes(arch)) {
    return { ending: 'INTERNAL_FAILURE', message: `architecture ${arch} does not write lists of boxes` };
  }
  if (!hasBursts) return undefined;
  if (!(first ? [1] : [2, 3]).includes(type))
    return invalid(`burst_type is ${type}, which architecture ${arch} does not support`);
  const boxBytes = Number(BigInt.asUintN(32, info?.bboxSize ?? 0n));
  const bytes = Math.imul(info?.burstSize ?? 0, boxBytes) >>> 0;
  return bytes > MAX_BURST_BYTES
    ? invalid(`a burst has ${bytes} bytes; the maximum is ${MAX_BURST_BYTES}`)
    : undefined;
}

/**
 * Returns the fault in the scales of a file whose outputs have a scale for each feature. Loaders also read a
 * scale for each feature of an input, possibly past the end of a shorter list.
 * @param mayBeEmpty true if one scale replaces an empty list
 */
export function scalesFault(
  numeric: EdgeLayerNumericInfoView | undefined,
  { format, features }: EdgeLayerBaseView,
  isOutput: boolean,
  mayBeEmpty = false,
): LaterFault | undefined {
  const needed = neededOf(format, features);
  const counted = (count: number): number => (mayBeEmpty && count === 0 ? Math.max(0, needed) : count);
  const zeroPoints = counted(numeric?.qpZps.length ?? 0);
  const scales = counted(numeric?.qpScales.length ?? 0);
  const fault = countsFault(needed, zeroPoints, scales, isOutput);
  if (fault !== undefined || isOutput || needed <= 0 || numeric === undefined) return fault;
  return areEqual(numeric.qpZps, needed) && areEqual(numeric.qpScales, needed)
    ? undefined
    : invalid('an input has different scales for different features');
}

/**
 * Returns the number of scales that a tensor needs. Loaders read the number of features as a signed 32-bit
 * number.
 */
function neededOf(format: number, features: number): number {
  return format === NMS_FORMAT ? NMS_VALUES : features | 0;
}

function countsFault(
  needed: number,
  zeroPoints: number,
  scales: number,
  isOutput: boolean,
): LaterFault | undefined {
  const isEnough = zeroPoints >= needed && scales >= needed;
  if (isOutput ? zeroPoints === needed && scales === needed : needed <= 0 || isEnough) return undefined;
  const message = `there are ${zeroPoints} zero points and ${scales} scales for ${needed} features`;
  return isOutput ? invalid(message) : { ending: 'crash', message };
}

/**
 * True if the first `count` values are equal as 32-bit floats, bit by bit: an input has only one scale, so
 * its values must be equal.
 */
function areEqual(values: Iterable<number>, count: number): boolean {
  const floats = new Float32Array(2);
  const bits = new Uint32Array(floats.buffer);
  let index = 0;
  for (const value of values) {
    if (index === count) break;
    floats[index === 0 ? 0 : 1] = value;
    if (index > 0 && bits[0] !== bits[1]) return false;
    index++;
  }
  return true;
}
