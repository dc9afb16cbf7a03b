import { untrack } from 'svelte';
import type { Detail } from '../../../show/inspect/detail.js';
import type { PartChain } from '../../../show/inspect/inspector.js';
import type { Part } from '../../../show/inspect/part.js';
import { offsetText } from '../../../show/report/text.js';
import { failureOf, failureText } from '../../state/failure.js';
import { place } from '../../state/place.svelte.js';
import type { ByteReader } from './byte-pages.js';
import { HexView } from './hex-view.svelte.js';
import { Newest } from './newest.js';
import { changeTo, type Jump, meantIn, type PartPlace, placeOfPart } from './place-of-part.js';
import type { Lister } from './tree-rows.js';
import { TreeView } from './tree-view.svelte.js';

/** The engine's requests that this view makes. */
interface Asked extends Lister, ByteReader, Describer {
  at(offset: number): Promise<PartChain>;
  find(path: string): Promise<PartChain>;
}

/**
 * Selection in a file: a part, and a byte in the part. The tree, the bytes and the details show the
 * selection.
 */
export class Structure {
  readonly tree: TreeView;
  readonly hex: HexView;
  /** Chain from the file to the selected part; null before the first selection. */
  chain = $state.raw<PartChain | null>(null);
  readonly part: Part | null = $derived(this.chain?.parts.at(-1) ?? null);
  /** Error of the last action, such as a missing path. */
  message = $state<string | null>(null);
  readonly #newest = new Newest();
  /** Address fields of the present selection. */
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

  /** Goes to the place in the address, unless it is selected already. */
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
    // Truncated data would be beyond the end of the file, so the path is used instead of the offset.
    if (isPast && path === null)
      this.message = `the file ends at ${offsetText(this.size)}, before offset ${offsetText(offset)}`;
    if ((offset !== null && !isPast) || path === null || path === '') {
      const around = await this.asked.at(offset ?? 0);
      // Without a selection, select the file.
      const meant = meantIn(around, offset === null ? { ...wanted, path: null, kind: 'file' } : wanted);
      if (meant !== undefined || path === null || path === '') return meant ?? around;
    }
    const found = await this.asked.find(path);
    if (found.parts.at(-1)?.path !== path)
      this.message = `there is no ${path}; this is the nearest part that exists`;
    return found;
  }

  /** Goes to the target that the reader entered, if it exists. */
  jump(jump: Jump): void {
    if (jump.kind === 'nowhere') this.message = jump.why;
    else {
      const to =
        jump.kind === 'path'
          ? { path: jump.path, offset: null, more: {} }
          : { path: null, offset: jump.offset, more: {} };
      // The selection is repeated even for the same place, because the reader may have scrolled away.
      this.#address = '';
      place.go(to);
      this.follow({ path: to.path, offset: to.offset, kind: null });
    }
  }

  #choose(chain: PartChain, isStep: boolean): void {
    const { offset } = chain.parts.at(-1) as Part;
    this.message = null;
    this.chain = chain;
    this.hex.show(offset);
    this.#publish(isStep);
  }

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

  #publish(isStep: boolean): void {
    const part = untrack(() => this.part);
    if (part === null) return;
    const { path, offset, kind } = placeOfPart(part, this.hex.cursor);
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

interface Describer {
  detail(part: Part): Promise<Detail>;
}

export class DetailView {
  /** Details of the requested part; before they arrive, the details of the previous part. */
  detail = $state.raw<Detail | null>(null);
  error = $state<string | null>(null);
  readonly #newest = new Newest();

  constructor(private readonly describer: Describer) {}

  show(part: Part): void {
    this.#newest.ask(async () => {
      try {
        const detail = await this.describer.detail(part);
        if (this.#newest.isStale) return;
        this.detail = detail;
        this.error = null;
      } catch (error) {
        this.error = failureText(failureOf(error));
      }
    });
  }
}
