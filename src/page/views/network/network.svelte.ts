import type { FoldOptions } from '../../../show/drawing/fold.js';
import type { NetworkDrawing } from '../../../show/drawing/network-drawing.js';
import type { Network } from '../../../show/network/network.js';
import type { Schedules } from '../../../show/network/schedule.js';
import { type Failure, failureOf } from '../../state/failure.js';
import type { OpenFile } from '../../state/session.svelte.js';

/** The network of a file as far as it has been asked for. */
export class ShownNetwork {
  network = $state.raw<Network | null>(null);
  /** Whether `network` says how many bytes configure it. */
  isSized = $state(false);
  drawing = $state.raw<NetworkDrawing | null>(null);
  schedules = $state.raw<Schedules | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** What is drawn, or being drawn. */
  #drawn = '';
  #looker: OpenFile['looker'] = null;
  /** Whether sizes were asked for. */
  #isCounting = false;

  constructor(private readonly file: OpenFile) {}

  /** Asks for the network, once for each time that the file wakes. */
  start(): void {
    const { looker } = this.file;
    if (looker === null || looker === this.#looker) return;
    this.#looker = looker;
    this.#drawn = '';
    this.#isCounting = this.isSized;
    if (this.isSized) return;
    looker.network().then((network) => (this.network = network), this.#fail);
  }

  /** Asks for the picture, unless it is there. */
  draw(options: FoldOptions): void {
    const { looker } = this.file;
    const key = JSON.stringify([options.by, options.plumbing, [...options.open].sort()]);
    if (looker === null || key === this.#drawn) return;
    this.#drawn = key;
    looker.drawing(options).then((drawing) => {
      if (key === this.#drawn) this.drawing = drawing;
    }, this.#fail);
  }

  /** Asks how many bytes configure it, which in a large file takes longer than the picture: so after it. */
  askSizes(): void {
    const { looker } = this.file;
    if (looker === null || this.#isCounting) return;
    this.#isCounting = true;
    looker.sizedNetwork().then((network) => {
      this.network = network;
      this.isSized = true;
    }, this.#fail);
  }

  /** Asks for the schedule, which is long. */
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

/** The one of a file: its layout is not made anew for each visit. */
export function networkOf(file: OpenFile): ShownNetwork {
  let network = shown.get(file);
  if (network === undefined) {
    network = new ShownNetwork(file);
    shown.set(file, network);
  }
  return network;
}
