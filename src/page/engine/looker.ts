import { type Children, Inspector, type Part, type Stretch } from '../../inspect/index.js';
import type { Source } from '../../source/source.js';

/** Answers questions about one file, one at a time. What it gives is plain data, because it crosses to the page. */
export class Looker {
  private constructor(
    readonly source: Source,
    private readonly inspector: Inspector,
  ) {}

  static async open(source: Source): Promise<Looker> {
    return new Looker(source, await Inspector.open(source));
  }

  get size(): number {
    return this.source.size as number;
  }

  root(): Part {
    return this.inspector.root;
  }

  children(part: Part, from: number, to: number): Promise<Children> {
    return this.inspector.children(part, from, to);
  }

  stretch(offset: number, length: number): Promise<Stretch> {
    return this.inspector.stretch(offset, length);
  }
}
