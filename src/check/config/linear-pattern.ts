import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { backtrackingSteps } from './backtracking.js';
import { configError } from './vocabulary.js';

/** A test of a text, like that of a regular expression. */
export interface TextTest {
  test(text: string): boolean;
}

/**
 * Maximum number of steps for V8's matcher, which take about a millisecond. If more steps are possible,
 * `Program` matches the text.
 */
const MAX_NATIVE_STEPS = 1 << 20;
/** Number of characters whose tests are cached. */
const KNOWN_CODES = 256;
/**
 * Maximum number of instructions of a pattern. A glob of a thousand characters has less than half as many.
 */
const MAX_INSTRUCTIONS = 20_000;

/**
 * Compiles a regular expression to a test whose time is proportional to the lengths of the pattern and the
 * text. V8's matcher backtracks: for `*a*a*a*a*ab` and a name of 200 letters it takes minutes, and nothing
 * can interrupt V8. The compiled test returns the same results as V8's matcher.
 * @param maxNativeSteps maximum number of steps for V8's matcher; if 0, `Program` matches all texts
 * @throws ProtomdlError (`config-invalid`) for a pattern that is too large, or that has a lookbehind
 */
export function linearPattern(pattern: RegExp, maxNativeSteps = MAX_NATIVE_STEPS): TextTest {
  const parsed = new RegExpParser().parsePattern(pattern.source, 0, pattern.source.length, {
    unicode: false,
  });
  const steps = backtrackingSteps(parsed);
  const program = new Program(parsed, pattern.flags);
  return {
    test: (text) => (steps(text.length) <= maxNativeSteps ? pattern.test(text) : program.test(text)),
  };
}

/** One step of a program: its condition at a position, and the steps that follow. */
type Instruction =
  | { readonly kind: 'match' }
  | { readonly kind: 'char'; readonly next: number; readonly accepts: CharTest }
  | { readonly kind: 'chars'; readonly next: number; readonly accepts: CharTest }
  | { readonly kind: 'either'; readonly next: number; readonly other: number }
  | { readonly kind: 'loop'; readonly next: number }
  | { readonly kind: 'again'; readonly loop: number; readonly body: number }
  | { readonly kind: 'start'; readonly next: number }
  | { readonly kind: 'end'; readonly next: number }
  | { readonly kind: 'look'; readonly next: number; readonly ahead: number; readonly negate: boolean };

type CharTest = (code: number) => boolean;

/**
 * A pattern as instructions. For each position of a text, from the last to the first, a row has an entry for
 * each instruction. An entry is true if a match that begins at the position, with the instruction, reaches
 * the end of the pattern. Except in loops, an instruction refers to earlier instructions, whose entries are
 * already computed. A loop's body is evaluated a second time if the first evaluation shows that the loop
 * matches.
 */
class Program {
  readonly #instructions: Instruction[] = [];
  readonly #tests = new Map<string, CharTest>();
  readonly #entry: number;

  constructor(
    pattern: AST.Pattern,
    private readonly flags: string,
  ) {
    this.#entry = this.#anyOf(pattern.alternatives, this.#add({ kind: 'match' }));
  }

