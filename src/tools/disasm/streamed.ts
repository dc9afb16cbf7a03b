import { MDL } from '../../base/schema/mdl.gen.js';
import { joinPath, pathStep } from '../../base/schema/path.js';
import type { MessageTable } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, LEAVE, MORE, PROBLEM } from '../../read/tape/step.js';
import { Tapes } from '../../read/tape/tapes.js';
import type { Choice, Matched } from './choice.js';
import { HeldPart } from './held-part.js';
import { listContext } from './list-context.js';
import type { ContextHead, Listing } from './listing.js';
import type { Operations } from './operations.js';
import { isPart } from './scope.js';

const NAMES = new Set(['network_group_name', 'networks_names']);
const MAX_NETWORKS = 4096;
const MAX_NAME = 1024;

/** An open message on the way to contexts. */
interface Open {
  readonly path: string;
  readonly matched: Matched;
  readonly depth: number;
  /** True for a group or core operation, false for a message that only leads to one. */
  readonly isScope: boolean;
  readonly counts: Map<string, number>;
  readonly offset: number;
  name: string;
  networks: string[];
  isReported: boolean;
}

/**
 * Lists a source without random access, in the order of its bytes. A context is held to look up its edge
 * layers, which come after its operations; the names of networks come after all contexts.
 */
export class StreamedFile {
  readonly #open: Open[] = [];
  #hasNoted = false;

  constructor(
    private readonly source: Source,
    private readonly listing: Listing,
    private readonly choice: Choice,
    private readonly operations: Operations,
    private readonly maxHeld: number,
  ) {}

  async file(from: number, end: number): Promise<void> {
    const { choice, operations } = this;
    this.listing.note('a stream longer than what is held: the names of networks are not known in time');
    const tape = new Tape(this.source, from, end, {
      table: MDL.messages[0] as MessageTable,
      wants: ({ field }) => NAMES.has(field.name),
      entersCut: true,
    });
    this.#open.push(opened('', choice.start, 0, false, 0));
    for (let step = tape.next(); step !== END; step = tape.next()) {
      const open = this.#open.at(-1) as Open;
      if (step === MORE) {
        await tape.fill();
      } else if (step === PROBLEM) operations.report(tape.problem, tape.problemOffset, open.path);
      else if (step === LEAVE && tape.depth < open.depth) {
        this.#report(open);
        this.#open.pop();
      } else if (step === BYTES) this.#name(tape, open);
      else if (step === ENTER && tape.entry !== undefined)
        await this.#enter(tape, open, tape.entry.field.name);
    }
  }

  #name(tape: Tape, open: Open): void {
    if (!tape.hasPayload || !open.isScope) return;
    const text = decodeUtf8(
      tape.window,
      tape.payloadStart,
      tape.payloadStart + Math.min(tape.length, MAX_NAME),
    );
    const field = tape.entry?.field.name;
    if (field === 'network_group_name') open.name = text;
    else if (field === 'networks_names' && open.networks.length < MAX_NETWORKS) open.networks.push(text);
  }

  async #enter(tape: Tape, open: Open, field: string): Promise<void> {
    if (tape.depth !== open.depth + 1) {
      tape.skip();
      return;
    }
    if (field === 'network_group_metadata') return;
    const isScope = field === 'network_groups' || field === 'network_group' || field === 'core_op';
    const isKnown = isScope || isPart(field) || field === 'contexts' || field === 'preliminary_config';
    const index = open.counts.get(field) ?? 0;
    open.counts.set(field, index + 1);
    const matched = isKnown ? this.choice.into(open.matched, field, index) : -1;
    if (matched < 0) {
      tape.skip();
      return;
    }
    const path = joinPath(open.path, pathStep(tape.entry?.field, 0, index));
    if (isScope || isPart(field)) {
      this.#open.push(opened(path, matched, tape.depth, isScope, tape.offset));
      return;
    }
    this.#report(open);
    if (field === 'contexts') await this.#context(tape, index, path, matched);
    else {
      this.listing.preliminary(path, tape.offset);
      await this.operations.all(tape, this.source, 'operation', path, matched, 0);
    }
  }

  /** Lists the heading of a scope before its first shown part. */
  #report(open: Open): void {
    if (!open.isScope || open.isReported) return;
    open.isReported = true;
    const { path, offset, name, networks } = open;
    const depth = this.#open.filter(({ isScope }) => isScope).length - 1;
    const known = networks.length > 0 ? networks : undefined;
    this.listing.coreOp({ path, offset, name, networks: known, clusters: undefined, depth });
  }

  async #context(tape: Tape, index: number, path: string, matched: Matched): Promise<void> {
    const { listing, operations } = this;
    const { offset, valueOffset, length } = tape;
    const end = valueOffset + length;
    if (length <= this.maxHeld) {
      await tape.bring();
      if (tape.hasPayload) {
        const held = new HeldPart(valueOffset, tape.payload);
        const tapes = new Tapes(held, { entersCut: true });
        const stretch = { from: valueOffset, end, offset };
        await listContext(stretch, index, path, matched, held, tapes, listing, operations);
        tape.skip();
        return;
      }
    }
    if (!this.#hasNoted)
      listing.note('a context longer than what is held: its edge layers are not known in time');
    this.#hasNoted = true;
    const unknown = { name: '', layers: undefined, timeline: [], timelineMore: 0 };
    const head: ContextHead = { path, offset, length: end - offset, index, ...unknown };
    listing.context(head);
    await operations.all(tape, this.source, 'operations', path, matched, 0);
    listing.contextEnd(head);
  }
}

function opened(path: string, matched: Matched, depth: number, isScope: boolean, offset: number): Open {
  return {
    path,
    matched,
    depth,
    isScope,
    offset,
    counts: new Map(),
    name: '',
    networks: [],
    isReported: false,
  };
}
