import type { ChecksumProvider } from '../../base/container/checksum.js';
import type { FramingMode } from '../../base/container/detect.js';
import { takeApart } from '../../base/container/take-apart.js';
import { equalBytes } from '../../base/wire/bytes.js';
import { encodeTree } from '../../read/tree/encode.js';
import type { MessageNode } from '../../read/tree/message.js';
import { openCut } from '../../read/tree/open-cut.js';
import { parseTree } from '../../read/tree/parse.js';
import { encodeEdited, makeEdit, type ReducingEdit } from './edit.js';
import { type Envelope, envelopeOf, putInto } from './envelope.js';

/** A smaller file whose verdict is not known yet. */
export interface ReductionCandidate {
  readonly bytes: Uint8Array;
  /** Makes this file the subject of the reduction. */
  adopt(): Promise<void>;
}

interface SubjectOptions {
  readonly framing: FramingMode;
  readonly keepHeader: boolean;
  readonly checksums: ChecksumProvider;
}

/** The smallest interesting file found until now, as its envelope and the tree of its message. */
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

  /**
   * The message; undefined if the header is unreadable, or the file cannot be encoded exactly from its tree.
   */
  get root(): MessageNode | undefined {
    return this.#root;
  }

  get envelope(): Envelope {
    return this.#envelope;
  }

  async edited(edit: ReducingEdit): Promise<ReductionCandidate> {
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

  /** Returns a candidate with the same message in another envelope. */
  async enveloped(envelope: Envelope): Promise<ReductionCandidate> {
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

  /** Returns a candidate with other bytes. */
  replaced(bytes: Uint8Array): ReductionCandidate {
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
    // If the tree does not encode to the same bytes, the file is reduced as bytes.
    const again = await putInto(envelope, encodeTree(root), checksums);
    if (!equalBytes(again, bytes)) return;
    this.#root = root;
    this.#envelope = envelope;
  }
}
