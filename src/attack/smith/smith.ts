import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';
import { headerSeal } from '../../base/container/seal.js';
import { MAX_LENGTH } from '../../base/wire/limits.js';
import { RecordWriter } from '../../base/wire/record-writer.js';
import type { WritingState } from './core-op-writer.js';
import { type Description, describeModel } from './describe.js';
import { Blobs, Noise } from './filling.js';
import { FrameSections } from './frame-sections.js';
import { LengthSink, OutputSink } from './message-sink.js';
import { type ModelPlan, planModel } from './model-plan.js';
import { RESOURCE_BYTES, writeModel } from './model-writer.js';
import {
  refusedSettings,
  refusedSize,
  type SmithOptions,
  type SmithSettings,
  settingsOf,
} from './settings.js';
import { Shares } from './shares.js';
import { grow } from './target-size.js';

/** Receives bytes in order. The bytes are valid until the call returns, or until its promise resolves. */
export type SmithOutput = (bytes: Uint8Array) => void | Promise<void>;

/** Options for writing a model. */
export interface WriteOptions {
  /** Computes the checksums of a frame (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /**
   * Overwrites bytes that are already written. If given, the header is written last, and the model is made
   * only once. Without `patch`, the model is made twice, because the checksum comes before the bytes that it
   * covers.
   */
  readonly patch?: (offset: number, bytes: Uint8Array) => void | Promise<void>;
}

/** A planned model, whose bytes are made on demand. */
export interface Smithed {
  /** Size of the message in bytes. */
  readonly messageSize: number;
  /** Size of the file in bytes, which equals `messageSize` for a bare message. */
  readonly fileSize: number;
  /** Returns the properties of the model. */
  describe(): Description;
  /** Writes the file from front to back, in constant memory. */
  write(take: SmithOutput, options?: WriteOptions): Promise<void>;
}

/** Offset in the random bytes at which the content of the resource begins. */
const RESOURCE = 4321;
const CHUNK = 1 << 18;

/**
 * Plans a valid model for this seed and these options. Validation of the model reports no errors, only the
 * warnings in `describe().warns`, and remarks (info) about features.
 * @throws ProtomdlError `smith-option` for options that are out of range or contradict each other
 */
export function smithModel(options: SmithOptions = {}): Smithed {
  return new ModelSmith(settingsOf(options));
}

/**
 * Returns the bytes of a small bare message.
 * @param options `framing` is `bare` or omitted: checksums of frames are asynchronous (see `smithFile`)
 * @throws ProtomdlError `smith-option`, as in `smithModel`
 */
export function smithBytes(options: SmithOptions = {}): Uint8Array {
  const { framing = 'bare' } = options;
  if (framing !== 'bare') throw refusedSettings('a frame takes a checksum: smithFile makes it');
  return new ModelSmith(settingsOf({ ...options, framing })).message();
}

/** Returns the bytes of a small file, with the framing of the options or the seed. */
export async function smithFile(options: SmithOptions = {}, write: WriteOptions = {}): Promise<Uint8Array> {
  return smithedBytes(smithModel(options), write);
}

/** Writes a model to memory in one pass: the header is written last. */
export async function smithedBytes(smithed: Smithed, write: WriteOptions): Promise<Uint8Array> {
  const bytes = new Uint8Array(smithed.fileSize);
  let at = 0;
  const take = (piece: Uint8Array) => {
    bytes.set(piece, at);
    at += piece.length;
  };
  await smithed.write(take, { patch: (offset, piece) => bytes.set(piece, offset), ...write });
  return bytes;
}

class ModelSmith implements Smithed {
  readonly messageSize: number;
  readonly fileSize: number;
  readonly #plan: ModelPlan;
  readonly #noise: Noise;
  readonly #blobs: Blobs;
  readonly #actions: number;
  readonly #lengths: readonly number[];
  readonly #sections: FrameSections;
  readonly #tally: WritingState['tally'];

