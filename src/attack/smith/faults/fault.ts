import type { FrameParts } from '../../../base/container/write.js';
import type { Severity } from '../../../base/diagnostics/severity.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { Description } from '../describe.js';
import type { Feature } from '../features.js';
import type { Random } from '../random.js';
import type { Layout, SmithFraming, SmithOptions } from '../settings.js';
import type { Spot } from './spots.js';

/** What a model must be like for a fault to have a place in it. Wishes of the user count more. */
export interface FaultNeeds extends Omit<SmithOptions, 'seed' | 'preset' | 'swarm' | 'framing' | 'layout'> {
  /** One of these, chosen at random (default: any). */
  readonly framings?: readonly SmithFraming[];
  /** One of these, chosen at random (default: any, the classic one most often). */
  readonly layouts?: readonly Layout[];
}

/** What is wrapped around the message. A fault may change any of it; checksums are made when it is done. */
export type FrameDraft = { -readonly [Name in keyof Omit<FrameParts, 'message'>]: FrameParts[Name] };

/** A valid model that a fault is put into. */
export interface Site {
  /** The message, record by record. */
  readonly root: MessageNode;
  /** Of a bare message undefined. */
  readonly frame: FrameDraft | undefined;
  /** Chooses among the places that fit, and among the ways to spoil one. */
  readonly random: Random;
  /** What is known of the model. */
  readonly model: Description;
  /** Where the file is cut when all else is done, checksums included; negative: from its end. Undefined: nowhere. */
  cut: number | undefined;
}

/** A finding of the validator, its place stated by the record that is at fault. */
export interface Expected {
  /** Default: the fault's. */
  readonly code?: string;
  /** Default: the catalogue's. */
  readonly severity?: Severity;
  readonly at: Spot;
  /** Where the path is not that of `at`. */
  readonly path?: string | (() => string);
  readonly related?: readonly Spot[];
  /** Findings that one stands for (default 1). */
  readonly count?: number;
}

/** A way to break one rule: exactly that one, and those that the catalogue says it implies. */
export interface Fault {
  readonly code: string;
  readonly needs?: FaultNeeds | ((random: Random) => FaultNeeds);
  /** Whether what it expects has all findings of its codes, those that the model had before included (default false). */
  readonly isComplete?: boolean;
  /**
   * Puts the fault into a model, at a place chosen at random among all that fit.
   * @returns all that the validator has to find then, but for what it says of the model anyway; undefined where the
   *   model has no place for it, whatever has been changed by then
   * @throws NoPlace instead of undefined
   */
  apply(site: Site): readonly Expected[] | undefined;
}

/** Faults by the codes of what they lead to; of those that any model may have a place for, `apply` alone. */
export type Faults = Readonly<Record<string, Fault['apply'] | Omit<Fault, 'code'>>>;

/** A fault that not every model has a place for. */
export function needing(needs: NonNullable<Fault['needs']>, apply: Fault['apply']): Omit<Fault, 'code'> {
  return { needs, apply };
}

/** Needs of so many in a hundred models: the others have what the fault looks for as the seed has it. */
export function sometimes(percent: number, feature: Feature): (random: Random) => FaultNeeds {
  return (random) => (random.chance(percent) ? { with: [feature] } : {});
}

/** The model has no place for a fault. */
export class NoPlace extends Error {}

/** What a fault cannot do without. @throws NoPlace where there is none */
export function needed<T>(found: T | undefined): T {
  if (found === undefined) throw new NoPlace();
  return found;
}
