/// <reference lib="esnext.disposable" preserve="true" />
import type { Source } from './source.js';

/**
 * A source that `await using` closes. All sources made here can; sources of callers need only be a `Source`.
 */
export type ClosableSource = Source & AsyncDisposable;

/** Base of classes that `await using` closes. */
export abstract class Closable implements AsyncDisposable {
  abstract close(): void | Promise<void>;

  /** `close`, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
