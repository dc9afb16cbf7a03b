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
import { type BlobHasher, NOTHING, Operations } from './operations.js';
import { isPart, readScope, type Stretch, stretchOf } from './scope.js';
import { StreamedFile } from './streamed.js';

/** What is disassembled, and how. */
export interface DisasmOptions {
  /** Whether the file is a bare message or has a header before it; found out by default. */
  readonly framing?: FramingMode;
  /** Only these network groups, core operations, contexts or operations. */
  readonly selector?: Selector | undefined;
  /** Whether to read blobs and give their XXH3-64 (default: no). */
  readonly hash?: boolean;
  /** Bytes of a stream that are held to go back in; of longer ones, a context at a time. Default 4 MiB. */
  readonly maxHeld?: number;
}

/** What came of a disassembly. */
export interface DisasmSummary {
  /** What the file is. */
  readonly framing: 'bare' | 'framed';
  /** Container version; null of a bare message. */
  readonly version: number | null;
  /** Places that could not be read. */
  readonly problems: number;
  /** Whether there was anything of what was asked for. */
  readonly shown: boolean;
}

const MAX_HELD = 4 << 20;
const ROOT = MDL.messages[0] as MessageTable;
const GROUP = tableNamed('ProtoMDLNetworkGroup');
const CORE_OP = tableNamed('ProtoMDLCoreOp');
const PRELIMINARY = tableNamed('ProtoMDLPreliminaryConfig');

/**
 * What a device will execute, in reading order: of each network group or core operation the preliminary
 * configuration, then its contexts, each with its edge layers, its operations, and the estimated order of its
 * triggers. What is in a message that comes in several records counts together, as for every reader.
 *
 * Blobs are not read, but for the head of configuration words. Files are gone over in windows; of streams that are
 * longer than `maxHeld` one context is held at a time.
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

async function blobHasher(): Promise<BlobHasher> {
  const { createHasher } = await import('../../base/container/hashers.js');
  return createHasher('xxh3');
}

/** A file that can be gone back in. */
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
    await this.#eachMessage({ from, end, offset: from }, ROOT, '', async (tape, name) => {
      if (name !== 'network_groups') return;
      const path = `network_groups[${index}]`;
      const matched = this.choice.into(this.choice.start, name, index++);
      const { offset } = tape;
      await this.#scope(
        [stretchOf(tape)],
        GROUP,
        matched,
        { path, offset, depth: 0, clusters: undefined },
        [],
      );
    });
  }

  /** Of the messages at a level, calls `take` with those of known fields, and passes over them. */
  async #eachMessage(
    { from, end }: Stretch,
    table: MessageTable,
    path: string,
    take: (tape: Tape, name: string) => Promise<void> | undefined,
    value?: (tape: Tape) => void,
  ): Promise<void> {
    const tape = this.#tapes.take(from, end, table, NOTHING);
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) {
        const waiting = tape.fill();
        if (waiting !== undefined) await waiting;
      } else if (step === PROBLEM) this.operations.report(tape.problem, tape.problemOffset, path);
      else if (step === VALUE) value?.(tape);
      else if (step === ENTER && tape.entry !== undefined) {
        const waiting = take(tape, tape.entry.field.name);
        if (waiting !== undefined) await waiting;
        if (tape.depth > 0) tape.skip();
      }
    }
    this.#tapes.give(tape);
  }

  async #scope(
    stretches: readonly Stretch[],
    table: MessageTable,
    matched: Matched,
    place: Pick<CoreOpHead, 'path' | 'offset' | 'depth' | 'clusters'>,
    inherited: readonly string[],
  ): Promise<void> {
    if (matched < 0) return;
    const { listing, choice, operations, source } = this;
    const { path, offset, depth, clusters } = place;
    const facts = await readScope(this.#tapes, stretches, table);
    const networks = facts.networks.length > 0 ? facts.networks : inherited;
    // Not spread: what comes of that is many times slower, and there may be tens of thousands.
    listing.coreOp({ path, offset, name: facts.name, networks, clusters, depth });
    if (listing.isFull) await listing.flush();
    const [first] = facts.preliminary;
    const chosen = choice.into(matched, 'preliminary_config', 0);
    if (first !== undefined && chosen >= 0) {
      const inner = `${path}.preliminary_config`;
      listing.preliminary(inner, first.offset);
      let count = 0;
      for (const { from, end } of facts.preliminary) {
        const tape = this.#tapes.take(from, end, PRELIMINARY, NOTHING);
        count = await operations.all(tape, source, 'operation', inner, chosen, count);
        this.#tapes.give(tape);
      }
    }
    // Files have tens of thousands of groups with nothing in them.
    if (!facts.hasContexts && !facts.hasParts && !facts.isBroken) return;
    const counts = new Map<string, number>();
    for (const stretch of stretches) {
      await this.#eachMessage(stretch, table, path, (tape, name) => {
        if (name !== 'contexts' && !isPart(name)) return undefined;
        const index = counts.get(name) ?? 0;
        counts.set(name, index + 1);
        const into = choice.into(matched, name, index);
        if (into < 0) return undefined;
        const inner = `${path}.${name}[${index}]`;
        if (name === 'contexts') return this.#context(stretchOf(tape), index, inner, into);
        return this.#part(stretchOf(tape), tape, into, { path: inner, depth: depth + 1 }, networks);
      });
    }
  }

  async #context(stretch: Stretch, index: number, path: string, matched: Matched): Promise<void> {
    const { source, listing, operations } = this;
    await listContext(stretch, index, path, matched, source, this.#tapes, listing, operations);
    if (listing.isFull) await listing.flush();
  }

  /** A layout of a group or core operation, or a node of a graph: what it holds is in one message of it. */
  async #part(
    stretch: Stretch,
    { entry }: Tape,
    matched: Matched,
    { path, depth }: { path: string; depth: number },
    networks: readonly string[],
  ): Promise<void> {
    const table = entry?.child?.table;
    if (table === undefined) return;
    const isGroup = table.typeName === 'ProtoMDLPartialNetworkGroup';
    const name = isGroup ? 'network_group' : 'core_op';
    let inner: Stretch[] = [];
    let clusters: number | undefined = table.typeName === 'ProtoMDLOp' ? undefined : 0;
    const layouts: Stretch[] = [];
    await this.#eachMessage(stretch, table, path, (tape, field) => {
      if (field === name) inner.push(stretchOf(tape));
      else if (field === 'layout') layouts.push(stretchOf(tape));
      // Another member of the node's choice: it is no part that runs on the device.
      else if (tape.entry !== undefined && tape.entry.field.oneof >= 0) inner = [];
      return undefined;
    });
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
    await this.#scope(inner, isGroup ? GROUP : CORE_OP, into, head, networks);
  }
}

const LAYOUT = tableNamed('ProtoMDLPhysicalLayout');
