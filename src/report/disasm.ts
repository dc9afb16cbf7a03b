import {
  ACTION_MNEMONICS,
  type ContextHead,
  type CoreOpHead,
  type EdgeLayer,
  entriesNamed,
  entryNamed,
  type Listing,
  type ListingProblem,
  type Operands,
  type OperationHead,
  type TimelineEntry,
  TRIGGER_MNEMONICS,
} from '../disasm/index.js';
import { uint64Of } from '../wire/index.js';
import {
  DONE,
  HEXADECIMAL,
  LCU,
  NETWORK,
  NUMBER,
  type Prepared,
  type PreparedStep,
  prepared,
  STREAM,
} from './disasm-operands.js';
import { escapeText } from './escape.js';
import { LineCache } from './line-cache.js';
import { type Palette, PLAIN } from './palette.js';
import { counted, grouped, offsetText } from './text.js';
import { piece, putDecimal, putHex, putOffset, putPiece, TextBuffer } from './text-buffer.js';

export const DISASM_FORMATS = ['human', 'ndjson'] as const;
export type DisasmFormat = (typeof DISASM_FORMATS)[number];

export interface DisasmTextOptions {
  readonly palette?: Palette;
  /** Whether the offset of its record stands in front of a line. */
  readonly offsets?: boolean;
  /** Takes what has been written; the bytes are others afterwards. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

const BUFFER = 1 << 18;
/** Room that one line takes at most, but for its names, which are pieces. */
const LINE = 512;
/** Names that are looked up by index are prepared up to this one. */
const MAX_PREPARED = 256;

/** A disassembly for reading in a terminal. Text from files is escaped. */
export class DisasmText implements Listing {
  readonly #out = new TextBuffer(BUFFER);
  readonly #palette: Palette;
  readonly #offsets: boolean;
  readonly #write: DisasmTextOptions['write'];
  /** By the entry of the oneof's member. */
  readonly #steps: (PreparedStep | undefined)[] = [];
  #networks: readonly string[] | undefined;
  #layers: readonly EdgeLayer[] | undefined;
  #networkPieces: (Uint8Array | undefined)[] = [];
  #inputs = new Map<number, Uint8Array>();
  #outputs = new Map<number, Uint8Array>();
  #indent = '';
  #actionLead: Uint8Array = piece('');
  readonly #noTrigger: Uint8Array;
  readonly #noAction: Uint8Array;
  #actions = 0;
  readonly #cache = new LineCache();

  constructor({ palette = PLAIN, offsets = false, write }: DisasmTextOptions) {
    this.#palette = palette;
    this.#offsets = offsets;
    this.#write = write;
    this.#noTrigger = piece(palette.yellow(NO_TRIGGER));
    this.#noAction = piece(palette.yellow(NO_ACTION));
    this.#prepare('ProtoMDLAction', ACTION_MNEMONICS, MNEMONIC_WIDTH, (text) => palette.cyan(text));
    this.#prepare('ProtoMDLTrigger', TRIGGER_MNEMONICS, 0, (text) => palette.bold(text));
  }

  get isFull(): boolean {
    return this.#out.isFull;
  }

  async flush(): Promise<void> {
    if (this.#out.length > 0) await this.#write(this.#out.take());
  }

  coreOp({ path, offset, name, networks, clusters, depth }: CoreOpHead): void {
    const palette = this.#palette;
    this.#indent = '  '.repeat(depth);
    this.#actionLead = piece(`${this.#indent}           `);
    this.#networks = networks;
    this.#networkPieces = [];
    this.#setLayers([]);
    const title = path.endsWith('core_op') ? 'core operation' : 'network group';
    const shown = name === '' ? '(unnamed)' : escapeText(name);
    const parts = clusters === undefined ? '' : `  for clusters 0x${clusters.toString(16)}`;
    this.#line(offset, `${this.#indent}${palette.bold(`${title} ${shown}`)}${parts}  ${palette.dim(path)}`);
    if (networks !== undefined && networks.length > 0) {
      const list = networks.slice(0, 16).map((one, i) => `${i} ${escapeText(one)}`);
      const more = networks.length > 16 ? `, and ${networks.length - 16} more` : '';
      this.#line(-1, `${this.#indent}  networks: ${list.join(', ')}${more}`);
    }
  }

  preliminary(_path: string, offset: number): void {
    this.#setLayers([]);
    this.#line(offset, `${this.#indent}  ${this.#palette.bold('preliminary configuration')}`);
  }

  context({ offset, index, name, layers, length }: ContextHead): void {
    const palette = this.#palette;
    const shown = name === '' ? '' : ` ${escapeText(name)}`;
    this.#line(
      offset,
      `${this.#indent}  ${palette.bold(`context ${index}${shown}`)}  ${palette.dim(`${grouped(length)} bytes`)}`,
    );
    this.#setLayers(layers);
    for (const layer of layers ?? []) {
      const network = this.#networkText(layer.networkIndex);
      const kind = layer.kind === 'info' ? '' : `  ${layer.kind}`;
      this.#line(
        layer.offset,
        `${this.#indent}    ${layer.direction.padEnd(3)} ${String(layer.sysIndex).padStart(3)}  ${nameText(layer)}` +
          `  ${connectionText(layer.connection)}${network === '' ? '' : `  net=${network}`}${kind}`,
      );
    }
  }