  test(text: string): boolean {
    const { length } = this.#instructions;
    let row = new Uint8Array(length);
    let following = new Uint8Array(length);
    for (let at = text.length; at >= 0; at--) {
      this.#fill(row, following, at, text);
      if (row[this.#entry] === 1) return true;
      [row, following] = [following, row];
      row.fill(0);
    }
    return false;
  }

  #fill(row: Uint8Array, following: Uint8Array, at: number, text: string): void {
    const instructions = this.#instructions;
    const isLast = at === text.length;
    // No instruction accepts -1, which marks the end of the text.
    const code = isLast ? -1 : text.charCodeAt(at);
    for (let pc = 0; pc < instructions.length; pc++) {
      const one = instructions[pc] as Instruction;
      let reaches = false;
      if (one.kind === 'match') reaches = true;
      else if (one.kind === 'char') reaches = following[one.next] === 1 && one.accepts(code);
      else if (one.kind === 'chars')
        reaches = row[one.next] === 1 || (following[pc] === 1 && one.accepts(code));
      else if (one.kind === 'either') reaches = row[one.next] === 1 || row[one.other] === 1;
      else if (one.kind === 'loop') reaches = row[one.next] === 1;
      else if (one.kind === 'start') reaches = at === 0 && row[one.next] === 1;
      else if (one.kind === 'end') reaches = isLast && row[one.next] === 1;
      else if (one.kind === 'look') reaches = (row[one.ahead] === 1) !== one.negate && row[one.next] === 1;
      else if (row[one.body] === 1 && row[one.loop] === 0) {
        row[one.loop] = 1;
        pc = one.loop;
      }
      // A second evaluation adds to the entries of the first evaluation.
      if (reaches) row[pc] = 1;
    }
  }

  /** @returns the index of the instruction */
  #add(instruction: Instruction): number {
    if (this.#instructions.length >= MAX_INSTRUCTIONS) throw configError('a pattern that is too large');
    return this.#instructions.push(instruction) - 1;
  }

  #anyOf(alternatives: readonly AST.Alternative[], next: number): number {
    return alternatives
      .map(({ elements }) => elements.reduceRight((after, element) => this.#element(element, after), next))
      .reduce((other, one) => this.#add({ kind: 'either', next: one, other }));
  }

  #element(element: AST.Element, next: number): number {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#add({ kind: 'char', next, accepts: this.#charTest(element.raw) });
      case 'Group':
      case 'CapturingGroup':
        return this.#anyOf(element.alternatives, next);
      case 'Quantifier':
        return this.#repeated(element, next);
      case 'Assertion':
        return this.#assertion(element, next);
      default:
        throw configError('a pattern that refers to a part of itself');
    }
  }

  #repeated({ element, min, max }: AST.Quantifier, next: number): number {
    let entry = next;
    if (max === Number.POSITIVE_INFINITY) entry = this.#loop(element, next);
    else {
      for (let count = min; count < max; count++) {
        entry = this.#add({ kind: 'either', next, other: this.#element(element, entry) });
      }
    }
    for (let count = 0; count < min; count++) entry = this.#element(element, entry);
    return entry;
  }

  #loop(element: AST.QuantifiableElement, next: number): number {
    if (isChar(element)) return this.#add({ kind: 'chars', next, accepts: this.#charTest(element.raw) });
    const loop = this.#add({ kind: 'loop', next });
    this.#add({ kind: 'again', loop, body: this.#element(element, loop) });
    return loop;
  }

  #assertion(assertion: AST.Assertion, next: number): number {
    if (assertion.kind === 'start' || assertion.kind === 'end')
      return this.#add({ kind: assertion.kind, next });
    if (assertion.kind !== 'lookahead') throw configError('a pattern with a lookbehind or a word boundary');
    const ahead = this.#anyOf(assertion.alternatives, this.#add({ kind: 'match' }));
    return this.#add({ kind: 'look', next, ahead, negate: assertion.negate });
  }

  /** Returns a test of one character by V8. The results for the first 256 characters are cached. */
  #charTest(raw: string): CharTest {
    const known = this.#tests.get(raw);
    if (known !== undefined) return known;
    const single = new RegExp(`^${raw}$`, this.flags);
    const accepts = (code: number): boolean => single.test(String.fromCharCode(code));
    let first: readonly boolean[] | undefined;
    const test: CharTest = (code) => {
      if (code < 0 || code >= KNOWN_CODES) return code >= 0 && accepts(code);
      first ??= Array.from({ length: KNOWN_CODES }, (_, one) => accepts(one));
      return first[code] as boolean;
    };
    this.#tests.set(raw, test);
    return test;
  }
}

function isChar(element: AST.Element): boolean {
  return element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass';
}
