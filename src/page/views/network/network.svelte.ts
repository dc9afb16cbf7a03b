import type { FoldOptions } from '../../../show/drawing/fold.js';
import type { NetworkDrawing } from '../../../show/drawing/network-drawing.js';
import type { Network } from '../../../show/network/network.js';
import type { Schedules } from '../../../show/network/schedule.js';
import { type Failure, failureOf } from '../../state/failure.js';
import type { OpenFile } from '../../state/session.svelte.js';

/** Maximum width in pixels of a page that shows the picture above the list, as in the view's styles. */
const NARROW = 900;
/** Usual sizes of the picture in pixels, in a wide and in a narrow page. */
const WIDE_ROOM = { width: 1000, height: 600 };
const NARROW_ROOM = { width: 350, height: 500 };

/** Network of a file, loaded on request. */
export class ShownNetwork {
  network = $state.raw<Network | null>(null);
  /** True if `network` includes the bytes of configuration. */
  isSized = $state(false);
  drawing = $state.raw<NetworkDrawing | null>(null);
  schedules = $state.raw<Schedules | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Options of the present drawing, or of the drawing that was requested last. */
  #drawn = '';
  #looker: OpenFile['looker'] = null;
  /** True after the sizes were requested. */
  #isCounting = false;

  constructor(private readonly file: OpenFile) {}

  /** Requests the network, once for each time that the file wakes. */
  start(): void {
    const { looker } = this.file;
    if (looker === null || looker === this.#looker) return;
    this.#looker = looker;
    this.#drawn = '';
    this.#isCounting = this.isSized;
    if (this.isSized) return;
    looker.network().then((network) => (this.network = network), this.#fail);
  }

  /** Requests the drawing, unless it is present or requested. */
  draw(options: FoldOptions): void {
    const { looker } = this.file;
    const key = JSON.stringify([options.by, options.plumbing, [...options.open].sort()]);
    if (looker === null || key === this.#drawn) return;
    this.#drawn = key;
    looker.drawing(options, innerWidth > NARROW ? WIDE_ROOM : NARROW_ROOM).then((drawing) => {
      if (key === this.#drawn) this.drawing = drawing;
    }, this.#fail);
  }

  /**
   * Requests the bytes of configuration. In a large file, counting the bytes takes longer than the drawing,
   * so call this function after `draw`.
   */
  askSizes(): void {
    const { looker } = this.file;
    if (looker === null || this.#isCounting) return;
    this.#isCounting = true;
    looker.sizedNetwork().then((network) => {
      this.network = network;
      this.isSized = true;
    }, this.#fail);
  }

  /** Requests the schedules, which are large. */
  askSchedules(): void {
    const { looker } = this.file;
    if (looker === null || this.schedules !== null) return;
    looker.schedules().then((schedules) => (this.schedules = schedules), this.#fail);
  }

  readonly #fail = (error: unknown): void => {
    this.failure = failureOf(error);
  };
}

const shown = new WeakMap<OpenFile, ShownNetwork>();

/** Returns the network of a file. The network is kept, so that its layout is computed only once. */
export function networkOf(file: OpenFile): ShownNetwork {
  let network = shown.get(file);
  if (network === undefined) {
    network = new ShownNetwork(file);
    shown.set(file, network);
  }
  return network;
}
