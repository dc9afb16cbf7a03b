import type { Source } from '../../base/source/source.js';
import type { Tapes } from '../../read/tape/tapes.js';
import type { Matched } from './choice.js';
import { CONTEXT, type ContextFacts, readContextFacts } from './context-head.js';
import type { ContextHead, Listing } from './listing.js';
import { NOTHING, type Operations } from './operations.js';
import type { Stretch } from './scope.js';

/**
 * Lists a context of a source with random access: first its description, which the file has after the
 * operations, and then the operations.
 */
export function listContext(
  { from, end, offset }: Stretch,
  index: number,
  path: string,
  matched: Matched,
  source: Source,
  tapes: Tapes,
  listing: Listing,
  operations: Operations,
): Promise<void> | undefined {
  const list = (facts: ContextFacts): Promise<void> | undefined => {
    const { name, layers, timeline, timelineMore } = facts;
    // The object is built without spread, which is many times slower, and there may be tens of thousands.
    const length = end - offset;
    const head: ContextHead = { path, offset, length, index, name, layers, timeline, timelineMore };
    listing.context(head);
    if (!facts.hasOperations) {
      for (const { problem, offset } of facts.problems) operations.report(problem, offset, path);
      listing.contextEnd(head);
      return undefined;
    }
    const tape = tapes.take(from, end, CONTEXT, NOTHING);
    const ended = (): void => {
      tapes.give(tape);
      listing.contextEnd(head);
    };
    const listed = operations.all(tape, source, 'operations', path, matched, 0);
    if (typeof listed !== 'number') return listed.then(ended);
    ended();
    return undefined;
  };
  const facts = readContextFacts(tapes, from, end);
  return facts instanceof Promise ? facts.then(list) : list(facts);
}
