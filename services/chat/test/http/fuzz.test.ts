import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/routes.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { type Sending, wireText } from '../support/client.js';
import { populate } from '../support/content.js';
import { filledPath, junk, parametersOf, pathNames, routeName } from '../support/samples.js';

let chat: Chat;
let users: TestUser[];

beforeAll(async () => {
  chat = await startChat({
    config: { heartbeatMinSeconds: 0.01, heartbeatMaxSeconds: 0.02, logLevel: 'silent' },
  });
  users = [];
  for (const role of [ROLE.owner, ROLE.administrator, ROLE.member, ROLE.guest])
    users.push(await chat.user({ role }));
  await populate(users);
});
afterAll(() => chat.stop());

const ways: readonly Sending[] = ['query', 'form', 'multipart', 'json'];
const statuses = new Set([200, 400, 401, 403, 404, 405, 413, 415, 429]);

/**
 * Generates random values that the schema allows. Some values are replaced by junk, and some unknown names are added.
 */
const request = (route: (typeof ROUTES)[number]) =>
  fc.record({
    user: fc.nat(3),
    way: fc.constantFrom(...ways),
    params: parametersOf(route),
    spoilt: fc.dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(route.params), 'unknown'), fc.string({ maxLength: 5 })),
      junk,
      { maxKeys: 2 },
    ),
    path: fc.record(
      Object.fromEntries(
        pathNames(route).map((name) => [name, fc.oneof(fc.integer({ min: 1, max: 30 }).map(String), junk)]),
      ),
    ),
  });

describe('no request causes a status of 500 or more, and every response has the envelope', () => {
  test.each(ROUTES.map((route) => [routeName(route), route] as const))('%s', async (_name, route) => {
    await fc.assert(
      fc.asyncProperty(request(route), async ({ user, way, params, spoilt, path }) => {
        let caller = users[user]!;
        const root = route.roots?.includes('/api/v1') === false ? '/json' : '/api/v1';
        const target = root + filledPath(route, path as Record<string, string>);
        // URLs that are too long are refused by the parser before the service sees them.
        if (target.length > 8_000) return;
        const given: Record<string, unknown> = { ...params, ...spoilt };
        if (way === 'query')
          for (const [name, value] of Object.entries(given))
            if (wireText(value).length > 2_000) delete given[name];
        const answer = await caller.client.send(route.method, target, given, way);
        if (answer.status === 401 && root === '/api/v1') {
          // The request has deactivated the caller's account or revoked its keys, so a new user takes over.
          caller = await chat.user({ role: caller.role });
          users[user] = caller;
        }
        expect(statuses, JSON.stringify(answer.body)).toContain(answer.status);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(answer.body.result).toBe(answer.status === 200 ? 'success' : 'error');
        expect(typeof answer.body.msg).toBe('string');
        if (answer.status !== 200) expect(answer.body.code).toMatch(/^[A-Z_]+$/);
      }),
      { numRuns: Math.ceil(Number(process.env.SERVICES_RUNS ?? 100) / 5) },
    );
  });
});
