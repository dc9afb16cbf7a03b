import { headerSizeOf } from '../../base/container/header.js';
import { ZERO_POINT_ALIGNMENT } from '../../base/container/write.js';
import type { SmithFraming } from './settings.js';

/** Sizes of a file's sections in bytes. */
export class FrameSections {
  readonly header: number;
  readonly padding: number;
  /** Number of zeros after the resource, up to the end of a page. */
  readonly tail: number;

  /**
   * @param words size of the configuration words after the message
   * @param resource size of the meaningful part of the additional info
   * @param fillsPage true if zeros fill the file up to a multiple of a page
   */
  constructor(
    framing: SmithFraming,
    readonly message: number,
    readonly words: number,
    readonly resource: number,
    fillsPage: boolean,
  ) {
    this.header = framing === 'bare' ? 0 : headerSizeOf(framing);
    this.padding = framing === 3 ? missing(this.header + message) : 0;
    this.tail = fillsPage ? missing(words + resource) : 0;
  }

  get additionalInfo(): number {
    return this.resource + this.tail;
  }

  get fileSize(): number {
    return this.header + this.message + this.padding + this.words + this.additionalInfo;
  }
}

/** Returns the number of bytes up to the next multiple of a page. */
function missing(end: number): number {
  return (ZERO_POINT_ALIGNMENT - (end % ZERO_POINT_ALIGNMENT)) % ZERO_POINT_ALIGNMENT;
}