  operation({ index, offset }: OperationHead, trigger: Operands): void {
    const out = this.#out;
    this.#margin(offset);
    out.text(`${this.#indent}    ${String(index).padStart(3)}  `);
    this.#step(trigger, this.#noTrigger);
    out.text(' →\n');
    this.#actions = 0;
  }

  repeats(bytes: Uint8Array, from: number, end: number, offset: number): boolean {
    const out = this.#out;
    out.ensure(LINE);
    const before = out.length;
    if (this.#offsets) this.#margin(offset);
    const at = this.#cache.copy(bytes, from, end, out.bytes, out.length);
    out.length = at < 0 ? before : at;
    if (at >= 0) this.#actions++;
    return at >= 0;
  }

  action(action: Operands): void {
    const out = this.#out;
    if (this.#offsets) this.#margin(action.offset);
    out.ensure(LINE);
    const before = out.length;
    out.length = putPiece(out.bytes, out.length, this.#actionLead);
    this.#step(action, this.#noAction);
    out.bytes[out.length++] = NEWLINE;
    this.#actions++;
    // What is wrong with it is to be told every time.
    if (action.problem === 0) this.#cache.remember(out.bytes, before, out.length);
  }

  operationEnd(): void {
    if (this.#actions === 0) this.#line(-1, `${this.#indent}           ${this.#palette.dim('(no actions)')}`);
  }

  contextEnd({ timeline, timelineMore }: ContextHead): void {
    if (timeline.length === 0) return;
    const palette = this.#palette;
    const total = timeline.reduce((sum, { fromPreviousNs }) => sum + fromPreviousNs, 0n);
    const width = grouped(total).length;
    const many = counted(timeline.length + timelineMore, 'trigger');
    this.#line(
      -1,
      `${this.#indent}    ${palette.bold('timeline')}  ${many}, ${grouped(total)} ns as estimated`,
    );
    let at = 0n;
    for (const entry of timeline) {
      at += entry.fromPreviousNs;
      this.#line(
        entry.offset,
        `${this.#indent}      ${grouped(at).padStart(width)} ns  ${this.#timelineText(entry)}`,
      );
    }
    if (timelineMore > 0)
      this.#line(-1, `${this.#indent}      … and ${counted(timelineMore, 'trigger')} more`);
  }

  problem({ code, offset, path }: ListingProblem): void {
    this.#line(
      offset,
      this.#palette.red(`!! ${code} at ${offsetText(offset)}${path === '' ? '' : ` in ${path}`}`),
    );
  }

  note(text: string): void {
    this.#line(-1, this.#palette.yellow(`note: ${text}`));
  }

  #line(offset: number, text: string): void {
    const out = this.#out;
    this.#margin(offset);
    out.text(`${text}\n`);
  }

  #margin(offset: number): void {
    const out = this.#out;
    if (!this.#offsets) return;
    out.ensure(LINE);
    if (offset < 0) out.length = putPiece(out.bytes, out.length, BLANK_MARGIN);
    else {
      const at = putOffset(out.bytes, out.length, offset);
      out.bytes[at] = SPACE;
      out.bytes[at + 1] = SPACE;
      out.length = at + 2;
    }
  }

