import type { Random } from '../random.js';
import type { FeaturePalette } from './features.js';

/** Limit of loaders for the bytes of a name in UTF-8, without the final 0. */
const MAX_NAME_BYTES = 127;

const NETWORKS = ['detect', 'classify', 'depth', 'pose', 'faces', 'plates', 'lanes', 'voice'] as const;
const UNICODE_NETWORKS = ['größe', '検出', 'глубина', 'λ_net', 'ñandú', '顔', '🚗_plates', 'éñ→'] as const;
const LAYERS = ['conv', 'dw', 'fc', 'concat', 'resize', 'ew_add', 'avgpool', 'format_conversion'] as const;
const UNICODE_LAYERS = ['schicht_ü', '層', 'слой', 'σ_layer', '🧩'] as const;

const encoder = new TextEncoder();

/** Makes unique names within a group, not longer than loaders accept. */
export class Names {
  #count = 0;
  readonly #random: Random;
  readonly #palette: FeaturePalette;

  constructor(random: Random, palette: FeaturePalette) {
    this.#random = random;
    this.#palette = palette;
  }

  /** @param index position of the group, which makes the name unique in the file */
  group(index: number): string {
    const base = this.#roll('unicode', 15) ? `gruppe_ä_${index}` : `net${index}`;
    return this.#lengthened(base);
  }

  network(index: number): string {
    const list = this.#roll('unicode', 15) ? UNICODE_NETWORKS : NETWORKS;
    return this.#lengthened(list[index % list.length] as string);
  }

  /** @param network name of the layer's network, which compilers use as a prefix */
  layer(network: string): string {
    const word = this.#random.one(this.#roll('unicode', 10) ? UNICODE_LAYERS : LAYERS);
    const name = `${network}/${word}${++this.#count}`;
    // If the network's name takes all bytes, the name of the layer omits the network's name.
    return this.#lengthened(encoder.encode(name).length > MAX_NAME_BYTES ? `${word}${this.#count}` : name);
  }

  #roll(feature: 'unicode' | 'long-names', percent: number): boolean {
    return this.#palette.roll(feature, percent, this.#random);
  }

  #lengthened(name: string): string {
    if (!this.#roll('long-names', 4)) return name;
    return name + '_'.repeat(MAX_NAME_BYTES - encoder.encode(name).length);
  }
}
