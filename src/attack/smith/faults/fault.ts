import type { FrameParts } from '../../../base/container/write.js';
import type { Severity } from '../../../base/diagnostics/diagnostic.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { Random } from '../../random.js';
import type { Description } from '../describe.js';
import type { Feature } from '../features.js';
import type { ModelLayout, SmithFraming, SmithOptions } from '../settings.js';
import type { FaultSpot } from './spots.js';

/** Requirements of a fault for a model with a suitable place. The user's options take precedence. */
export interface FaultNeeds extends Omit<SmithOptions, 'seed' | 'preset' | 'swarm' | 'framing' | 'layout'> {
  /** Framings to choose from (default: any). */
  readonly framings?: readonly SmithFraming[];
  /** Layouts to choose from (default: any, most often the classic one). */
  readonly layouts?: readonly ModelLayout[];
}

/** The frame around the message. A fault may change any part of it; checksums are computed afterwards. */
export type FrameDraft = { -readonly [Name in keyof Omit<FrameParts, 'message'>]: FrameParts[Name] };

/** A valid model before a fault is put into it. */
export interface Site {
  /** The message, record by record. */
  readonly root: MessageNode;
  /** Undefined for a bare message. */
  readonly frame: FrameDraft | undefined;
  /** Chooses among suitable places, and among the ways to break one. */
  readonly random: Random;
  /** Description of the model. */
  readonly model: Description;
  /**
   * Position of a final cut, after everything else including checksums; negative: relative to the end.
   * Undefined for no cut.
   */
  cut: number | undefined;
}

/** A finding that the validator must report, located by the faulty record. */
export interface Expected {
  /** Default: the fault's code. */
  readonly code?: string;
  /** Default: the catalogue's severity. */
  readonly severity?: Severity;
  readonly at: FaultSpot;
  /** The path, if it differs from that of `at`. */
  readonly path?: string | (() => string);
  readonly related?: readonly FaultSpot[];
  /** Number of findings that it stands for (default 1). */
  readonly count?: number;
}

/** A way to break exactly one rule, with the rules that it implies according to the catalogue. */
export interface SmithFault {
  readonly code: string;
  readonly needs?: FaultNeeds | ((random: Random) => FaultNeeds);
  /**
   * True if the expected findings include all findings of their codes, even those that the model had before
   * (default false).
   */
  readonly isComplete?: boolean;
  /**
   * Puts the fault into a model, at a random suitable place.
   * @returns all findings that the validator must report then, except for those of the valid model; undefined
   * if the model has no suitable place, even if parts have been changed already
   * @throws NoPlace, with the same meaning as undefined
   */
  apply(site: Site): readonly Expected[] | undefined;
}

/** Faults by the codes of their findings; a fault without requirements is just its `apply` function. */
export type Faults = Readonly<Record<string, SmithFault['apply'] | Omit<SmithFault, 'code'>>>;

/** Makes a fault with requirements. */
export function needing(
  needs: NonNullable<SmithFault['needs']>,
  apply: SmithFault['apply'],
): Omit<SmithFault, 'code'> {
  return { needs, apply };
}

/** Requires a feature in this percentage of models; in the others the seed decides. */
export function sometimes(percent: number, feature: Feature): (random: Random) => FaultNeeds {
  return (random) => (random.chance(percent) ? { with: [feature] } : {});
}

/** Thrown if the model has no place for a fault. */
export class NoPlace extends Error {}

/** Returns a value that a fault requires. @throws NoPlace if it is missing */
export function needed<T>(found: T | undefined): T {
  if (found === undefined) throw new NoPlace();
  return found;
}
