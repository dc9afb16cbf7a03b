import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/routes.js';
import { routeName } from '../support/samples.js';
import { COLUMNS, chat, setUp, users } from './organization.js';
import { ROWS } from './role-table.js';

beforeAll(setUp);
afterAll(() => chat.stop());

describe('each role may call exactly the endpoints that the table allows', () => {
  test.each(
    ROWS.map((row) => [row.what === undefined ? row.route : `${row.route}, ${row.what}`, row] as const),
  )('%s', async (_name, { route, expected, refusal, attempt }) => {
    const method = route.split(' ')[0]!;
    const outcomes: string[] = [];
    for (const [index, column] of COLUMNS.entries()) {
      const caller = users[column];
      const { path, params } = await attempt(caller);
      const answer = await caller.client.send(method, path, params, method === 'GET' ? 'query' : 'form');
      outcomes.push(answer.status === 200 ? '+' : '-');
      if (answer.status !== 200) {
        expect(answer.status, `${column}: ${JSON.stringify(answer.body)}`).toBe(400);
        if (expected[index] === '-' && refusal !== undefined)
          expect(answer.body.code, `${column}: ${answer.body.msg}`).toBe(refusal);
      }
      // For a wrong outcome, the error's text is added, so that the failure shows it.
      if (outcomes[index] !== expected[index]) outcomes[index] += `${column}: ${answer.body.msg}`;
    }
    expect(outcomes.join('')).toBe(expected);
  });
});

/** Endpoints that are open to all roles: for the caller's own records, or for objects that the caller can see. */
const FOR_ALL = ROUTES.filter((route) => !ROWS.some((row) => row.route === routeName(route)));

describe('the other endpoints require no role', () => {
  test.each(FOR_ALL.map((route) => [routeName(route), route] as const))('%s', (_name, route) => {
    expect(route.needs).toBeUndefined();
  });
});
