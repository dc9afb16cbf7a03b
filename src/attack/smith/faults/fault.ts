import type { FrameParts } from '../../../base/container/write.js';
import type { Severity } from '../../../base/diagnostics/diagnostic.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { Random } from '../../random.js';
import type { Description } from '../describe.js';
import type { Feature } from '../features.js';
import type { ModelLayout, SmithFraming, SmithOptions } from '../settings.js';
import type { FaultSpot } from './spots.js';

/** Requirements for the model in which a fault is put. The user's options take precedence. */
export interface FaultNeeds extends Omit<SmithOptions, 'seed' | 'preset' | 'swarm' | 'framing' | 'layout'> {
  /** Framings to choose from (default: all). */
  readonly framings?: readonly SmithFraming[];
  /** Layouts to choose from (default: all, most often the classic layout). */
  readonly layouts?: readonly ModelLayout[];
}

/** The frame around the message. A fault may change any part of it; checksums are computed afterwards. */
export type FrameDraft = { -readonly [Name in keyof Omit<FrameParts, 'message'>]: FrameParts[Name] };

/** A valid model, into which a fault is put. */
export interface Site {
  /** The message, record by record. */
  readonly root: MessageNode;
  /** Undefined for a bare message. */
  readonly frame: FrameDraft | undefined;
  /** Chooses one of the suitable places, and one of the ways to break the rule. */
  readonly random: Random;
  readonly model: Description;
  /**
   * Size to which the finished file is cut, after its checksums are computed; a negative number counts from
   * the end. Undefined for no cut.
   */
  cut: number | undefined;
}

/** A finding that the validator must report. */
export interface Expected {
  /** Code of the finding (default: code of the fault). */
  readonly code?: string;
  /** Severity of the finding (default: the catalogue's severity). */
  readonly severity?: Severity;
  readonly at: FaultSpot;
  /** Path of the finding, if it differs from the path of `at`. */
  readonly path?: string | (() => string);
  readonly related?: readonly FaultSpot[];
  /** Number of occurrences that the finding stands for (default 1). */
  readonly count?: number;
}

/** A way to break one rule. According to the catalogue, breaking a rule may break further rules. */
export interface SmithFault {
  readonly code: string;
  readonly needs?: FaultNeeds | ((random: Random) => FaultNeeds);
  /**
   * True if the expected findings replace the valid model's findings with the same codes; false if they are
   * added (default).
   */
  readonly isComplete?: boolean;
  /**
   * Puts the fault into a model, at a random suitable place.
   * @returns all findings that the fault adds to the findings of the valid model; undefined if the model has
   * no suitable place, in which case parts of the model may be changed
   * @throws NoPlace if the model has no suitable place
   */
  apply(site: Site): readonly Expected[] | undefined;
}

/** Faults by code; a fault without requirements is given as its `apply` function. */
export type Faults = Readonly<Record<string, SmithFault['apply'] | Omit<SmithFault, 'code'>>>;

export function needing(
  needs: NonNullable<SmithFault['needs']>,
  apply: SmithFault['apply'],
): Omit<SmithFault, 'code'> {
  return { needs, apply };
}

/** Returns requirements that include a feature with this probability in percent. */
export function sometimes(percent: number, feature: Feature): (random: Random) => FaultNeeds {
  return (random) => (random.chance(percent) ? { with: [feature] } : {});
}

/** Thrown if the model has no suitable place for a fault. */
export class NoPlace extends Error {}

/** Returns a value that a fault requires. @throws NoPlace if it is missing */
export function needed<T>(found: T | undefined): T {
  if (found === undefined) throw new NoPlace();
  return found;
}
