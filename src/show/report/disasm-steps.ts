import { uint64Of } from '../../base/wire/value.js';
import type { TimelineEntry } from '../../tools/disasm/listing.js';
import { ACTION_MNEMONICS, type OperandSpec, TRIGGER_MNEMONICS } from '../../tools/disasm/mnemonics.js';
import { entriesNamed, entryNamed, type Operands } from '../../tools/disasm/operands.js';
import { connectionText, type DisasmNames } from './disasm-names.js';
import { escapeText } from './escape.js';
import type { Palette } from './palette.js';

const MNEMONIC_WIDTH = 16;
const NO_TRIGGER = '(no trigger)';
const NO_ACTION = '(nothing is set)';

/** A function that returns an operand with its separator; empty for an omitted operand. */
type WriteOperand = (step: Operands) => string;

interface Step {
  readonly text: string;
  readonly operands: readonly WriteOperand[];
}

/** Formats actions and triggers as text: a mnemonic, followed by the operands. */
export class DisasmSteps {
  /** Prepared members by the id of their entry. */
  readonly #steps: (Step | undefined)[] = [];

  constructor(
    private readonly names: DisasmNames,
    private readonly palette: Palette,
  ) {
    this.#prepare('ProtoMDLAction', ACTION_MNEMONICS, MNEMONIC_WIDTH, (text) => palette.cyan(text));
    this.#prepare('ProtoMDLTrigger', TRIGGER_MNEMONICS, 0, (text) => palette.bold(text));
  }

  trigger(step: Operands): string {
    return this.#step(step, NO_TRIGGER);
  }

  action(step: Operands): string {
    return this.#step(step, NO_ACTION);
  }

  /** Formats a trigger of a timeline. Text from the file is escaped. */
  timelineText({ member, fields }: TimelineEntry): string {
    const mnemonic = TRIGGER_MNEMONICS[member];
    if (mnemonic === undefined) return member === '' ? NO_TRIGGER : escapeText(member);
    const value = (name: string): number => fields[name] ?? 0;
    const operands = mnemonic.operands.map((spec) => {
      if (spec.kind === 'lcu') return ` c${value(spec.cluster)}.l${value(spec.lcu)}`;
      if (spec.kind === 'number') return ` ${spec.label}${value(spec.field)}`;
      return spec.kind === 'stream'
        ? this.names.streamOperand(value(spec.field), spec.direction === 'in')
        : '';
    });
    return `${mnemonic.text}${operands.join('')}`;
  }

  /** @param none the text for a message without a member */
  #step(step: Operands, none: string): string {
    const { member, unknown } = step;
    const prepared = member === undefined ? undefined : this.#steps[member.id];
    let text = '';
    if (prepared !== undefined) {
      text = prepared.text;
      for (const operand of prepared.operands) text += operand(step);
    } else if (member !== undefined) text = member.field.name;
    else if (unknown.length === 0) return this.palette.yellow(none);
    if (unknown.length === 0) return text;
    const numbers = unknown.map((number) => `unknown field ${number}`).join(', ');
    return `${text}${member === undefined ? '' : '  '}${this.palette.yellow(numbers)}`;
  }

  /** Prepares the text of each member, for which the ids of its fields are looked up only once. */
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
        text: operands.length === 0 ? shown(text) : shown(text.padEnd(width)),
        operands: operands.map((spec) => this.#operand(spec, idOf)),
      };
    }
  }

  /** @param idOf returns the id of a member's field, given by its path */
  #operand(spec: OperandSpec, idOf: (path: string) => number): WriteOperand {
    const { names } = this;
    switch (spec.kind) {
      case 'number': {
        const id = idOf(spec.field);
        const label = ` ${spec.label}`;
        const isQuiet = spec.isQuiet === true;
        return (step) => {
          const [lo, hi] = [step.lo(id), step.hi(id)];
          if (hi !== 0) return label + uint64Of(lo, hi).toString();
          return lo === 0 && isQuiet ? '' : label + (lo >>> 0);
        };
      }
      case 'hex': {
        const id = idOf(spec.field);
        const label = ` ${spec.label}`;
        return (step) => label + hex(step.lo(id), step.hi(id));
      }
      case 'lcu': {
        const [cluster, lcu] = [idOf(spec.cluster), idOf(spec.lcu)];
        return (step) => ` c${step.lo(cluster) >>> 0}.l${step.lo(lcu) >>> 0}`;
      }
      case 'network': {
        const id = idOf(spec.field);
        return (step) => names.networkOperand(step.lo(id) >>> 0);
      }
      case 'stream': {
        const id = idOf(spec.field);
        const isInput = spec.direction === 'in';
        return (step) => names.streamOperand(step.lo(id) >>> 0, isInput);
      }
      case 'done': {
        const [count, address] = [idOf(spec.count), idOf(spec.address)];
        return (step) => ` kdone=${step.lo(count) >>> 0}@${hex(step.lo(address))}`;
      }
      case 'l3': {
        const legacy = idOf(spec.legacy);
        const [index, offset, counts] = [
          'initial_l3_index',
          'initial_l3_offset',
          'includes_initial_l3_info',
        ].map((name) => idOf(`${spec.info}.${name}`)) as [number, number, number];
        // If the flag of the newer fields is set, the newer fields are used; otherwise the older field, which
        // has another encoding.
        return (step) => {
          if (step.lo(counts) !== 0) return ` l3=${step.lo(index) >>> 0}+${hex(step.lo(offset))}`;
          const old = step.lo(legacy);
          return ` l3(legacy)=${old & 0x7f}+${hex(((old >>> 7) & 0xfff) * 8)}`;
        };
      }
      case 'l2': {
        const ids = spec.fields.map(idOf);
        return (step) => {
          const offsets = ids.map((id) => step.lo(id));
          return offsets.every((offset) => offset === 0)
            ? ''
            : ` l2_write=${offsets.map((offset) => hex(offset)).join(',')}`;
        };
      }
      case 'words':
        return wordsText;
      case 'blob':
        return ({ blobOffset, blobLength, hash }) =>
          blobOffset < 0 ? '' : `  ${blobLength} B${hash === '' ? '' : ` xxh3:${hash}`}`;
      case 'connection': {
        const id = idOf(spec.field);
        return (step) => `  ${connectionText(step.lo(id))}`;
      }
      case 'data-type': {
        const id = idOf(spec.field);
        return (step) => `  ${['data', 'batch_size'][step.lo(id)] ?? `type ${step.lo(id)}`}`;
      }
      case 'choice': {
        const duration = idOf('sleep.duration_in_usec');
        return (step) => {
          const name = step.inner?.field.name;
          if (name === undefined) return '  (nothing)';
          const time = name === 'sleep' ? ` ${uint64Of(step.lo(duration), step.hi(duration))} us` : '';
          return `  ${name}${time}`;
        };
      }
    }
  }
}

/** Formats number and address of configuration words. */
function wordsText({ head, headLength }: Operands): string {
  if (headLength < head.length) return '';
  const view = new DataView(head.buffer, head.byteOffset);
  const words = view.getUint32(0, true) + 1;
  return `  ${words} ${words === 1 ? 'word' : 'words'} @${hex(view.getUint32(4, true))}`;
}

/** Formats an unsigned 64-bit number from its halves. */
function hex(lo: number, hi = 0): string {
  const low = (lo >>> 0).toString(16);
  return hi === 0 ? `0x${low}` : `0x${(hi >>> 0).toString(16)}${low.padStart(8, '0')}`;
}
