import { MDL } from '../../base/schema/mdl.gen.js';
import { type FieldTable, type MessageTable, TYPE_MESSAGE, wireTypeOf } from '../../base/schema/table.js';

/** A field whose records are targets or contain targets. */
export interface TargetPath {
  readonly number: number;
  /** Relative probability among the ways of a message type. */
  readonly weight: number;
  readonly isGoal: boolean;
  /** True if records of the field may contain targets. */
  readonly leadsOn: boolean;
}

/**
 * A kind of record that a mutator needs, with the ways to such records: for every message type, the fields
 * that are targets or contain targets. The random choice is among ways, not among bytes or records, so that a
 * structure that occurs once has the same chance as a structure that occurs a million times.
 */
export class Target {
  readonly #ways: readonly (readonly TargetPath[])[];

  constructor(isGoal: (field: FieldTable, message: MessageTable) => boolean) {
    const goals = MDL.messages.map((message) => message.fields.filter((field) => isGoal(field, message)));
    const counts = MDL.messages.map(({ index }) => {
      let count = 0;
      for (const inner of typesIn(index)) count += (goals[inner] as FieldTable[]).length;
      return count;
    });
    this.#ways = MDL.messages.map((message) =>
      message.fields.flatMap((field): TargetPath[] => {
        const goal = (goals[message.index] as FieldTable[]).includes(field);
        const below = field.type === TYPE_MESSAGE ? (counts[field.message] as number) : 0;
        if (!goal && below === 0) return [];
        // The weight of a field grows slowly with the number of targets below it, so that a header remains
        // likely among 80 messages. The bit length replaces a logarithm, whose last bit may differ between
        // machines.
        const weight = (goal ? 1 : 0) + (below > 0 ? 32 - Math.clz32(below) : 0);
        return [{ number: field.number, weight, isGoal: goal, leadsOn: below > 0 }];
      }),
    );
  }

  /** True if records of a field are targets. @param message index of the type that has the field */
  isGoal(message: number, number: number): boolean {
    return this.#ways[message]?.some((way) => way.isGoal && way.number === number) === true;
  }

  /** Returns the ways in the order of field numbers. */
  waysFrom(message: MessageTable): readonly TargetPath[] {
    return this.#ways[message.index] as readonly TargetPath[];
  }
}

/** Returns the message types that may occur inside a type, including itself. */
function typesIn(message: number): Set<number> {
  const found = new Set([message]);
  for (const type of found) {
    for (const field of (MDL.messages[type] as MessageTable).fields) {
      if (field.type === TYPE_MESSAGE) found.add(field.message);
    }
  }
  return found;
}

export const isMessageField = (field: FieldTable): boolean => field.type === TYPE_MESSAGE;

/** True for fields of numbers, booleans or enums. */
export const isNumberField = (field: FieldTable): boolean => wireTypeOf(field.type) !== 2;

/** Makes a target on first use, because most runs need few targets. */
export function target(isGoal: (field: FieldTable, message: MessageTable) => boolean): () => Target {
  let made: Target | undefined;
  return () => {
    made ??= new Target(isGoal);
    return made;
  };
}

export const ANY_RECORD = target(() => true);
export const ANY_MESSAGE = target(isMessageField);
export const ANY_NUMBER = target(isNumberField);

const OF_TYPE = new Map<number, Target>();

export function ofType(message: number): Target {
  let made = OF_TYPE.get(message);
  if (made === undefined) {
    made = new Target((field) => field.type === TYPE_MESSAGE && field.message === message);
    OF_TYPE.set(message, made);
  }
  return made;
}
