import type { FoldOptions } from '../../../show/drawing/fold.js';
import type { NetworkDrawing } from '../../../show/drawing/network-drawing.js';
import type { Network } from '../../../show/network/network.js';
import type { Schedules } from '../../../show/network/schedule.js';
import { type Failure, failureOf } from '../../state/failure.js';
import type { OpenFile } from '../../state/session.svelte.js';

/** Greatest width of a page that shows the picture above the list, as in the view's styles. */
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
  /** Options of the current or pending drawing. */
  #drawn = '';
  #looker: OpenFile['looker'] = null;
  /** True if sizes were requested. */
  #isCounting = false;

  constructor(private readonly file: OpenFile) {}

  /** Requests the network, once each time that the file wakes. */
  start(): void {
    const { looker } = this.file;
    if (looker === null || looker === this.#looker) return;
    this.#looker = looker;
    this.#drawn = '';
    this.#isCounting = this.isSized;
    if (this.isSized) return;
    looker.network().then((network) => (this.network = network), this.#fail);
  }

  /** Requests the picture, unless it is present. */
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
   * Requests the bytes of configuration. In a large file this takes longer than the picture, and so is done
   * after the picture.
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

  /** Requests the schedule, which is long. */
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

/** Network of a file; it is kept, so that its layout is computed only once. */
export function networkOf(file: OpenFile): ShownNetwork {
  let network = shown.get(file);
  if (network === undefined) {
    network = new ShownNetwork(file);
    shown.set(file, network);
  }
  return network;
}
