import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { ANSI } from '../../src/show/report/palette.js';
import { explainText, rulesJson, rulesMarkdown, rulesText } from '../../src/show/report/rules.js';
import { CATALOGUE } from './rendered.js';

const codes = [...CATALOGUE.values()];
const listing = { catalogue: CATALOGUE, codes };

describe('the list of codes', () => {
  it('has a table for each group', () => {
    expect(rulesText(listing)).toBe(`frame
  error  odd-code  something that is odd

message
  warning  other-code  another thing
  info     third-code  a note

3 codes: 1 error, 1 warning, 1 info. protomdl explain CODE says more.
`);
  });

  it('has everything as JSON, without keys for missing parts', () => {
    const { schemaVersion, tool, rules } = JSON.parse(rulesJson({ name: 'protomdl', version: '1' }, listing));
    expect([schemaVersion, tool]).toEqual([1, { name: 'protomdl', version: '1' }]);
    expect(rules).toEqual([
      {
        code: 'odd-code',
        severity: 'error',
        group: 'frame',
        summary: 'something that is odd',
        why: 'Nobody gets an answer.',
        runtime: 'Rejected from 4.8 on (INVALID_HEF).',
        implies: ['other-code'],
        refusedBy: ['4.8.0'],
        wrong: 'header { hw_arch: 7 }',
        fix: 'header { hw_arch: 1 }',
      },
      {
        code: 'other-code',
        severity: 'warning',
        group: 'message',
        summary: 'another thing',
        runtime: 'Accepted.',
        implies: [],
      },
      { code: 'third-code', severity: 'info', group: 'message', summary: 'a note', implies: [] },
    ]);
  });

  it('is also a page, whose links lead to its headings', () => {
    const page = rulesMarkdown(listing);
    const html = marked.parse(page, { async: false });
    const headings = [...html.matchAll(/<h[23]>(.*?)<\/h[23]>/g)].map(([, text]) => text);
    expect(headings).toEqual(['frame', 'odd-code', 'message', 'other-code', 'third-code']);
    const links = [...html.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target);
    expect(links.filter((target) => !headings.includes(target))).toEqual([]);
    expect(links).toContain('other-code');
    expect(page).toContain('**Wrong:**\n\n```textproto\nheader { hw_arch: 7 }\n```');
  });

  it('explains codes', () => {
    expect(explainText(codes.slice(0, 2))).toBe(`odd-code  error

Something that is odd.

Why it matters
  Nobody gets an answer.

The runtime
  Rejected from 4.8 on (INVALID_HEF).

Refused by
  4.8.0

Implies
  other-code

Wrong
  header { hw_arch: 7 }

Right
  header { hw_arch: 1 }

other-code  warning

Another thing.

The runtime
  Accepted.
`);
    expect(explainText(codes, ANSI)).toContain('\u001b[1modd-code\u001b[22m');
  });

  it('names the step of the runtime that finds a fault, and keeps to the width of the terminal', () => {
    const info = { ...codes[1]!, stage: 'query', runtime: 'word '.repeat(60).trim() } as const;
    const lines = explainText([info], undefined, 72).split('\n');
    expect(lines[0]).toBe('other-code  warning, found when networks and streams are queried');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72);
  });
});
