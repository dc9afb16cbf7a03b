import type { SchemaTables } from '../../base/schema/table.js';
import { PACKED } from '../../read/outline/entries.js';
import type { Reading } from '../../read/outline/reading.js';
import { type RecordWalk, UNREADABLE } from '../../read/outline/records.js';
import { parseSelector, type SelectorStep } from '../../read/select/selector.js';
import type { Found } from './found.js';
import { RecordListing } from './listing.js';
import type { OpenRecords } from './merged-counts.js';
import type { PartTree } from './part-tree.js';

/** Number of records to read before other work may run. */
const TURN = 4096;

/**
 * Returns the parts from the file to the part at a path. If the path does not exist, the last part is the
 * last existing step. If several parts have the path, the first part is returned.
 * @throws ProtomdlError `selector-invalid`
 */
export function* findPath(tree: PartTree, path: string): Reading<readonly Found[]> {
  return yield* new PathSearch(tree, path).run();
}

class PathSearch {
  readonly #steps: readonly SelectorStep[];
  #longest: readonly Found[] = [];

  constructor(
    private readonly tree: PartTree,
    private readonly path: string,
  ) {
    this.#steps = stepsOf(path, tree.schema);
  }

  *run(): Reading<readonly Found[]> {
    const { file, sections, message } = this.tree.parts;
    const framed = sections.find(({ part }) => part.kind === 'message');
    const chain = framed === undefined ? [file] : [file, framed];
    this.#longest = chain;
    if (message === undefined) return chain;
    const open: OpenRecords[] = [];
    const listing = yield* this.tree.inside(chain.at(-1) as Found, open);
    if (listing instanceof RecordListing) yield* this.#descend(chain, listing, open, 0);
    return this.#longest;
  }

  /** @returns true if the part at the whole path was found */
  *#descend(
    chain: readonly Found[],
    listing: RecordListing,
    open: readonly OpenRecords[],
    at: number,
  ): Reading<boolean> {
    if (chain.length > this.#longest.length) this.#longest = chain;
    const step = this.#steps[at];
    if (step === undefined) return true;
    const { field, elements, number } = step;
    if (field?.repeated === true && typeof elements === 'number') {
      const walk = yield* listing.element(field, elements);
      return walk === undefined
        ? yield* this.#broken(chain, listing, at)
        : yield* this.#enter(chain, listing, walk, open, at);
    }
    const walk = listing.walk();
    for (let steps = 1; ; steps++) {
      if (steps % TURN === 0) yield undefined;
      if (!(walk.step() ?? (yield* walk.next()))) return yield* this.#broken(chain, listing, at);
      if (walk.number === number && walk.kind !== UNREADABLE) {
        // A record without the next step is not the end of the search, because a later record of the same
        // singular message may have the next step.
        if (yield* this.#enter(chain, listing, walk, open, at)) return true;
      }
    }
  }

  *#enter(
    chain: readonly Found[],
    listing: RecordListing,
    walk: RecordWalk,
    open: readonly OpenRecords[],
    at: number,
  ): Reading<boolean> {
    const found = listing.found(walk);
    const next = [...chain, found];
    const isLast = at === this.#steps.length - 1;
    if (isLast && found.kind !== PACKED) {
      this.#longest = next;
      return true;
    }
    const around = [...open];
    const inside = yield* this.tree.inside(found, around);
    if (!isLast) {
      if (inside instanceof RecordListing) return yield* this.#descend(next, inside, around, at + 1);
      if (next.length > this.#longest.length) this.#longest = next;
      return false;
    }
    this.#longest = next;
    const elements = this.#steps[at]?.elements;
    if (inside === undefined || typeof elements !== 'number') return true;
    const ordinal = elements - found.element;
    while (inside.count <= ordinal && !inside.isComplete) yield* inside.grow();
    if (ordinal < inside.count) this.#longest = [...next, ...(yield* inside.page(ordinal, ordinal + 1))];
    return true;
  }

  /** Checks if the path leads to the unreadable end of the message. */
  *#broken(chain: readonly Found[], listing: RecordListing, at: number): Reading<boolean> {
    if (at < this.#steps.length - 1) return false;
    const found = yield* listing.at(listing.end - 1);
    if (found?.kind !== UNREADABLE) return false;
    if (found.part.path !== this.path) return false;
    this.#longest = [...chain, found];
    return true;
  }
}

/**
 * Parses a path. A selector ends at an unknown field; a path can continue in an unknown group:
 * `header.#7.#2`.
 */
function stepsOf(path: string, schema: SchemaTables): readonly SelectorStep[] {
  const inGroup = /^(.+?)((?:\.#[1-9]\d{0,8})+)$/.exec(path);
  if (inGroup === null) return parseSelector(path, schema).steps;
  const [, around = '', rest = ''] = inGroup;
  const inner = rest
    .slice(1)
    .split('.')
    .map((step) => ({
      field: undefined,
      number: Number(step.slice(1)),
      elements: 'all' as const,
    }));
  const { steps } = parseSelector(around, schema);
  return [...steps, ...inner];
}
