import type { ContainerVersion } from '../../base/container/header.js';
import type { FrameParts } from '../../base/container/write.js';

/** What a file is made of around its message; mutators put other parts in. */
export interface FrameSite {
  /** Undefined: the message is all there is. */
  parts: Omit<FrameParts, 'message'> | undefined;
  /** Bytes of the message. */
  readonly messageSize: number;
  /** Bytes by which the file may grow. */
  readonly room: number;
}

export type { ContainerVersion };
