import type { Hasher } from '../../base/container/checksum.js';
import type { FramingMode } from '../../base/container/detect.js';
import { openMessage } from '../../base/container/open.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { MessageTable } from '../../base/schema/table.js';
import { heldToGoBack } from '../../base/source/held.js';
import type { Source } from '../../base/source/source.js';
import type { Selector } from '../../read/select/selector.js';
import type { Tape } from '../../read/tape/reader.js';
import { END, ENTER, MORE, PROBLEM, VALUE } from '../../read/tape/step.js';
import { Tapes } from '../../read/tape/tapes.js';
import { Choice, type Matched } from './choice.js';
import { tableNamed } from './context-head.js';
import { listContext } from './list-context.js';
import type { CoreOpHead, Listing } from './listing.js';
import { NOTHING, Operations } from './operations.js';
import { readAll } from './read-on.js';
import { isPart, readScope, type ScopeFacts, type Stretch, stretchOf } from './scope.js';
import { StreamedFile } from './streamed.js';

/** Options of a disassembly. */
export interface DisasmOptions {
  /** Says that the file is a bare message or has a header; detected by default. */
  readonly framing?: FramingMode;
  /** Only these network groups, core operations, contexts or operations. */
  readonly selector?: Selector | undefined;
  /** True to read blobs and print their XXH3-64 (default: false). */
  readonly hash?: boolean;
  /**
   * Bytes of a stream that are held for random access; a longer stream is held one context at a time. Default
   * 4 MiB.
   */
  readonly maxHeld?: number;
}

/** Result of a disassembly. */
export interface DisasmSummary {
  /** Framing of the file. */
  readonly framing: 'bare' | 'framed';
  /** Container version; null for a bare message. */
  readonly version: number | null;
  /** Number of unreadable places. */
  readonly problems: number;
  /** True if the file has any selected part. */
  readonly shown: boolean;
}

const MAX_HELD = 4 << 20;
const ROOT = MDL.messages[0] as MessageTable;
const GROUP = tableNamed('ProtoMDLNetworkGroup');
const CORE_OP = tableNamed('ProtoMDLCoreOp');
const PRELIMINARY = tableNamed('ProtoMDLPreliminaryConfig');

/**
 * Lists the commands that a device will execute, in reading order: for each network group or core operation
 * the preliminary configuration, then its contexts, each with its edge layers, its operations, and the
 * estimated order of its triggers. Several records of one message are merged, as all readers do.
 *
 * Blobs are not read, except for the head of configuration words. Files are read in windows; a stream longer
 * than `maxHeld` is held one context at a time.
 * @throws ProtomdlError `frame-…`, `selector-invalid`, and the codes of the source
 */
export async function disasm(
  source: Source,
  options: DisasmOptions,
  listing: Listing,
): Promise<DisasmSummary> {
  const { framing = 'auto', hash = false, selector, maxHeld = MAX_HELD } = options;
  const choice = new Choice(selector);
  const hasher = hash ? await blobHasher() : undefined;
  const held = await heldToGoBack(source, maxHeld);
  const { source: begun, detection, from, end } = await openMessage(held, framing);
  const operations = new Operations(listing, choice, hasher);
  if (held.randomAccess) await new Disassembly(held, listing, choice, operations).file(from, end);
  else await new StreamedFile(begun, listing, choice, operations, maxHeld).file(from, end);
  await listing.flush();
  return {
    framing: detection.framing,
    version: detection.version,
    problems: operations.problems,
    shown: choice.found,
  };
}

async function blobHasher(): Promise<Hasher> {
  const { createHasher } = await import('../../base/container/hashers.js');
  return createHasher('xxh3');
}

/** A file with random access. */
class Disassembly {
  readonly #tapes: Tapes;

  constructor(
    private readonly source: Source,
    private readonly listing: Listing,
    private readonly choice: Choice,
    private readonly operations: Operations,
  ) {
    this.#tapes = new Tapes(source, { entersCut: true });
  }

