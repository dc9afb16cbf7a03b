import { untrack } from 'svelte';
import type { PartChain } from '../../../show/inspect/inspector.js';
import type { Part } from '../../../show/inspect/part.js';
import { offsetText } from '../../../show/report/text.js';
import { failureOf, failureText } from '../../state/failure.js';
import { place } from '../../state/place.svelte.js';
import type { ByteReader } from './byte-pages.js';
import type { Describer } from './detail-view.svelte.js';
import { HexView } from './hex-view.svelte.js';
import type { Jump } from './jump.js';
import { Newest } from './newest.js';
import { changeTo, meantIn, type PartPlace, placeOf } from './place-of-part.js';
import type { Lister } from './tree-rows.js';
import { TreeView } from './tree-view.svelte.js';

/** The engine that the view asks about its file. */
export interface Asked extends Lister, ByteReader, Describer {
  at(offset: number): Promise<PartChain>;
  find(path: string): Promise<PartChain>;
}

/** What is selected in a file: one part and one byte of it, which tree, bytes and details all show. */
export class Structure {
  readonly tree: TreeView;
  readonly hex: HexView;
  /** From the file to the part that is selected; null where none is yet. */
  chain = $state.raw<PartChain | null>(null);
  readonly part: Part | null = $derived(this.chain?.parts.at(-1) ?? null);
  /** What did not work, such as a path that is not there. */
  message = $state<string | null>(null);
  readonly #newest = new Newest();
  /** What the address says of the selection, as far as it is ours. */
  #address = '';

  constructor(
    root: Part,
    readonly size: number,
    readonly asked: Asked,
  ) {
    const fail = (error: unknown) => this.#fail(error);
    this.tree = new TreeView(root, asked, (chain, isStep) => this.#choose(chain, isStep), fail);
    this.hex = new HexView(size, asked, (offset, isStep) => this.#chooseByte(offset, isStep), fail);
  }

  end(): void {
    this.tree.end();
    this.hex.end();
  }

  /** Goes where the address says, unless that is where it is. */
  follow(wanted: PartPlace): void {
    const address = JSON.stringify([wanted.path, wanted.offset, wanted.kind]);
    if (address === this.#address) return;
    this.#address = address;
    this.message = null;
    this.#ask(async () => {
      const chain = await this.#meant(wanted);
      if (this.#newest.isStale || address !== this.#address) return;
      const part = chain.parts.at(-1) as Part;
      const byte = wanted.offset ?? part.offset;
      const isIn = byte >= part.offset && byte < part.offset + part.length;
      this.#select(chain, isIn || part.kind === 'file' ? byte : part.offset);
    });
  }

  async #meant(wanted: PartPlace): Promise<PartChain> {
    const { path, offset } = wanted;
    const isPast = offset !== null && offset >= this.size;
    // What was cut off would go on at the end of the file: then the path says more.
    if (isPast && path === null)
      this.message = `the file ends at ${offsetText(this.size)}, before offset ${offsetText(offset)}`;
    if ((offset !== null && !isPast) || path === null || path === '') {
      const around = await this.asked.at(offset ?? 0);
      // Nothing is selected yet: the file is.
      const meant = meantIn(around, offset === null ? { ...wanted, path: null, kind: 'file' } : wanted);
      if (meant !== undefined || path === null || path === '') return meant ?? around;
    }
    const found = await this.asked.find(path);
    if (found.parts.at(-1)?.path !== path) this.message = `there is no ${path}: this is as far as it goes`;
    return found;
  }

  /** Goes where the reader wants to, if there is such a place. */
  jump(jump: Jump): void {
    if (jump.kind === 'nowhere') this.message = jump.why;
    else {
      const to =
        jump.kind === 'path'
          ? { path: jump.path, offset: null, more: {} }
          : { path: null, offset: jump.offset, more: {} };
      // The same place again is gone to as well: the reader may have scrolled away.
      this.#address = '';
      place.go(to);
      this.follow({ path: to.path, offset: to.offset, kind: null });
    }
  }

  /** From the tree. */
  #choose(chain: PartChain, isStep: boolean): void {
    const { offset } = chain.parts.at(-1) as Part;
    this.message = null;
    this.chain = chain;
    this.hex.show(offset);
    this.#publish(isStep);
  }

  /** From the bytes. */
  #chooseByte(offset: number, isStep: boolean): void {
    this.message = null;
    this.#ask(async () => {
      const chain = await this.asked.at(offset);
      if (this.#newest.isStale || this.hex.cursor !== offset) return;
      this.#select(chain, offset);
      this.#publish(isStep);
    });
  }

  #select(chain: PartChain, byte: number): void {
    this.chain = chain;
    this.tree.show(chain);
    this.hex.show(byte);
  }

  /** Puts the selection into the address. */
  #publish(isStep: boolean): void {
    const part = untrack(() => this.part);
    if (part === null) return;
    const { path, offset, kind } = placeOf(part, this.hex.cursor);
    this.#address = JSON.stringify([path, offset, kind]);
    const change = changeTo(part, this.hex.cursor);
    if (isStep) place.slide(change);
    else place.go(change);
  }

  #ask(work: () => Promise<void>): void {
    this.#newest.ask(() => work().catch((error) => this.#fail(error)));
  }

  #fail(error: unknown): void {
    this.message = failureText(failureOf(error));
  }
}