  constructor(readonly settings: SmithSettings) {
    this.#plan = planModel(settings);
    this.#noise = new Noise(settings.seed);
    const { blobs, actions } =
      settings.targetBytes === undefined
        ? { blobs: this.#someBlobs(settings.blobs), actions: settings.actions }
        : grow(
            settings,
            (count, last, actions) => this.#measure(this.#someBlobs(count, last), actions).sections.fileSize,
          );
    this.#blobs = blobs instanceof Blobs ? blobs : this.#someBlobs(blobs.count, blobs.last);
    this.#actions = actions;
    const { lengths, sections, tally } = this.#measure(this.#blobs, actions);
    this.#lengths = lengths;
    this.#sections = sections;
    this.#tally = tally;
    this.messageSize = sections.message;
    this.fileSize = sections.fileSize;
    if (this.messageSize > MAX_LENGTH) throw refusedSize(this.messageSize);
  }

  describe(): Description {
    return describeModel(this.#plan, {
      messageSize: this.messageSize,
      fileSize: this.fileSize,
      blobs: this.#blobs.count,
      blobBytes: this.#blobs.total,
      ...this.#tally,
    });
  }

  async write(take: SmithOutput, { checksums = wasmChecksums, patch }: WriteOptions = {}): Promise<void> {
    const { framing } = this.settings;
    if (framing === 'bare') {
      for (const piece of this.#message()) await take(piece);
      return;
    }
    const { messageChecksum } = this.#plan;
    const seal = await headerSeal({ version: framing, messageChecksum }, checksums);
    const { message, padding, words: ccws, additionalInfo } = this.#sections;
    const sizes = { message, padding, ccws, additionalInfo };
    if (patch === undefined) {
      for (const piece of this.#message()) seal.message(piece);
      for (const piece of this.#afterMessage()) seal.afterMessage(piece);
      await take(seal.header(sizes));
    } else {
      await take(new Uint8Array(this.#sections.header));
    }
    for (const piece of this.#message()) {
      if (patch !== undefined) seal.message(piece);
      await take(piece);
    }
    for (const piece of this.#afterMessage()) {
      if (patch !== undefined) seal.afterMessage(piece);
      await take(piece);
    }
    await patch?.(0, seal.header(sizes));
  }

  message(): Uint8Array {
    const bytes = new Uint8Array(this.messageSize);
    let at = 0;
    for (const piece of this.#message()) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  #someBlobs(count: number, last = 0): Blobs {
    const { blob, seed } = this.settings;
    return new Blobs(count, blob, seed, this.#noise, last);
  }

  #measure(blobs: Blobs, actions: number) {
    const sink = new LengthSink();
    const state = this.#state(blobs, actions);
    const words = this.settings.words ? blobs.total : 0;
    for (const _ of writeModel(sink, state, words));
    const { framing } = this.settings;
    const { resources, tail } = this.#plan;
    const sections = new FrameSections(framing, sink.size, words, resources ? RESOURCE_BYTES : 0, tail);
    return { lengths: sink.lengths, sections, tally: state.tally };
  }

  #state(blobs: Blobs, actions: number): WritingState {
    const { coreOps } = this.#plan;
    const contexts = coreOps.reduce((sum, coreOp) => sum + coreOp.contexts.length, 0);
    const inputs = coreOps.reduce(
      (sum, { early, contexts }) =>
        sum + early.length + contexts.reduce((all, context) => all + context.inputs.length, 0),
      0,
    );
    const ordinary = Math.max(0, actions - blobs.count - inputs);
    return {
      plan: this.#plan,
      noise: this.#noise,
      blobs,
      places: { afterMessage: this.settings.words, next: 0 },
      shares: new Shares(blobs.count, ordinary, 2 * coreOps.length + contexts, coreOps.length + 2 * contexts),
      tally: { actions: 0, operations: 0 },
    };
  }

  *#message(): Iterable<Uint8Array> {
    const sink = new OutputSink(this.#lengths);
    const words = this.settings.words ? this.#blobs.total : 0;
    for (const _ of writeModel(sink, this.#state(this.#blobs, this.#actions), words)) {
      if (!sink.isFull) continue;
      yield sink.pending;
      sink.clear();
    }
    if (sink.pending.length > 0) yield sink.pending;
  }

  /** Writes the sections after the message: padding, configuration words, additional info. */
  *#afterMessage(): Iterable<Uint8Array> {
    const { padding, resource, tail } = this.#sections;
    if (padding > 0) yield new Uint8Array(padding);
    const gathered = new RecordWriter();
    for (let index = 0; this.settings.words && index < this.#blobs.count; index++) {
      for (const piece of this.#blobs.filling(index).pieces()) {
        gathered.bytesOf(piece);
        if (gathered.size < CHUNK) continue;
        yield gathered.bytes;
        gathered.clear();
      }
    }
    if (gathered.size > 0) yield gathered.bytes;
    if (resource > 0) yield this.#noise.slice(RESOURCE, resource);
    if (tail > 0) yield new Uint8Array(tail);
  }
}