  async file(from: number, end: number): Promise<void> {
    let index = 0;
    await this.#eachMessage({ from, end, offset: from }, ROOT, '', (tape, name) => {
      if (name !== 'network_groups') return undefined;
      const path = `network_groups[${index}]`;
      const matched = this.choice.into(this.choice.start, name, index++);
      const { offset } = tape;
      const head = { path, offset, depth: 0, clusters: undefined };
      return this.#scope([stretchOf(tape)], GROUP, matched, head, []);
    });
  }

  /**
   * Calls `take` for each known message field at a level, and then skips the message.
   * @returns undefined if no wait was necessary: a promise costs more than a short message
   */
  #eachMessage(
    { from, end }: Stretch,
    table: MessageTable,
    path: string,
    take: (tape: Tape, name: string) => Promise<void> | undefined,
    value?: (tape: Tape) => void,
  ): Promise<void> | undefined {
    const tape = this.#tapes.take(from, end, table, NOTHING);
    const readOn = (): Promise<void> | undefined => this.#messages(tape, path, take, value);
    const waiting = readOn();
    if (waiting !== undefined) return readAll(waiting, readOn).then(() => this.#tapes.give(tape));
    this.#tapes.give(tape);
    return undefined;
  }

  /** @returns a promise to wait for before continuing; undefined at the end */
  #messages(
    tape: Tape,
    path: string,
    take: (tape: Tape, name: string) => Promise<void> | undefined,
    value: ((tape: Tape) => void) | undefined,
  ): Promise<void> | undefined {
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) {
        const waiting = tape.fill();
        if (waiting !== undefined) return waiting;
      } else if (step === PROBLEM) this.operations.report(tape.problem, tape.problemOffset, path);
      else if (step === VALUE) value?.(tape);
      else if (step === ENTER && tape.entry !== undefined) {
        const waiting = take(tape, tape.entry.field.name);
        if (waiting !== undefined) return waiting.then(() => passOver(tape));
        passOver(tape);
      }
    }
    return undefined;
  }

  #scope(
    stretches: readonly Stretch[],
    table: MessageTable,
    matched: Matched,
    head: Omit<CoreOpHead, 'name' | 'networks'>,
    inherited: readonly string[],
  ): Promise<void> | undefined {
    if (matched < 0) return undefined;
    const list = (facts: ScopeFacts): Promise<void> | undefined =>
      this.#listScope(facts, stretches, table, matched, head, inherited);
    const facts = readScope(this.#tapes, stretches, table);
    return facts instanceof Promise ? facts.then(list) : list(facts);
  }

  #listScope(
    facts: ScopeFacts,
    stretches: readonly Stretch[],
    table: MessageTable,
    matched: Matched,
    { path, offset, depth, clusters }: Omit<CoreOpHead, 'name' | 'networks'>,
    inherited: readonly string[],
  ): Promise<void> | undefined {
    const { listing } = this;
    const networks = facts.networks.length > 0 ? facts.networks : inherited;
    // The object is built without spread, which is many times slower, and there may be tens of thousands.
    listing.coreOp({ path, offset, name: facts.name, networks, clusters, depth });
    const chosen = this.choice.into(matched, 'preliminary_config', 0);
    const { preliminary } = facts;
    // Files have tens of thousands of empty groups.
    const hasMore = facts.hasContexts || facts.hasParts || facts.isBroken;
    const goOn = (): Promise<void> | undefined =>
      hasMore ? this.#parts(stretches, table, matched, path, depth, networks) : undefined;
    const hasPreliminary = preliminary.length > 0 && chosen >= 0;
    if (!hasPreliminary && !listing.isFull) return goOn();
    const flushed = listing.isFull ? listing.flush() : Promise.resolve();
    return flushed
      .then(() => (hasPreliminary ? this.#preliminary(preliminary, path, chosen) : undefined))
      .then(goOn);
  }

  async #preliminary(stretches: readonly Stretch[], path: string, matched: Matched): Promise<void> {
    const inner = `${path}.preliminary_config`;
    this.listing.preliminary(inner, (stretches[0] as Stretch).offset);
    let count = 0;
    for (const { from, end } of stretches) {
      const tape = this.#tapes.take(from, end, PRELIMINARY, NOTHING);
      count = await this.operations.all(tape, this.source, 'operation', inner, matched, count);
      this.#tapes.give(tape);
    }
  }

  /** Lists the contexts and layouts of a group or core operation, from all of its records. */
  #parts(
    stretches: readonly Stretch[],
    table: MessageTable,
    matched: Matched,
    path: string,
    depth: number,
    networks: readonly string[],
  ): Promise<void> | undefined {
    const counts: Record<string, number> = {};
    const rest = stretches.values();
    const readOn = (): Promise<void> | undefined => {
      for (const stretch of rest) {
        const waiting = this.#eachMessage(stretch, table, path, (tape, name) => {
          if (name !== 'contexts' && !isPart(name)) return undefined;
          const index = counts[name] ?? 0;
          counts[name] = index + 1;
          const into = this.choice.into(matched, name, index);
          if (into < 0) return undefined;
          const inner = `${path}.${name}[${index}]`;
          if (name === 'contexts') return this.#context(stretchOf(tape), index, inner, into);
          return this.#part(stretchOf(tape), tape, into, inner, depth + 1, networks);
        });
        if (waiting !== undefined) return waiting;
      }
      return undefined;
    };
    const waiting = readOn();
    return waiting === undefined ? undefined : readAll(waiting, readOn);
  }

  #context(stretch: Stretch, index: number, path: string, matched: Matched): Promise<void> | undefined {
    const { source, listing, operations } = this;
    const listed = listContext(stretch, index, path, matched, source, this.#tapes, listing, operations);
    const flushed = (): Promise<void> | undefined => (listing.isFull ? listing.flush() : undefined);
    return listed === undefined ? flushed() : listed.then(flushed);
  }

  /**
   * Lists a layout of a group or core operation, or a node of a graph; the content is in one of its messages.
   */
  #part(
    stretch: Stretch,
    { entry }: Tape,
    matched: Matched,
    path: string,
    depth: number,
    networks: readonly string[],
  ): Promise<void> | undefined {
    const table = entry?.child?.table;
    if (table === undefined) return undefined;
    const name = table.typeName === 'ProtoMDLPartialNetworkGroup' ? 'network_group' : 'core_op';
    let inner: Stretch[] = [];
    const layouts: Stretch[] = [];
    const waiting = this.#eachMessage(stretch, table, path, (tape, field) => {
      if (field === name) inner.push(stretchOf(tape));
      else if (field === 'layout') layouts.push(stretchOf(tape));
      // Another member of the node's oneof: not a part that runs on the device.
      else if (tape.entry !== undefined && tape.entry.field.oneof >= 0) inner = [];
      return undefined;
    });
    const goOn = (): Promise<void> | undefined => {
      // Files have tens of thousands of empty parts.
      if (inner.length === 0 && layouts.length === 0) return undefined;
      return this.#inPart(inner, layouts, table, name, matched, path, depth, networks);
    };
    return waiting === undefined ? goOn() : waiting.then(goOn);
  }

  async #inPart(
    inner: readonly Stretch[],
    layouts: readonly Stretch[],
    table: MessageTable,
    name: string,
    matched: Matched,
    path: string,
    depth: number,
    networks: readonly string[],
  ): Promise<void> {
    let clusters: number | undefined = table.typeName === 'ProtoMDLOp' ? undefined : 0;
    for (const layout of layouts) {
      await this.#eachMessage(
        layout,
        LAYOUT,
        path,
        () => undefined,
        (tape) => {
          clusters = tape.lo >>> 0;
        },
      );
    }
    const [first] = inner;
    if (first === undefined) return;
    const { offset } = first;
    const into = this.choice.into(matched, name, 0);
    const head = { path: `${path}.${name}`, offset, depth, clusters };
    await this.#scope(inner, name === 'network_group' ? GROUP : CORE_OP, into, head, networks);
  }
}

function passOver(tape: Tape): void {
  if (tape.depth > 0) tape.skip();
}

const LAYOUT = tableNamed('ProtoMDLPhysicalLayout');
