import { expect, it } from 'vitest';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';
import {
  CONNECTION_CACHE,
  DIRECTION_D2H,
  DIRECTION_H2D,
  type EdgeFacts,
} from '../../src/check/rules/facts/edge.js';
import type { EdgeContext } from '../../src/show/inspect/core-op-edges.js';
import { linksOf } from '../../src/show/inspect/graph-link.js';

/**
 * Makes an edge layer that reads from a cache or writes to one.
 * @param cacheId returns the id, or throws as a view does
 */
const cached = (direction: number, cacheId: () => number): EdgeFacts =>
  ({
    direction,
    connection: CONNECTION_CACHE,
    switchInfo: {},
    view: {
      get contextSwitchInfo() {
        return { cacheId: cacheId() };
      },
    },
  }) as never;

const contexts = (...edges: EdgeFacts[]): EdgeContext[] =>
  edges.map((edge, position) => ({ position, edges: [edge] }) as never);

const malformed = (): never => {
  throw new ProtomdlError('wire-truncated', 'the record ends too early');
};

it('a cache’s reader is paired with the first writer of that cache', () => {
  const [other, from, again, to] = [
    cached(DIRECTION_D2H, () => 1),
    cached(DIRECTION_D2H, () => 7),
    cached(DIRECTION_D2H, () => 7),
    cached(DIRECTION_H2D, () => 7),
  ];
  const links = linksOf(contexts(other, from, again, to));
  expect(links.filter((link) => link.from && link.to)).toEqual([
    { kind: 'cache', from: { edge: from, context: 1 }, to: { edge: to, context: 3 } },
  ]);
  expect(links.filter((link) => !link.to).map((link) => link.from?.edge)).toEqual([other, again]);
});

it('a malformed cache number is read as 0; other errors are not hidden', () => {
  const [from, to] = [cached(DIRECTION_D2H, malformed), cached(DIRECTION_H2D, () => 0)];
  expect(linksOf(contexts(from, to))).toHaveLength(1);
  const fault = (): never => {
    throw new TypeError('a fault in the program');
  };
  expect(() => linksOf(contexts(cached(DIRECTION_D2H, fault)))).toThrow(TypeError);
});
