/**
 * Finds and changes muxes: their parts, the rows of each part in a turn, and the findings for mismatched
 * numbers.
 */
import { WIRE_VARINT } from '../../../base/wire/tag.js';
import { bytesRecord, placeFor, scalarRecord, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { packedBytes, packedValues } from '../../../read/tree/packed.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { baseIn, layerSites, type ShapedSite, setFields } from './edge-layers.js';
import type { Expected, FaultNeeds } from './fault.js';
import { operationSpot } from './operation-places.js';
import { numberAt } from './places.js';

export const WITH_MUX: FaultNeeds = { with: ['mux'] };

const RATIOS = 'height_ratios_list';

export interface MuxSite extends ShapedSite {
  /** `mux_data`. */
  readonly data: MessageNode;
  /** Enclosing muxes; the innermost first. */
  readonly around: readonly ShapedSite[];
}

export function muxSites(root: MessageNode): MuxSite[] {
  const shaped = layerSites(root).flatMap((site): ShapedSite[] => {
    const base = baseIn(site);
    return site.kind !== 'mux' || base === undefined ? [] : [{ ...site, base }];
  });
  const around = ({ mux }: ShapedSite): ShapedSite[] => {
    const holder = shaped.find(({ layer }) => layer === mux);
    return holder === undefined ? [] : [holder, ...around(holder)];
  };
  return shaped.flatMap((site) => {
    const data = site.layer.field('mux_data')?.message;
    return data === undefined ? [] : [{ ...site, data, around: around(site) }];
  });
}

export function muxParts({ layer }: Pick<MuxSite, 'layer'>): MessageNode[] {
  return messagesAt(layer, 'predecessors');
}

export function ratiosOf({ data }: Pick<MuxSite, 'data'>): number[] {
  return data
    .fields(RATIOS)
    .flatMap((record) => (record.isPacked ? packedValues(record) : [record.bits]))
    .map(Number);
}

/** Replaces the ratios and their declared number. In some cases, each ratio gets a separate record. */
export function setRatios(random: Random, { data }: Pick<MuxSite, 'data'>, ratios: readonly number[]): void {
  for (const record of data.fields(RATIOS)) data.remove(record);
  const field = data.fieldTable(RATIOS);
  const made =
    ratios.length === 0 || random.chance(25)
      ? ratios.map((ratio) => scalarRecord(field, ratio))
      : [bytesRecord(field, packedBytes(WIRE_VARINT, ratios.map(BigInt)))];
  data.insert(placeFor(data, field.number), ...made);
  setField(data, 'height_ratios_list_len', ratios.length);
}

/** Sets the number of rows of a mux or a tensor, without padding. */
export function setRows(base: MessageNode, rows: number): void {
  setFields(base, { height: rows, padded_height: rows, core_buffers_per_frame: rows });
}

function elementsOf(base: MessageNode): number {
  return numberAt(base, 'padded_height') * rowOf(base);
}

/** Returns the number of elements in a padded row. */
function rowOf(base: MessageNode): number {
  return numberAt(base, 'padded_width') * numberAt(base, 'padded_features');
}

/**
 * Computes the findings about the rows of a mux from its fields. In each turn, a demuxer copies to every part
 * as many rows as the part's ratio. All turns together must fill each part, and must not exceed the rows of a
 * part or of the mux.
 */
export function rowFindings(mux: MuxSite): Expected[] {
  const { base, data } = mux;
  const turns = numberAt(data, 'height_gcd');
  const ratios = ratiosOf(mux);
  const turnSpot = operationSpot(data, 'height_gcd');
  const found: Expected[] = [];
  let taken = 0;
  let elements = 0;
  for (const [i, part] of muxParts(mux).entries()) {
    const tensor = part.field('layer_info')?.message;
    const own = (tensor ?? part.field('layer_mux')?.message)?.field('edge_layer_base')?.message;
    const ratio = ratios[i];
    if (own === undefined) continue;
    elements += elementsOf(own);
    taken += (ratio ?? 0) * turns * rowOf(own);
    if (tensor === undefined || ratio === undefined) continue;
    const rows = numberAt(own, 'padded_height');
    const at = operationSpot(own, 'padded_height');
    if (Math.min(turns, numberAt(own, 'height')) * ratio > rows) {
      found.push({ code: 'mux-demux-overflow', at, related: [turnSpot] });
    }
    if (turns * ratio !== rows) found.push({ code: 'mux-height-ratio-mismatch', at, related: [turnSpot] });
  }
  const at = operationSpot(base, 'padded_height');
  if (taken > elementsOf(base)) found.push({ code: 'mux-demux-overflow', at: turnSpot, related: [at] });
  if (elements !== elementsOf(base)) found.push({ code: 'mux-size-mismatch', at });
  return found;
}
