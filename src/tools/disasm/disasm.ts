import type { ReusableHasher } from '../../base/container/checksum.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { MessageTable } from '../../base/schema/table.js';
import { hold } from '../../base/source/held.js';
import { type Pending, type Source, settled, unclosed } from '../../base/source/source.js';
import { HeldFile } from '../../read/outline/held-message.js';
import { type OutlineOptions, openOutline } from '../../read/outline/open.js';
import { END, ENTER, PROBLEM, VALUE } from '../../read/outline/step.js';
import { type Tape, Tapes } from '../../read/outline/tape.js';
import type { Selector } from '../../read/select/selector.js';
import { DisasmChoice, type Matched } from './choice.js';
import { CONTEXT, readContextFacts, tableNamed } from './context-head.js';
import type { ContextHead, CoreOpHead, DisasmListing } from './listing.js';
import { Operations } from './operations.js';
import { isPart, type PayloadRange, payloadStretch, readScope } from './scope.js';

/** Options of a disassembly. */
export interface DisasmOptions extends Omit<OutlineOptions, 'schema'> {
  /** Only these network groups, core operations, contexts or operations. */
  readonly selector?: Selector | undefined;
  /** True to read blobs and print their XXH3-64 (default: false). */
  readonly hash?: boolean;
}

/** Result of a disassembly. */
export interface DisasmSummary {
  /** Framing of the file. */
  readonly framing: 'bare' | 'framed';
  /** Container version; null for a bare message. */
  readonly version: number | null;
  /** Number of unreadable parts. */
  readonly problems: number;
  /** True if the file has any selected part. */
  readonly shown: boolean;
}

const ROOT = MDL.messages[0] as MessageTable;
const GROUP = tableNamed('ProtoMDLNetworkGroup');
const CORE_OP = tableNamed('ProtoMDLCoreOp');
const PRELIMINARY = tableNamed('ProtoMDLPreliminaryConfig');

/**
 * Lists the commands that a device will execute, in reading order: for each network group or core operation
 * the preliminary configuration, then its contexts, each with its edge layers, its operations, and the
 * estimated order of its triggers. Several records of one message are merged, as all readers do.
 *
 * Blobs are not read, except for the head of configuration words. Everything else is read once, and held in
 * memory. If hashes are requested, a stream is held completely.
 * @throws ProtomdlError `frame-…`, `selector-invalid`, `model-too-large`, and the codes of the source
 */
export async function disasm(
  source: Source,
  options: DisasmOptions,
  listing: DisasmListing,
): Promise<DisasmSummary> {
  const { hash = false, selector } = options;
  const choice = new DisasmChoice(selector);
  const hasher = hash ? await blobHasher() : undefined;
  const input = hash && !source.randomAccess ? await hold(unclosed(source)) : source;
  const opened = await openOutline(input, options);
  const { detection, from, end } = opened;
  const operations = new Operations(listing, choice, hasher, new HeldFile(opened.source));
  await settled(new Disassembly(opened.source, listing, choice, operations).file(from, end));
  await listing.flush();
  return {
    framing: detection.framing,
    version: detection.version,
    problems: operations.problems,
    shown: choice.found,
  };
}

async function blobHasher(): Promise<ReusableHasher> {
  const { createHasher } = await import('../../base/container/hashers.js');
  return createHasher('xxh3');
}

class Disassembly {
  readonly #tapes: Tapes;

  constructor(
    source: Source,
    private readonly listing: DisasmListing,
    private readonly choice: DisasmChoice,
    private readonly operations: Operations,
  ) {
    this.#tapes = new Tapes(source, { entersCut: true });
  }

  *file(from: number, end: number): Pending<void> {
    let index = 0;
    for (const { tape, name } of this.#messages({ from, end, offset: from }, ROOT, '')) {
      if (name !== 'network_groups') continue;
      const path = `network_groups[${index}]`;
      const matched = this.choice.into(this.choice.start, name, index++);
      const head = { path, offset: tape.offset, depth: 0, clusters: undefined };
      yield* this.#scope([payloadStretch(tape)], GROUP, matched, head, []);
    }
  }

