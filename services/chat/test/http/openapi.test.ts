import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../src/routes.js';
import { type Chat, startChat } from '../support/chat.js';

interface Operation {
  security: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties: object; required?: string[] } }> };
  responses: Record<
    string,
    { content: Record<string, { schema: { properties: object; required: string[] } }> }
  >;
}

let chat: Chat;
let document: { openapi: string; paths: Record<string, Record<string, Operation>> };
beforeAll(async () => {
  chat = await startChat();
  document = (await (await fetch(`${chat.url}/api/v1/openapi.json`)).json()) as typeof document;
});
afterAll(() => chat.stop());

test('has every route of the API, and no other route', () => {
  const shown = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routes = ROUTES.filter(({ roots }) => roots === undefined || roots.includes('/api/v1'));
  const known = routes.map(({ method, path }) => `${method} /api/v1${path.replace(/[:*](\w+)/g, '{$1}')}`);
  expect(document.openapi).toBe('3.1.0');
  expect(shown.sort()).toEqual(known.sort());
});

test('describes the parameters and the response of a call', () => {
  const send = document.paths['/api/v1/messages']!.post!;
  const form = send.requestBody!.content['application/x-www-form-urlencoded']!.schema;
  expect(form.required!.sort()).toEqual(['content', 'to', 'type']);
  expect(Object.keys(form.properties)).toContain('topic');
  const { schema } = send.responses['200']!.content['application/json']!;
  expect(Object.keys(schema.properties).sort()).toEqual([
    ...['automatic_new_visibility_policy', 'id', 'ignored_parameters_unsupported', 'msg', 'result'],
  ]);
  expect(schema.required).toEqual(expect.arrayContaining(['id', 'msg', 'result']));
  const fragment = document.paths['/api/v1/navigation_views/{fragment}']!.delete!;
  expect(fragment.parameters).toMatchObject([{ name: 'fragment', in: 'path', required: true }]);
  expect(document.paths['/api/v1/server_settings']!.get!.security).toEqual([]);
});

test('/docs serves the API reference as a page', async () => {
  const answer = await fetch(`${chat.url}/docs`);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await answer.text()).toContain('<code>/api/v1/messages/{message_id}/reactions</code>');
});
