import type { Random } from '../../test/kernel/random.js';
import type { Target } from '../target.js';
import { BYTE_MUTATORS, type Mutator, position, spliced } from './bytes.js';
import { mutateFile } from './files.js';
import { mutateRecords } from './records.js';
import { mutateText } from './text.js';

/** Makes an input from others, with mutations that suit a target. */
export type Mutate = (input: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

/** Inserts one of the target's own tokens, or overwrites bytes with one. */
function tokenMutator(tokens: readonly Uint8Array[]): Mutator {
  return (input, random) => {
    const token = random.pick(tokens);
    const at = position(input, random);
    return spliced(input, at, random.chance(50) ? at : at + token.length, token);
  };
}

const STRUCTURED = { message: mutateRecords, file: mutateFile, text: mutateText, bytes: undefined } as const;

/**
 * Makes one to four changes: half of them change bytes, and half suit the shape of the input. The result is
 * at most as long as the target allows.
 */
export function mutatorFor({ shape, prefix = 0, maxLength = 4096, tokens = [] }: Target): Mutate {
  const structured = STRUCTURED[shape];
  const byToken = tokenMutator(
    tokens.map((token) => (typeof token === 'string' ? Buffer.from(token) : token)),
  );
  return (input, random, other) => {
    let head = input.slice(0, prefix);
    let body = input.subarray(prefix);
    const donor = other.subarray(prefix);
    if (prefix > 0 && random.chance(15)) {
      if (head.length < prefix) head = new Uint8Array(prefix);
      head[random.next(prefix)] = random.next(256);
      if (random.chance(50)) return spliced(input, 0, prefix, head);
    }
    for (let changes = random.chance(60) ? 1 : 2 + random.next(3); changes > 0; changes--) {
      if (structured !== undefined && random.chance(50)) body = structured(body, random, donor);
      else if (tokens.length > 0 && random.chance(20)) body = byToken(body, random, donor);
      else body = random.pick(BYTE_MUTATORS)(body, random, donor);
      if (body.length > maxLength - prefix) body = body.slice(0, maxLength - prefix);
    }
    return spliced(head, prefix, prefix, body);
  };
}