  /** @param none what to write where nothing is set */
  #step(step: Operands, none: Uint8Array): void {
    const out = this.#out;
    const { member, unknown } = step;
    const prepared = member === undefined ? undefined : this.#steps[member.id];
    out.ensure(LINE);
    if (prepared !== undefined) {
      out.length = putPiece(out.bytes, out.length, prepared.text);
      const { operands } = prepared;
      for (let i = 0; i < operands.length; i++) this.#operand(operands[i] as Prepared, step);
    } else if (member !== undefined) out.text(member.field.name);
    else if (unknown.length === 0) out.length = putPiece(out.bytes, out.length, none);
    if (unknown.length === 0) return;
    const text = unknown.map((number) => `unknown field ${number}`).join(', ');
    out.text(`${member === undefined ? '' : '  '}${this.#palette.yellow(text)}`);
  }

  #operand(operand: Prepared, step: Operands): void {
    const out = this.#out;
    const { bytes } = out;
    const { first, kind } = operand;
    const lo = step.lo(first);
    let at = out.length;
    switch (kind) {
      case NUMBER: {
        const hi = step.hi(first);
        if (lo === 0 && hi === 0 && operand.isQuiet) return;
        at = putPiece(bytes, at, operand.label);
        if (hi === 0) at = putDecimal(bytes, at, lo);
        else {
          out.length = at;
          out.text(uint64Of(lo, hi).toString());
          return;
        }
        break;
      }
      case HEXADECIMAL:
        at = putPiece(bytes, at, operand.label);
        at = putHex(bytes, at, lo, step.hi(first));
        break;
      case LCU:
        bytes[at] = SPACE;
        bytes[at + 1] = 0x63;
        at = putDecimal(bytes, at + 2, lo);
        bytes[at] = 0x2e;
        bytes[at + 1] = 0x6c;
        at = putDecimal(bytes, at + 2, step.lo(operand.second));
        break;
      case NETWORK:
        out.length = at;
        this.#name(this.#networkPiece(lo >>> 0));
        return;
      case DONE:
        at = putPiece(bytes, at, DONE_LABEL);
        at = putDecimal(bytes, at, lo);
        bytes[at] = 0x40;
        at = putHex(bytes, at + 1, step.lo(operand.second), 0);
        break;
      case STREAM:
        out.length = at;
        this.#name(this.#streamPiece(lo >>> 0, operand.isInput));
        return;
      default:
        out.length = at;
        this.#rareOperand(operand, step);
        return;
    }
    out.length = at;
  }

  /** Names can be long: room is made for them, and for the rest of the line again. */
  #name(name: Uint8Array): void {
    const out = this.#out;
    out.ensure(name.length + LINE);
    out.length = putPiece(out.bytes, out.length, name);
  }

  #rareOperand({ spec, ids }: Prepared, step: Operands): void {
    const out = this.#out;
    const lo = (at: number): number => step.lo(ids[at] as number);
    const hex = (value: number): void => {
      out.ensure(LINE);
      out.length = putHex(out.bytes, out.length, value, 0);
    };
    switch (spec.kind) {
      case 'l3': {
        // Where the newer fields say that they count, they do; the older one is in another encoding.
        const counts = lo(3) !== 0;
        out.ensure(LINE);
        let at = putPiece(out.bytes, out.length, counts ? L3_LABEL : LEGACY_LABEL);
        at = putDecimal(out.bytes, at, counts ? lo(1) : lo(0) & 0x7f);
        out.bytes[at] = 0x2b;
        out.length = putHex(out.bytes, at + 1, counts ? lo(2) : ((lo(0) >>> 7) & 0xfff) * 8, 0);
        return;
      }
      case 'l2': {
        let any = 0;
        for (const id of ids) any |= step.lo(id);
        if (any === 0) return;
        out.ensure(LINE);
        let at = putPiece(out.bytes, out.length, L2_LABEL);
        for (let i = 0; i < ids.length; i++) {
          if (i > 0) out.bytes[at++] = 0x2c;
          at = putHex(out.bytes, at, lo(i), 0);
        }
        out.length = at;
        return;
      }
      case 'words': {
        const { head, headLength } = step;
        if (headLength < head.length) return;
        const word = (at: number): number =>
          (head[at] as number) |
          ((head[at + 1] as number) << 8) |
          ((head[at + 2] as number) << 16) |
          ((head[at + 3] as number) << 24);
        const words = (word(0) >>> 0) + 1;
        out.text(`  ${words} ${words === 1 ? 'word' : 'words'} @`);
        hex(word(4));
        return;
      }
      case 'blob':
        if (step.blobOffset < 0) return;
        out.text(`  ${step.blobLength} B${step.hash === '' ? '' : ` xxh3:${step.hash}`}`);
        return;
      case 'connection':
        out.text(`  ${connectionText(lo(0))}`);
        return;
      case 'data-type':
        out.text(`  ${['data', 'batch_size'][lo(0)] ?? `type ${lo(0)}`}`);
        return;
      case 'choice': {
        const { inner } = step;
        const time = inner?.field.name === 'sleep' ? ` ${uint64Of(lo(1), step.hi(ids[1] as number))} us` : '';
        out.text(inner === undefined ? '  (nothing)' : `  ${inner.field.name}${time}`);
        return;
      }
      default:
    }
  }

  /** Looks the fields of each member up, once. */
  #prepare(
    typeName: string,
    mnemonics: typeof ACTION_MNEMONICS,
    width: number,
    shown: (text: string) => string,
  ): void {
    const entries = entriesNamed(typeName);
    for (const [name, { text, operands }] of Object.entries(mnemonics)) {
      const member = entryNamed(entries, name);
      if (member === undefined) throw new Error(`${typeName} has no ${name}`);
      const idOf = (path: string): number => {
        let entry: typeof member | undefined = member;
        for (const step of path.split('.')) entry = entryNamed(entry?.child, step);
        if (entry === undefined) throw new Error(`${name} has no ${path}`);
        return entry.id;
      };
      this.#steps[member.id] = {
        text: piece(operands.length === 0 ? shown(text) : shown(text.padEnd(width))),
        operands: operands.map((spec) => prepared(spec, idOf)),
      };
    }
  }

  #setLayers(layers: readonly EdgeLayer[] | undefined): void {
    this.#cache.forget();
    this.#layers = layers;
    this.#inputs = new Map();
    this.#outputs = new Map();
    for (const layer of layers ?? []) {
      const of = layer.direction === 'in' ? this.#inputs : this.#outputs;
      if (!of.has(layer.sysIndex)) {
        of.set(layer.sysIndex, piece(` ${layer.direction} ${layer.sysIndex} ${nameText(layer)}`));
      }
    }
  }

  #streamPiece(sysIndex: number, isInput: boolean): Uint8Array {
    const known = (isInput ? this.#inputs : this.#outputs).get(sysIndex);
    if (known !== undefined) return known;
    const mark = this.#layers === undefined ? '' : '?';
    return piece(` ${isInput ? 'in' : 'out'} ${sysIndex}${mark}`);
  }

  #networkPiece(index: number): Uint8Array {
    const known = this.#networkPieces[index];
    if (known !== undefined) return known;
    const text = this.#networkText(index);
    const made = piece(text === '' ? '' : ` net=${text}`);
    if (index < MAX_PREPARED) this.#networkPieces[index] = made;
    return made;
  }

  /** A network by its name; by its index, marked, where there are names but not this one. */
  #networkText(index: number): string {
    const networks = this.#networks;
    const name = networks?.[index];
    if (name !== undefined) return name === '' ? `${index}` : escapeText(name);
    if (networks === undefined) return `#${index}`;
    return networks.length === 0 && index === 0 ? '' : `${index}?`;
  }

  #timelineText({ member, fields }: TimelineEntry): string {
    const mnemonic = TRIGGER_MNEMONICS[member];
    if (mnemonic === undefined) return member === '' ? NO_TRIGGER : escapeText(member);
    const value = (name: string): number => fields[name] ?? 0;
    const operands = mnemonic.operands.map((spec) => {
      if (spec.kind === 'lcu') return ` c${value(spec.cluster)}.l${value(spec.lcu)}`;
      if (spec.kind === 'number') return ` ${spec.label}${value(spec.field)}`;
      if (spec.kind !== 'stream') return '';
      return new TextDecoder().decode(this.#streamPiece(value(spec.field), spec.direction === 'in'));
    });
    return `${mnemonic.text}${operands.join('')}`;
  }
}

const NEWLINE = 0x0a;
const SPACE = 0x20;
const MNEMONIC_WIDTH = 16;
const NO_TRIGGER = '(no trigger)';
const NO_ACTION = '(nothing is set)';

const DONE_LABEL = piece(' kdone=');
const L3_LABEL = piece(' l3=');
const LEGACY_LABEL = piece(' l3(legacy)=');
const L2_LABEL = piece(' l2_write=');
/** In the place of an offset. */
const BLANK_MARGIN = piece(' '.repeat(10));

const CONNECTIONS = ['boundary', 'intermediate', 'ddr', 'cache'];

function connectionText(connection: number): string {
  return CONNECTIONS[connection] ?? `connection ${connection}?`;
}

function nameText({ name }: EdgeLayer): string {
  return name === '' ? '(unnamed)' : escapeText(name);
}
