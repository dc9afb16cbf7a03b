import type { ChecksumProvider } from '../../base/container/checksum.js';
import type { FramingMode } from '../../base/container/detect.js';
import { takeApart } from '../../base/container/take-apart.js';
import { equalBytes } from '../../base/wire/bytes.js';
import { encodeTree } from '../../read/tree/encode.js';
import type { MessageNode } from '../../read/tree/message.js';
import { parseTree } from '../../read/tree/parse.js';
import { type Edit, encodeEdited, makeEdit } from './edit.js';
import { type Envelope, envelopeOf, putInto } from './envelope.js';
import { openCut } from './open-cut.js';

/** A file that might be smaller and still interesting. */
export interface Candidate {
  readonly bytes: Uint8Array;
  /** Goes on from this file. */
  adopt(): Promise<void>;
}

export interface SubjectOptions {
  readonly framing: FramingMode;
  readonly keepHeader: boolean;
  readonly checksums: ChecksumProvider;
}

/** The smallest interesting file so far, as a tree of its message in its envelope. */
export class Subject {
  #bytes: Uint8Array;
  #root: MessageNode | undefined;
  #envelope: Envelope;

  private constructor(
    bytes: Uint8Array,
    private readonly options: SubjectOptions,
  ) {
    this.#bytes = bytes;
  }

  static async open(bytes: Uint8Array, options: SubjectOptions): Promise<Subject> {
    const subject = new Subject(bytes, options);
    await subject.#open(bytes);
    return subject;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** The message; undefined where a header that cannot be read hides where it is. */
  get root(): MessageNode | undefined {
    return this.#root;
  }

  get envelope(): Envelope {
    return this.#envelope;
  }

  /** The file with an edit of its message. */
  async edited(edit: Edit): Promise<Candidate> {
    const message = encodeEdited(this.#root as MessageNode, edit);
    const bytes = await putInto(this.#envelope, message, this.options.checksums);
    return {
      bytes,
      adopt: async () => {
        makeEdit(edit);
        this.#bytes = bytes;
      },
    };
  }

  /** The message in another envelope. */
  async enveloped(envelope: Envelope): Promise<Candidate> {
    const message = encodeTree(this.#root as MessageNode);
    const bytes = await putInto(envelope, message, this.options.checksums);
    return {
      bytes,
      adopt: async () => {
        this.#envelope = envelope;
        this.#bytes = bytes;
      },
    };
  }

  /** Other bytes, whatever they are. */
  replaced(bytes: Uint8Array): Candidate {
    return { bytes, adopt: () => this.#open(bytes) };
  }

  async #open(bytes: Uint8Array): Promise<void> {
    const { framing, keepHeader, checksums } = this.options;
    this.#bytes = bytes;
    const file = takeApart(bytes, framing);
    this.#root = undefined;
    this.#envelope = undefined;
    if (file.framing === 'unknown') return;
    const root = parseTree(file.message);
    openCut(root);
    const envelope = file.framing === 'bare' ? undefined : await envelopeOf(file, keepHeader, checksums);
    // Whatever cannot be made again as it is, is reduced as plain bytes.
    const again = await putInto(envelope, encodeTree(root), checksums);
    if (!equalBytes(again, bytes)) return;
    this.#root = root;
    this.#envelope = envelope;
  }
}
