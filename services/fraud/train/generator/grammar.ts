/** A seeded source of choices (xorshift32): the same seed gives the same messages on every engine. */
export class Chooser {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed >>> 0, 0x9e3779b1) >>> 0 || 1;
    for (let n = 0; n < 8; n++) this.below(2);
  }

  /** Returns an integer from 0 to `end` - 1. */
  below(end: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % end;
  }

  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Returns true in `percent` of 100 calls. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  digits(length: number): string {
    let out = String(this.between(1, 9));
    while (out.length < length) out += this.below(10);
    return out;
  }

  letters(length: number): string {
    let out = '';
    while (out.length < length) out += 'abcdefghijklmnopqrstuvwxyz'[this.below(26)];
    return out;
  }
}

export type Slots = Readonly<Record<string, (chooser: Chooser) => string>>;

/**
 * Fills a template: `{slot}` becomes the words of a slot, `[a|b|]` becomes one of its alternatives, which may contain
 * slots.
 */
export function filled(template: string, slots: Slots, chooser: Chooser): string {
  let text = template;
  for (let round = 0; round < 4 && /[[{]/.test(text); round++) {
    text = text.replace(/\[([^[\]]*)\]/g, (_, list: string) => chooser.of(list.split('|')));
    text = text.replace(/\{([a-zA-Z]+)\}/g, (_, name: string) => {
      const slot = slots[name];
      if (!slot) throw new Error(`The template names an unknown slot: ${name}.`);
      return slot(chooser);
    });
  }
  return text;
}
