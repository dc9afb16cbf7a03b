/** Maximum number of examples in a line of the report. */
const EXAMPLES = 5;

interface Left {
  what: string;
  reason: string;
  count: number;
  examples: string[];
}

/** Counts of parts that an import read, changed and left out. */
export class Report {
  readonly #read = new Map<string, number>();
  readonly #changed: Left[] = [];
  readonly #left: Left[] = [];

  read(what: string, count = 1): void {
    this.#read.set(what, (this.#read.get(what) ?? 0) + count);
  }

  /** Counts a part that the import had to change. */
  changed(what: string, how: string, example?: string | number, count = 1): void {
    note(this.#changed, what, how, count, example);
  }

  /** Counts a part that the import left out. */
  left(what: string, reason: string, count = 1, example?: string | number): void {
    if (count > 0) note(this.#left, what, reason, count, example);
  }

  lines(): string[] {
    const read = [...this.#read].map(([what, count]) => `${count} ${what}`);
    const lines = [`Read ${read.join(', ')}.`];
    for (const one of this.#changed) lines.push(`Changed: ${sentence(one)}`);
    for (const one of this.#left) lines.push(`Not read: ${sentence(one)}`);
    return lines;
  }
}

function note(list: Left[], what: string, reason: string, count: number, example?: string | number): void {
  let entry = list.find((one) => one.what === what && one.reason === reason);
  if (entry === undefined) {
    entry = { what, reason, count: 0, examples: [] };
    list.push(entry);
  }
  entry.count += count;
  if (example !== undefined && entry.examples.length < EXAMPLES) entry.examples.push(String(example));
}

function sentence({ what, reason, count, examples }: Left): string {
  const more = count > examples.length ? ', …' : '';
  return `${count} ${what}: ${reason}${examples.length === 0 ? '' : ` (${examples.join(', ')}${more})`}`;
}