  /** Yields the known messages at a level; the tape is at the beginning of the yielded message. */
  *#messages({ from, end }: PayloadRange, table: MessageTable, path: string): Generator<Member> {
    const tape = this.#tapes.take(from, end, table);
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === PROBLEM) this.operations.report(tape.problem, tape.problemOffset, path);
      else if (step === ENTER && tape.entry !== undefined) {
        yield { tape, name: tape.entry.field.name };
        if (tape.depth > 0) tape.skip();
      }
    }
    this.#tapes.give(tape);
  }

  *#scope(
    stretches: readonly PayloadRange[],
    table: MessageTable,
    matched: Matched,
    { path, offset, depth, clusters }: Omit<CoreOpHead, 'name' | 'networks'>,
    inherited: readonly string[],
  ): Pending<void> {
    if (matched < 0) return;
    const { listing } = this;
    const facts = readScope(this.#tapes, stretches, table);
    const networks = facts.networks.length > 0 ? facts.networks : inherited;
    // The object is built without spread, which is many times slower, because a file may have tens of
    // thousands of core operations.
    listing.coreOp({ path, offset, name: facts.name, networks, clusters, depth });
    const chosen = this.choice.into(matched, 'preliminary_config', 0);
    const { preliminary } = facts;
    if (listing.isFull) yield listing.flush();
    if (preliminary.length > 0 && chosen >= 0) yield* this.#preliminary(preliminary, path, chosen);
    // A file may have tens of thousands of empty groups, which are skipped.
    if (facts.hasContexts || facts.hasParts || facts.isBroken) {
      yield* this.#parts(stretches, table, matched, path, depth, networks);
    }
  }

  *#preliminary(stretches: readonly PayloadRange[], path: string, matched: Matched): Pending<void> {
    const inner = `${path}.preliminary_config`;
    this.listing.preliminary(inner, (stretches[0] as PayloadRange).offset);
    let count = 0;
    for (const { from, end } of stretches) {
      const tape = this.#tapes.take(from, end, PRELIMINARY);
      count = yield* this.operations.all(tape, 'operation', inner, matched, count);
      this.#tapes.give(tape);
    }
  }

  /** Lists the contexts and layouts of a group or core operation, from all of its records. */
  *#parts(
    stretches: readonly PayloadRange[],
    table: MessageTable,
    matched: Matched,
    path: string,
    depth: number,
    networks: readonly string[],
  ): Pending<void> {
    const counts: Record<string, number> = {};
    for (const stretch of stretches) {
      for (const { tape, name } of this.#messages(stretch, table, path)) {
        if (name !== 'contexts' && !isPart(name)) continue;
        const index = counts[name] ?? 0;
        counts[name] = index + 1;
        const into = this.choice.into(matched, name, index);
        if (into < 0) continue;
        const inner = `${path}.${name}[${index}]`;
        if (name === 'contexts') yield* this.#context(payloadStretch(tape), index, inner, into);
        else yield* this.#part(payloadStretch(tape), tape, into, inner, depth + 1, networks);
      }
    }
  }

  /** Lists a context: first its description, which the file has after the operations, and then the operations. */
  *#context(
    { from, end, offset }: PayloadRange,
    index: number,
    path: string,
    matched: Matched,
  ): Pending<void> {
    const { listing, operations } = this;
    const facts = readContextFacts(this.#tapes, from, end);
    const { name, layers, timeline, timelineMore } = facts;
    // The object is built without spread, which is many times slower, because a file may have tens of
    // thousands of contexts.
    const length = end - offset;
    const head: ContextHead = { path, offset, length, index, name, layers, timeline, timelineMore };
    listing.context(head);
    if (facts.hasOperations) {
      const tape = this.#tapes.take(from, end, CONTEXT);
      yield* operations.all(tape, 'operations', path, matched, 0);
      this.#tapes.give(tape);
    } else for (const { problem, offset } of facts.problems) operations.report(problem, offset, path);
    listing.contextEnd(head);
    if (listing.isFull) yield listing.flush();
  }

  /**
   * Lists a layout of a group or core operation, or a node of a graph; the content is in one of its messages.
   */
  *#part(
    stretch: PayloadRange,
    { entry }: Tape,
    matched: Matched,
    path: string,
    depth: number,
    networks: readonly string[],
  ): Pending<void> {
    const table = entry?.child?.table;
    if (table === undefined) return;
    const name = table.typeName === 'ProtoMDLPartialNetworkGroup' ? 'network_group' : 'core_op';
    let inner: PayloadRange[] = [];
    const layouts: PayloadRange[] = [];
    for (const { tape, name: field } of this.#messages(stretch, table, path)) {
      if (field === name) inner.push(payloadStretch(tape));
      else if (field === 'layout') layouts.push(payloadStretch(tape));
      // Another member of the node's oneof replaces the part that runs on the device.
      else if (tape.entry !== undefined && tape.entry.field.oneof >= 0) inner = [];
    }
    let clusters: number | undefined = table.typeName === 'ProtoMDLOp' ? undefined : 0;
    for (const layout of layouts) clusters = this.#clusters(layout, path) ?? clusters;
    const [first] = inner;
    if (first === undefined) return;
    const into = this.choice.into(matched, name, 0);
    const head = { path: `${path}.${name}`, offset: first.offset, depth, clusters };
    yield* this.#scope(inner, name === 'network_group' ? GROUP : CORE_OP, into, head, networks);
  }

  #clusters({ from, end }: PayloadRange, path: string): number | undefined {
    const tape = this.#tapes.take(from, end, LAYOUT);
    let clusters: number | undefined;
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === PROBLEM) this.operations.report(tape.problem, tape.problemOffset, path);
      else if (step === VALUE) clusters = tape.lo >>> 0;
    }
    this.#tapes.give(tape);
    return clusters;
  }
}

/** A message inside of another. */
interface Member {
  readonly tape: Tape;
  readonly name: string;
}

const LAYOUT = tableNamed('ProtoMDLPhysicalLayout');
