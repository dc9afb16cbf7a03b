/// <reference lib="esnext.disposable" preserve="true" />
import type { Source } from './source.js';

/** A source that `await using` closes. All that are made here are; of others only `Source` is asked. */
export type ClosableSource = Source & AsyncDisposable;

/** What closes itself at the end of an `await using` block. */
export abstract class Closable implements AsyncDisposable {
  abstract close(): void | Promise<void>;

  /** `close`, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
