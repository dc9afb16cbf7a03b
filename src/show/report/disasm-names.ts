import type { EdgeLayer } from '../../tools/disasm/listing.js';
import { escapeText } from './escape.js';

/** What the indexes in a core operation stand for: its networks, and the edge layers of the context that is open. */
export class DisasmNames {
  #networks: readonly string[] | undefined;
  #layers: readonly EdgeLayer[] | undefined;
  readonly #inputs = new Map<number, string>();
  readonly #outputs = new Map<number, string>();

  /** @param networks undefined where they are not known */
  setNetworks(networks: readonly string[] | undefined): void {
    this.#networks = networks;
  }

  /** @param layers undefined where they are not known */
  setLayers(layers: readonly EdgeLayer[] | undefined): void {
    this.#layers = layers;
    // Files have tens of thousands of contexts without any layer.
    if (this.#inputs.size > 0) this.#inputs.clear();
    if (this.#outputs.size > 0) this.#outputs.clear();
    for (const layer of layers ?? []) {
      const of = layer.direction === 'in' ? this.#inputs : this.#outputs;
      if (!of.has(layer.sysIndex)) {
        of.set(layer.sysIndex, ` ${layer.direction} ${layer.sysIndex} ${layerName(layer)}`);
      }
    }
  }

  /** An edge layer as an operand; marked where the layers are known, and this is none of them. */
  streamOperand(sysIndex: number, isInput: boolean): string {
    const known = (isInput ? this.#inputs : this.#outputs).get(sysIndex);
    return known ?? ` ${isInput ? 'in' : 'out'} ${sysIndex}${this.#layers === undefined ? '' : '?'}`;
  }

  /** A network as an operand; empty where the core operation lists none, and means its only one. */
  networkOperand(index: number): string {
    const text = this.networkText(index);
    return text === '' ? '' : ` net=${text}`;
  }

  /** A network by its name; by its index, marked, where there are names but not this one. */
  networkText(index: number): string {
    const networks = this.#networks;
    const name = networks?.[index];
    if (name !== undefined) return name === '' ? `${index}` : escapeText(name);
    if (networks === undefined) return `#${index}`;
    return networks.length === 0 && index === 0 ? '' : `${index}?`;
  }
}

const CONNECTIONS = ['boundary', 'intermediate', 'ddr', 'cache'];

export function connectionText(connection: number): string {
  return CONNECTIONS[connection] ?? `connection ${connection}?`;
}

export function layerName({ name }: EdgeLayer): string {
  return name === '' ? '(unnamed)' : escapeText(name);
}
