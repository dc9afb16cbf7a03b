import type { EdgeLayer } from '../../tools/disasm/listing.js';
import { escapeText } from './escape.js';

/** Names for the indexes in a core operation: of its networks, and of the streams of the current context. */
export class DisasmNames {
  #networks: readonly string[] = [];
  readonly #inputs = new Map<number, string>();
  readonly #outputs = new Map<number, string>();

  setNetworks(networks: readonly string[]): void {
    this.#networks = networks;
  }

  setLayers(layers: readonly EdgeLayer[]): void {
    // Clearing only maps with content saves time, because files have tens of thousands of contexts without
    // layers.
    if (this.#inputs.size > 0) this.#inputs.clear();
    if (this.#outputs.size > 0) this.#outputs.clear();
    for (const layer of layers) {
      const of = layer.direction === 'in' ? this.#inputs : this.#outputs;
      if (!of.has(layer.sysIndex)) {
        of.set(layer.sysIndex, ` ${layer.direction} ${layer.sysIndex} ${layerName(layer)}`);
      }
    }
  }

  /** Formats an edge layer as an operand, with a question mark if the context does not have the layer. */
  streamOperand(sysIndex: number, isInput: boolean): string {
    const known = (isInput ? this.#inputs : this.#outputs).get(sysIndex);
    return known ?? ` ${isInput ? 'in' : 'out'} ${sysIndex}?`;
  }

  /** Formats a network as an operand; empty for network 0 of a core operation that does not list networks. */
  networkOperand(index: number): string {
    const text = this.networkText(index);
    return text === '' ? '' : ` net=${text}`;
  }

  /**
   * Returns a network's name. Without a name, returns the index; with a question mark if other networks have
   * names.
   */
  networkText(index: number): string {
    const networks = this.#networks;
    const name = networks[index];
    if (name !== undefined) return name === '' ? `${index}` : escapeText(name);
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
