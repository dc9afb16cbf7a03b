import { expect, it } from 'vitest';
import { renderDocumentation } from '../../src/openapi/documentation.js';

const pageOf = (operation: object) =>
  renderDocumentation(
    { info: { title: 'T', version: '1' }, paths: { '/a': { get: operation } } } as never,
    '/docs.css',
    '/openapi.json',
  );
const bodyOf = (schema: object) => pageOf({ requestBody: { content: { 'application/json': { schema } } } });
/** Returns names, marks and types of the table's rows. */
const rowsOf = (page: string) =>
  [...page.matchAll(/<tr><td><code>(.*?)<\/code>(.*?)<\/td><td>(.*?)<\/td><td>(.*?)<\/td>/g)].map(
    ([, name, mark, type, text]) => [name, mark !== '', type, text].join(' '),
  );

it('members are listed together with their own members, to a depth of seven', () => {
  let schema: object = { type: 'string' };
  for (let depth = 9; depth > 0; depth--) schema = { type: 'object', properties: { [`d${depth}`]: schema } };
  const names = rowsOf(bodyOf(schema)).map((row) => row.split(' ')[0]);
  expect(names).toHaveLength(7);
  expect(names.at(-1)).toBe('d1.d2.d3.d4.d5.d6.d7');
});

it('rows have the type, the default, and a mark if the member is required', () => {
  const schema = {
    type: 'object',
    required: ['b'],
    properties: {
      a: { type: ['string', 'null'], format: 'date', description: 'When.', default: 1 },
      b: { enum: ['x', 2] },
      c: { const: null },
      d: { anyOf: [{ type: 'integer' }, { type: 'object', properties: { e: {} } }] },
      f: { items: { type: 'object', properties: { g: { type: '<b>' } } } },
    },
  };
  expect(rowsOf(bodyOf(schema))).toEqual([
    'a false string | null (date) When. Default: 1.',
    'b true &#34;x&#34; | 2 ',
    'c false null ',
    'd false integer | object ',
    'd.e false any ',
    'f false list of object ',
    'f[].g false &#60;b&#62; ',
  ]);
});

it('parameters and answers have separate tables; empty tables and default descriptions are left out', () => {
  const answer = (description: string) => ({
    description,
    content: { 'application/json': { schema: { properties: { ok: {} } } } },
  });
  const page = pageOf({
    summary: 'Sum',
    description: 'About <it>',
    parameters: [
      { name: 'q', in: 'query', required: true, description: 'Text' },
      { name: 'n', in: 'query' },
    ],
    responses: {
      200: answer('Default Response'),
      201: answer(''),
      404: answer('None'),
      500: { description: 'x' },
    },
  });
  expect(rowsOf(page)).toEqual([
    'q (query) true any Text',
    'n (query) false any ',
    'ok false any ',
    'ok false any ',
    'ok false any ',
  ]);
  const titles = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
  expect(titles).toEqual(['Parameters', 'Answer 200', 'Answer 201', 'Answer 404: None']);
  expect(page).toContain('<p>About &#60;it&#62;</p>');
});
