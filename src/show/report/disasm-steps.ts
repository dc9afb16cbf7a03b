import { uint64Of } from '../../base/wire/value.js';
import type { TimelineEntry } from '../../tools/disasm/listing.js';
import { ACTION_MNEMONICS, TRIGGER_MNEMONICS } from '../../tools/disasm/mnemonics.js';
import { entriesNamed, entryNamed, type Operands } from '../../tools/disasm/operands.js';
import { putUint32, type TextBuffer } from '../../tools/text/text-buffer.js';
import { connectionText, type DisasmNames } from './disasm-names.js';
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
import { piece, putHex, putPiece } from './disasm-pieces.js';
import { escapeText } from './escape.js';
import type { Palette } from './palette.js';

/** Room that one line takes at most, but for its names, which are pieces. */
export const LINE = 512;

const SPACE = 0x20;
const MNEMONIC_WIDTH = 16;
const NO_TRIGGER = '(no trigger)';
const NO_ACTION = '(nothing is set)';

const DONE_LABEL = piece(' kdone=');
const L3_LABEL = piece(' l3=');
const LEGACY_LABEL = piece(' l3(legacy)=');
const L2_LABEL = piece(' l2_write=');

/** Writes actions and triggers: a mnemonic, and the operands after it. */
export class DisasmSteps {
  readonly #out: TextBuffer;
  readonly #names: DisasmNames;
  readonly #palette: Palette;
  /** By the entry of the oneof's member. */
  readonly #steps: (PreparedStep | undefined)[] = [];
  readonly #noTrigger: Uint8Array;
  readonly #noAction: Uint8Array;

  constructor(out: TextBuffer, names: DisasmNames, palette: Palette) {
    this.#out = out;
    this.#names = names;
    this.#palette = palette;
    this.#noTrigger = piece(palette.yellow(NO_TRIGGER));
    this.#noAction = piece(palette.yellow(NO_ACTION));
    this.#prepare('ProtoMDLAction', ACTION_MNEMONICS, MNEMONIC_WIDTH, (text) => palette.cyan(text));
    this.#prepare('ProtoMDLTrigger', TRIGGER_MNEMONICS, 0, (text) => palette.bold(text));
  }

  trigger(step: Operands): void {
    this.#step(step, this.#noTrigger);
  }

  action(step: Operands): void {
    this.#step(step, this.#noAction);
  }

  /** A trigger of a timeline. Text from the file is escaped. */
  timelineText({ member, fields }: TimelineEntry): string {
    const mnemonic = TRIGGER_MNEMONICS[member];
    if (mnemonic === undefined) return member === '' ? NO_TRIGGER : escapeText(member);
    const value = (name: string): number => fields[name] ?? 0;
    const operands = mnemonic.operands.map((spec) => {
      if (spec.kind === 'lcu') return ` c${value(spec.cluster)}.l${value(spec.lcu)}`;
      if (spec.kind === 'number') return ` ${spec.label}${value(spec.field)}`;
      if (spec.kind !== 'stream') return '';
      return new TextDecoder().decode(this.#names.streamPiece(value(spec.field), spec.direction === 'in'));
    });
    return `${mnemonic.text}${operands.join('')}`;
  }

  /** @param none what to write where nothing is set */
  #step(step: Operands, none: Uint8Array): void {
    const out = this.#out;
    const { member, unknown } = step;
    const prepared = member === undefined ? undefined : this.#steps[member.id];
    out.ensure(LINE);
    if (prepared !== undefined) {
      out.at = putPiece(out.bytes, out.at, prepared.text);
      const { operands } = prepared;
      for (let i = 0; i < operands.length; i++) this.#operand(operands[i] as Prepared, step);
    } else if (member !== undefined) out.text(member.field.name);
    else if (unknown.length === 0) out.at = putPiece(out.bytes, out.at, none);
    if (unknown.length === 0) return;
    const text = unknown.map((number) => `unknown field ${number}`).join(', ');
    out.text(`${member === undefined ? '' : '  '}${this.#palette.yellow(text)}`);
  }

  #operand(operand: Prepared, step: Operands): void {
    const out = this.#out;
    const { bytes, view } = out;
    const { first, kind } = operand;
    const lo = step.lo(first);
    let at = out.at;
    switch (kind) {
      case NUMBER: {
        const hi = step.hi(first);
        if (lo === 0 && hi === 0 && operand.isQuiet) return;
        at = putPiece(bytes, at, operand.label);
        if (hi === 0) at = putUint32(view, at, lo >>> 0);
        else {
          out.at = at;
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
        at = putUint32(view, at + 2, lo >>> 0);
        bytes[at] = 0x2e;
        bytes[at + 1] = 0x6c;
        at = putUint32(view, at + 2, step.lo(operand.second) >>> 0);
        break;
      case NETWORK:
        out.at = at;
        this.#name(this.#names.networkPiece(lo >>> 0));
        return;
      case DONE:
        at = putPiece(bytes, at, DONE_LABEL);
        at = putUint32(view, at, lo >>> 0);
        bytes[at] = 0x40;
        at = putHex(bytes, at + 1, step.lo(operand.second), 0);
        break;
      case STREAM:
        out.at = at;
        this.#name(this.#names.streamPiece(lo >>> 0, operand.isInput));
        return;
      default:
        out.at = at;
        this.#rareOperand(operand, step);
        return;
    }
    out.at = at;
  }

  /** Names can be long: room is made for them, and for the rest of the line again. */
  #name(name: Uint8Array): void {
    const out = this.#out;
    out.ensure(name.length + LINE);
    out.at = putPiece(out.bytes, out.at, name);
  }

  #rareOperand({ spec, ids }: Prepared, step: Operands): void {
    const out = this.#out;
    const lo = (at: number): number => step.lo(ids[at] as number);
    const hex = (value: number): void => {
      out.ensure(LINE);
      out.at = putHex(out.bytes, out.at, value, 0);
    };
    switch (spec.kind) {
      case 'l3': {
        // Where the newer fields say that they count, they do; the older one is in another encoding.
        const counts = lo(3) !== 0;
        out.ensure(LINE);
        let at = putPiece(out.bytes, out.at, counts ? L3_LABEL : LEGACY_LABEL);
        at = putUint32(out.view, at, counts ? lo(1) >>> 0 : lo(0) & 0x7f);
        out.bytes[at] = 0x2b;
        out.at = putHex(out.bytes, at + 1, counts ? lo(2) : ((lo(0) >>> 7) & 0xfff) * 8, 0);
        return;
      }
      case 'l2': {
        let any = 0;
        for (const id of ids) any |= step.lo(id);
        if (any === 0) return;
        out.ensure(LINE);
        let at = putPiece(out.bytes, out.at, L2_LABEL);
        for (let i = 0; i < ids.length; i++) {
          if (i > 0) out.bytes[at++] = 0x2c;
          at = putHex(out.bytes, at, lo(i), 0);
        }
        out.at = at;
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
}
