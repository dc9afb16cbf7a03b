const KEPT_AS = 'chat-folded';

/** Names of the headings in the list of conversations that the reader has folded. The browser stores the names. */
class Folds {
  #names: ReadonlySet<string> = $state.raw(new Set(remembered()));

  has(name: string): boolean {
    return this.#names.has(name);
  }

  set(name: string, isFolded: boolean): void {
    if (isFolded === this.has(name)) return;
    const others = [...this.#names].filter((one) => one !== name);
    const names = isFolded ? [...others, name] : others;
    this.#names = new Set(names);
    try {
      localStorage.setItem(KEPT_AS, JSON.stringify(names));
    } catch {
      // The browser may deny storage.
    }
  }
}

function remembered(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export const folds = new Folds();
