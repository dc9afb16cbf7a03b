import { expect, it } from 'vitest';
import {
  CONNECTION_CACHE,
  DIRECTION_D2H,
  DIRECTION_H2D,
  type EdgeFacts,
} from '../../src/check/rules/facts/edge.js';
import type { EdgeContext } from '../../src/show/inspect/core-op-edges.js';
import { linksOf } from '../../src/show/inspect/graph-link.js';

/** Makes an edge layer that reads from a cache or writes to one. */
const cached = (direction: number, cacheId: number): EdgeFacts =>
  ({
    direction,
    connection: CONNECTION_CACHE,
    switchInfo: {},
    view: { contextSwitchInfo: { cacheId } },
  }) as never;

const contexts = (...edges: EdgeFacts[]): EdgeContext[] =>
  edges.map((edge, position) => ({ position, edges: [edge] }) as never);

it('a cache’s reader is paired with the first writer of that cache', () => {
  const [other, from, again, to] = [
    cached(DIRECTION_D2H, 1),
    cached(DIRECTION_D2H, 7),
    cached(DIRECTION_D2H, 7),
    cached(DIRECTION_H2D, 7),
  ];
  const links = linksOf(contexts(other, from, again, to));
  expect(links.filter((link) => link.from && link.to)).toEqual([
    { kind: 'cache', from: { edge: from, context: 1 }, to: { edge: to, context: 3 } },
  ]);
  expect(links.filter((link) => !link.to).map((link) => link.from?.edge)).toEqual([other, again]);
});
