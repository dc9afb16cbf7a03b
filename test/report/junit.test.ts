import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { HOSTILE, hostileFile, hostileUnreadable } from './hostile.js';
import { FILES, rendered } from './rendered.js';
import { reported } from './specimen.js';

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

/** Parses XML strictly: throws if the text is not well-formed. */
function parsed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.write(xml).close();
  return root.children[0]!;
}

const suites = async (...args: Parameters<typeof rendered> extends [unknown, ...infer Rest] ? Rest : never) =>
  parsed(await rendered('junit', ...args)).children;

const caseOf = (suite: Element | undefined, name: string) =>
  suite?.children.find(({ attributes }) => attributes.name === name);

describe('a JUnit report', () => {
  it('has a suite for each file with a case for each code that fails', async () => {
    const [good, bad, gone] = await suites(FILES);
    expect(good?.attributes).toEqual({
      name: './models/good.hef',
      tests: '1',
      failures: '0',
      errors: '0',
      skipped: '0',
    });
    expect(good?.children).toMatchObject([{ attributes: { name: 'valid' }, children: [] }]);
    expect(bad?.attributes).toMatchObject({ tests: '1', failures: '1', errors: '0' });
    const failure = caseOf(bad, 'odd-code')?.children[0];
    expect(failure).toMatchObject({
      name: 'failure',
      attributes: { type: 'error', message: 'it is 7 at 12' },
    });
    expect(failure?.text.split('\n')).toEqual([
      'it is 7 at 12 [at 12 (0xc), 8 bytes]',
      'it is 8 [network_groups[0].contexts[2] at 1042 (0x412), 6 bytes]',
      '… and 1,000 more',
    ]);
    // Findings below the threshold are listed, but are not failures.
    expect(caseOf(bad, 'other-code')).toBeUndefined();
    expect(bad?.children.at(-1)).toMatchObject({
      name: 'system-out',
      text: expect.stringMatching(/^warning other-code: another .*\ninfo third-code: a note/),
    });
    expect(gone).toMatchObject({
      attributes: { name: 'standard input', tests: '1', errors: '1' },
      children: [{ children: [{ name: 'error', attributes: { message: 'no permission' } }] }],
    });
  });

  it('lists findings below the threshold in the file’s single case', async () => {
    const { diagnostics } = FILES[1]!;
    const infos = [diagnostics[3]!, { ...diagnostics[3]!, count: 1, offset: 2200 }];
    const [noted] = await suites([
      reported({ diagnostics: infos, counts: { error: 0, warning: 0, info: 2 } }),
    ]);
    expect(noted?.attributes).toMatchObject({ tests: '1', failures: '0' });
    expect(noted?.children[0]?.children).toMatchObject([
      { name: 'system-out', text: 'info third-code: a note (5,001 times) [at 2100 (0x834)]' },
    ]);
  });

  it.each([
    ['error', 1],
    ['warning', 2],
    ['info', 3],
    ['never', 1],
    ['runtime', 1],
  ] as const)('fails for the findings of --fail-on %s', async (failOn, failures) => {
    const [bad] = await suites(FILES.slice(1, 2), { failOn });
    expect(bad?.attributes.failures).toBe(String(failures));
    const failed = bad?.children.filter(({ children }) => children[0]?.name === 'failure');
    expect(failed).toHaveLength(failures);
  });

  it('has a case for a code that is not in the catalogue', async () => {
    const [suite] = await suites([hostileFile('x')], { catalogue: new Map() });
    expect(suite?.attributes).toMatchObject({ tests: '1', failures: '1' });
  });

  it('is well-formed without files', async () => {
    expect(await suites([])).toEqual([]);
  });

  it.each(HOSTILE)('is well-formed whatever text a file has: %j', async (text) => {
    const [suite, gone] = await suites([hostileFile(text), hostileUnreadable(text)]);
    expect(suite?.children).toHaveLength(1);
    expect(gone?.children).toHaveLength(1);
  });

  it('is well-formed for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect(await suites([hostileFile(text), hostileUnreadable(text), reported()])).toHaveLength(3);
      }),
      { numRuns: 200 },
    );
  });
});
