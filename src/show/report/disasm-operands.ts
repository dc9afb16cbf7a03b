import type { OperandSpec } from '../../tools/disasm/mnemonics.js';
import { piece } from './disasm-pieces.js';

/** What an operand is written from: its spec with fields looked up, and its label as bytes. */
export interface Prepared {
  readonly kind: number;
  readonly spec: OperandSpec;
  readonly label: Uint8Array;
  readonly isQuiet: boolean;
  readonly isInput: boolean;
  readonly ids: readonly number[];
  readonly first: number;
  readonly second: number;
}

/** The kinds of operands that come by the million, as numbers; all others are RARE. */
export const RARE = 0;
export const NUMBER = 1;
export const HEXADECIMAL = 2;
export const LCU = 3;
export const NETWORK = 4;
export const DONE = 5;
export const STREAM = 6;
const KINDS: Readonly<Partial<Record<OperandSpec['kind'], number>>> = {
  number: NUMBER,
  hex: HEXADECIMAL,
  lcu: LCU,
  network: NETWORK,
  done: DONE,
  stream: STREAM,
};

export interface PreparedStep {
  readonly text: Uint8Array;
  readonly operands: readonly Prepared[];
}

/** @param idOf the entry of a field of the member, by its path */
export function prepared(spec: OperandSpec, idOf: (path: string) => number): Prepared {
  const label = 'label' in spec ? ` ${spec.label}` : '';
  const ids: number[] = [];
  if ('field' in spec) ids.push(idOf(spec.field));
  if (spec.kind === 'lcu') ids.push(idOf(spec.cluster), idOf(spec.lcu));
  if (spec.kind === 'done') ids.push(idOf(spec.count), idOf(spec.address));
  if (spec.kind === 'l2') ids.push(...spec.fields.map(idOf));
  if (spec.kind === 'l3') {
    const within = ['initial_l3_index', 'initial_l3_offset', 'includes_initial_l3_info'];
    ids.push(idOf(spec.legacy), ...within.map((name) => idOf(`${spec.info}.${name}`)));
  }
  if (spec.kind === 'choice') ids.push(idOf('type'), idOf('sleep.duration_in_usec'));
  return {
    kind: KINDS[spec.kind] ?? RARE,
    spec,
    label: piece(label),
    isQuiet: 'isQuiet' in spec,
    isInput: spec.kind === 'stream' && spec.direction === 'in',
    ids,
    first: ids[0] ?? 0,
    second: ids[1] ?? 0,
  };
}
