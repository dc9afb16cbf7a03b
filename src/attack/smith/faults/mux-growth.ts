/** Builds muxes with any number of parts. */
import { messageRecord, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { layersIn } from './edge-layers.js';
import { type MuxSite, setRatios, setRows } from './mux-sites.js';
import { relist } from './nms-layers.js';
import { treeTextAt } from './places.js';

/** Parts of a mux: for a tensor, its number of rows; for a nested mux, its parts. */
export type Parts = readonly (number | Parts)[];

/** A mux of the new tree, with the number of its parts. */
interface GrownMux {
  readonly layer: MessageNode;
  readonly count: number;
}

/**
 * Replaces all parts of an outermost mux. The number of rows of every tensor is a multiple of `turns`.
 * @returns all muxes of the new tree, including the outermost mux; undefined if the mux has no tensor that
 * can be copied
 */
export function regrow(random: Random, site: MuxSite, parts: Parts, turns: number): GrownMux[] | undefined {
  const leaves = layersIn(site).filter(({ kind }) => kind === 'info');
  const leaf = leaves[0]?.layer.owner;
  const [first, ...others] = leaves.map(({ layer }) => treeTextAt(layer, 'name'));
  if (leaf === undefined || first === undefined) return undefined;
  const grower = new Grower(random, leaf, emptied(site.layer.owner as RecordNode), turns);
  grower.fill(site.layer, parts);
  relist(site.coreOp, first, ...grower.names);
  for (const name of others) relist(site.coreOp, name);
  return grower.muxes;
}

function emptied(record: RecordNode): RecordNode {
  const copy = record.clone();
  const mux = copy.message as MessageNode;
  mux.setRecords(mux.records.filter(({ field }) => field?.name !== 'predecessors'));
  return copy;
}

class Grower {
  readonly names: string[] = [];
  readonly muxes: GrownMux[] = [];

  constructor(
    private readonly random: Random,
    private readonly leaf: RecordNode,
    private readonly mux: RecordNode,
    private readonly turns: number,
  ) {}

  /** @returns the total number of rows of all parts */
  fill(mux: MessageNode, parts: Parts): number {
    mux.setRecords(mux.records.filter(({ field }) => field?.name !== 'predecessors'));
    this.muxes.push({ layer: mux, count: parts.length });
    const field = mux.fieldTable('predecessors');
    const rows = parts.map((part) => {
      const record = messageRecord(field);
      const holder = record.message as MessageNode;
      const [inner, count] = typeof part === 'number' ? this.#tensor(part) : this.#inner(holder, part);
      holder.append(inner);
      mux.append(record);
      return count;
    });
    const sum = rows.reduce((all, count) => all + count, 0);
    setRows(mux.field('edge_layer_base')?.message as MessageNode, sum);
    const data = mux.field('mux_data')?.message as MessageNode;
    setField(data, 'number_of_predecessors', parts.length);
    setField(data, 'height_gcd', this.turns);
    const ratios = rows.map((count) => count / this.turns);
    setRatios(this.random, { data }, ratios);
    return sum;
  }

  #tensor(rows: number): [RecordNode, number] {
    const record = this.leaf.clone();
    const layer = this.#named(record);
    setRows(layer.field('edge_layer_base')?.message as MessageNode, rows);
    this.names.push(treeTextAt(layer, 'name'));
    return [record, rows];
  }

  /**
   * Makes a nested mux for a message that contains edges. Only the content of the outermost mux is copied,
   * because the field number of a mux differs between edge layers and parts.
   */
  #inner(holder: MessageNode, parts: Parts): [RecordNode, number] {
    const content = (this.mux.message as MessageNode).records.map((record) => record.clone());
    const record = messageRecord(holder.fieldTable('layer_mux'), content);
    return [record, this.fill(this.#named(record), parts)];
  }

  #named(record: RecordNode): MessageNode {
    const layer = record.message as MessageNode;
    setField(layer, 'name', `parts/${this.names.length}_${this.random.bits()}`);
    for (const original of layer.fields('original_names')) layer.remove(original);
    return layer;
  }
}
