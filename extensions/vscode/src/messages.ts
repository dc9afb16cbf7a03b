/** Messages from the page to the extension. */
export type PageMessage =
  | { readonly type: 'read'; readonly id: number; readonly offset: number; readonly length: number }
  | { readonly type: 'save'; readonly name: string; readonly bytes: ArrayBuffer };

/** Answers to `read`: the bytes, or an error with a `source-*` code. */
export type ReadAnswer =
  | { readonly type: 'bytes'; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly type: 'failed'; readonly id: number; readonly code: string; readonly message: string };

/** Model that the page shows, as JSON in the page's `meta` element of this name. */
export interface ShownModel {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}
export const SHOWN_MODEL = 'protomdl-model';

/** State that the editor keeps for the page while it is hidden. */
export interface PageState {
  /** Address fragment of the page's current place, with `#`. */
  readonly place: string;
}
