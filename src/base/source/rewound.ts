import type { Source } from './source.js';

/** A stream whose first bytes have been read, made to begin with them again. */
export function rewound(source: Source, prefix: Uint8Array): Source {
  return new Rewound(source, prefix.slice());
}

class Rewound implements Source {
  readonly randomAccess = false;

  constructor(
    private readonly source: Source,
    private readonly prefix: Uint8Array,
  ) {}

  get size(): number | undefined {
    return this.source.size;
  }

  read(offset: number, target: Uint8Array): number | Promise<number> {
    const { prefix } = this;
    if (offset >= prefix.length) return this.source.read(offset, target);
    const head = prefix.subarray(offset, offset + target.length);
    target.set(head);
    if (head.length === target.length) return head.length;
    const rest = this.source.read(prefix.length, target.subarray(head.length));
    return typeof rest === 'number' ? head.length + rest : rest.then((length) => head.length + length);
  }

  close(): void | Promise<void> {
    return this.source.close();
  }
}
