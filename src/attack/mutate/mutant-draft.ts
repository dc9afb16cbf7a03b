import type { ChecksumProvider } from '../../base/container/checksum.js';
import { type HeaderFieldName, headerSizeOf } from '../../base/container/header.js';
import { partsOf, type TakenApart } from '../../base/container/take-apart.js';
import { encodeFrame, type FrameParts } from '../../base/container/write.js';
import { encodeTree } from '../../read/tree/encode.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { Random } from '../random.js';
import type { Census } from './census.js';
import { type BytesSite, type Done, type MutationStage, type Mutator, STAGES } from './mutator.js';
import { Args, type StepArgs } from './step-args.js';
import { type MutationScope, TreeSite } from './tree-site.js';

const CHECKSUM_FIELDS: readonly HeaderFieldName[] = ['md5', 'crc', 'xxh3', 'proto_xxh3'];

/**
 * A file that is being turned into a mutant. The file has one form at a time (tree, message bytes, parts,
 * file), and is converted to the form that a stage needs, never back.
 */
export class MutantDraft {
  #stage: MutationStage = 'tree';
  #tree: MessageNode | undefined;
  #message: Uint8Array;
  #parts: Omit<FrameParts, 'message'> | undefined;
  #file: Uint8Array | undefined;
  /** True if the current bytes are a copy that may be changed in place. */
  #owned = false;

  /**
   * @param file the base file, split into parts; it is not changed
   * @param tree parses the message
   * @param maxSize size limit for the mutant
   * @param census returns the census of the base
   * @param aim restricts the changes of the tree
   */
  constructor(
    private readonly file: TakenApart,
    private readonly tree: (message: Uint8Array) => MessageNode,
    private readonly donors: readonly MessageNode[],
    private readonly keepChecksum: boolean,
    private readonly maxSize: number,
    private readonly checksums: ChecksumProvider,
    private readonly census: () => Census,
    private readonly aim: MutationScope,
  ) {
    if (file.framing === 'unknown') {
      // In an unknown frame, the position of the message is unknown, so only bytes can be changed.
      this.#stage = 'header';
      this.#message = new Uint8Array(0);
      this.#file = file.bytes;
    } else this.#message = file.message;
  }

  /** The current stage; it never goes back. */
  get stage(): MutationStage {
    return this.#stage;
  }

  /** Size that the assembled file would have at present. */
  get size(): number {
    return this.#file?.length ?? this.#messageSize() + this.#around();
  }

  /**
   * Returns the choices of a mutator; undefined if the mutator is not applicable. Advances to the mutator's
   * stage.
   */
  async choose(mutator: Mutator, random: Random): Promise<StepArgs | undefined> {
    await this.advance(mutator.stage);
    switch (mutator.stage) {
      case 'tree':
        return mutator.choose(this.#treeSite(), random);
      case 'frame':
        return mutator.choose(this.#frameSite(), random);
      default:
        return mutator.choose(this.#bytesSite(), random);
    }
  }

  /** Makes a change. The mutator's stage must not precede the current stage. */
  async perform(mutator: Mutator, values: StepArgs): Promise<Done> {
    await this.advance(mutator.stage);
    const args = new Args(mutator.name, values);
    switch (mutator.stage) {
      case 'tree':
        return mutator.perform(this.#treeSite(), args);
      case 'frame': {
        const site = this.#frameSite();
        const done = mutator.perform(site, args);
        this.#parts = site.parts;
        return done;
      }
      default: {
        this.#own();
        const done = mutator.perform(this.#bytesSite(), args);
        if (this.#file !== undefined) this.#file = done.bytes;
        else this.#message = done.bytes;
        return done;
      }
    }
  }

  async finish(): Promise<Uint8Array> {
    await this.advance('file');
    this.#own();
    return this.#file as Uint8Array;
  }

  /** Advances to a stage. Assembling the file from its parts corrects sizes and checksums. */
  async advance(to: MutationStage): Promise<void> {
    while (STAGES.indexOf(this.#stage) < STAGES.indexOf(to)) {
      const stage = STAGES[STAGES.indexOf(this.#stage) + 1] as MutationStage;
      if (stage === 'message' && this.#tree !== undefined) {
        const isNew = this.#tree.raw === undefined;
        this.#message = encodeTree(this.#tree);
        this.#tree = undefined;
        this.#owned = isNew || this.#owned;
      }
      if (stage === 'frame' && this.file.framing === 'framed') {
        const { message: _, ...parts } = partsOf(this.file, this.#message);
        this.#parts = parts;
      }
      if (stage === 'header') await this.#assemble();
      this.#stage = stage;
    }
  }

  async #assemble(): Promise<void> {
    if (this.#parts === undefined) {
      this.#file = this.#message;
      return;
    }
    const claim = this.keepChecksum ? this.#oldChecksums() : undefined;
    const parts = { ...this.#parts, message: this.#message, ...(claim === undefined ? {} : { claim }) };
    this.#file = await encodeFrame(parts, this.checksums);
    this.#owned = true;
  }

  #oldChecksums(): Partial<Record<HeaderFieldName, bigint>> | undefined {
    if (this.file.framing !== 'framed' || this.file.frame.version !== this.#parts?.version) return undefined;
    const kept = this.file.frame.fields.filter(({ name }) => CHECKSUM_FIELDS.includes(name));
    return Object.fromEntries(kept.map(({ name, hex }) => [name, BigInt(`0x${hex}`)]));
  }

  #treeSite(): TreeSite {
    this.#tree ??= this.tree(this.#message);
    return new TreeSite(this.#tree, this.donors, this.#base(), this.#room(), this.census, this.aim);
  }

  #frameSite() {
    return { parts: this.#parts, messageSize: this.#message.length, room: this.#room() };
  }

  #bytesSite(): BytesSite {
    const isFile = this.#file !== undefined;
    return { bytes: this.#file ?? this.#message, base: isFile ? 0 : this.#base(), room: this.#room() };
  }

  /** Returns the offset of the message in the file. */
  #base(): number {
    return this.file.framing === 'framed' ? this.file.frame.headerSize : 0;
  }

  #room(): number {
    return Math.max(0, this.maxSize - this.size);
  }

  #messageSize(): number {
    return this.#tree?.size ?? this.#message.length;
  }

  /** Returns the number of bytes outside of the message. */
  #around(): number {
    if (this.#stage === 'frame') {
      const parts = this.#parts;
      if (parts === undefined) return 0;
      const sections = [parts.padding, parts.ccws, parts.additionalInfo, parts.trailing];
      return sections.reduce(
        (sum, section) => sum + (section?.length ?? 0),
        headerSizeOf(parts.version, parts.form),
      );
    }
    if (this.file.framing !== 'framed') return 0;
    const { header, padding, ccws, additionalInfo, trailing } = this.file;
    return header.length + padding.length + ccws.length + additionalInfo.length + trailing.length;
  }

  /** Copies the current bytes before the first change in place, because they may belong to the base. */
  #own(): void {
    if (this.#owned) return;
    if (this.#file !== undefined) this.#file = this.#file.slice();
    else this.#message = this.#message.slice();
    this.#owned = true;
  }
}
