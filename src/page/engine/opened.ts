/** Where a page's file comes from: picked or dropped, or served by `protomdl view`. */
export type Opened = { readonly blob: File } | { readonly url: string };

/** A file that can be looked at. */
export interface Openable {
  readonly name: string;
  readonly from: Opened;
}
