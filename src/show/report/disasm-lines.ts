import { enumValueName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import {
  type FieldTable,
  TYPE_BOOL,
  TYPE_ENUM,
  TYPE_MESSAGE,
  TYPE_UINT64,
  wireTypeOf,
} from '../../base/schema/table.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { uint64Of } from '../../base/wire/value.js';
import type { Entry } from '../../read/outline/entries.js';
import type {
  ContextHead,
  CoreOpHead,
  DisasmListing,
  EdgeLayer,
  ListingProblem,
  OperationHead,
} from '../../tools/disasm/listing.js';
import { entryNamed, type Operands } from '../../tools/disasm/operands.js';
import { printableJson } from './escape.js';

const BUFFER = 1 << 16;

interface DisasmLinesOptions {
  /** Name of the file, which each line contains. */
  readonly file: string;
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

/** Writes a disassembly as JSON, with a line for each heading, operation, problem and note. */
export class DisasmLines implements DisasmListing {
  #text = '';
  #networks: readonly string[] = [];
  #layers: readonly EdgeLayer[] = [];
  #actions = 0;
  /** True while the line of an operation is being written. */
  #isOpen = false;
  readonly #problems: ListingProblem[] = [];
  readonly #encoder = new TextEncoder();

  constructor(private readonly options: DisasmLinesOptions) {}

  get isFull(): boolean {
    return this.#text.length >= BUFFER;
  }

  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '') await this.options.write(this.#encoder.encode(text));
  }

  coreOp({ path, offset, name, networks, clusters }: CoreOpHead): void {
    this.#networks = networks;
    this.#layers = [];
    this.#line('core-op', { path, offset, name, networks, clusters: clusters ?? null });
  }

  preliminary(path: string, offset: number): void {
    this.#layers = [];
    this.#line('preliminary', { path, offset });
  }

  context({ path, offset, length, index, name, layers, timeline, timelineMore }: ContextHead): void {
    this.#layers = layers;
    this.#line('context', {
      path,
      offset,
      length,
      index,
      name,
      layers: layers.map((layer) => ({ ...layer, network: this.#network(layer.networkIndex) })),
      timeline: timeline.map(({ fromPreviousNs, member, ...entry }) => ({
        ...entry,
        trigger: member === '' ? null : member,
        fromPreviousNs: fromPreviousNs.toString(),
      })),
      ...(timelineMore > 0 ? { timelineMore } : {}),
    });
  }

  /** Writes the line of an operation in pieces, because an operation can have a million actions. */
  operation({ path, index, offset, length }: OperationHead, trigger: Operands): void {
    const head = printableJson({
      schemaVersion: 1,
      file: this.options.file,
      kind: 'operation',
      path: path(),
      index,
      offset,
      length,
      trigger: trigger.offset < 0 ? null : this.#step(trigger, 'out'),
    });
    this.#text += `${head.slice(0, -1)},"actions":[`;
    this.#actions = 0;
    this.#isOpen = true;
  }

  action(action: Operands): void {
    this.#text += (this.#actions++ > 0 ? ',' : '') + printableJson(this.#step(action, 'in'));
  }

  operationEnd(): void {
    this.#text += ']}\n';
    this.#isOpen = false;
    for (const problem of this.#problems.splice(0)) this.problem(problem);
  }

  contextEnd(): void {}

  problem(problem: ListingProblem): void {
    if (this.#isOpen) this.#problems.push(problem);
    else this.#line('problem', problem);
  }

  #line(kind: string, value: object): void {
    this.#text += `${printableJson({ schemaVersion: 1, file: this.options.file, kind, ...value })}\n`;
  }

  #step(step: Operands, direction: 'in' | 'out'): object {
    const { member, offset, length, uniqueId, unknown } = step;
    const operands: Record<string, unknown> = {};
    if (member !== undefined) this.#operands(step, member, operands);
    const network = operands.network_index;
    const stream = operands.sys_index ?? operands.shmifo_index;
    const inputs = member?.field.name === 'trigger_all_data_was_received' ? 'in' : direction;
    return {
      kind: member?.field.name ?? null,
      offset,
      length,
      uniqueId,
      operands,
      ...(typeof network === 'number' ? { network: this.#network(network) } : {}),
      ...(typeof stream === 'number' ? { layer: this.#layer(stream, inputs) } : {}),
      ...(step.blobOffset < 0 ? {} : { blob: blobOf(step) }),
      ...(unknown.length > 0 ? { unknown: [...unknown] } : {}),
    };
  }

  /**
   * Adds the fields of the member, including fields of nested messages. Absent fields have their default
   * values.
   */
  #operands(step: Operands, of: Entry, into: Record<string, unknown>): void {
    for (const field of of.child?.table.fields ?? []) {
      const entry = entryNamed(of.child, field.name);
      if (entry === undefined) continue;
      if (field.type === TYPE_MESSAGE) {
        if (field.oneof >= 0 && step.inner !== entry) continue;
        const inner: Record<string, unknown> = {};
        this.#operands(step, entry, inner);
        into[field.name] = inner;
      } else if (wireTypeOf(field.type) !== WIRE_LEN) {
        into[field.name] = numberOf(field, step.lo(entry.id), step.hi(entry.id));
      }
    }
  }

  #network(index: number): string | null {
    return this.#networks[index] ?? null;
  }

  #layer(sysIndex: number, direction: 'in' | 'out'): string | null {
    return (
      this.#layers.find((layer) => layer.sysIndex === sysIndex && layer.direction === direction)?.name ?? null
    );
  }
}

function numberOf(field: FieldTable, lo: number, hi: number): number | string | boolean {
  if (field.type === TYPE_BOOL) return lo !== 0 || hi !== 0;
  if (field.type === TYPE_UINT64) return uint64Of(lo, hi).toString();
  const table = field.type === TYPE_ENUM ? MDL.enums[field.enum] : undefined;
  return table === undefined ? lo >>> 0 : (enumValueName(table, lo) ?? lo);
}

function blobOf({ blobOffset, blobLength, hash }: Operands): object {
  return { offset: blobOffset, length: blobLength, ...(hash === '' ? {} : { xxh3: hash }) };
}
