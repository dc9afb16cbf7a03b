/** Manual pages have the content of the help, and roff prints them correctly. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { allVerbs, defineAll } from '../../src/cli/definitions.js';
import { manualPages } from '../../src/cli/manual.js';
import { bold, roffArgument, roffText } from '../../src/cli/roff.js';
import { isInstalled } from './shells.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const root = await defineAll();
const pages = manualPages(root);
const hasGroff = isInstalled('groff');
if (!hasGroff) console.warn('groff is not installed: how manual pages are printed is not looked at');

/** Prints a page as on a terminal, without bold and underlining; warnings of groff fail the test. */
function printed(page: string): string {
  const { status, stdout, stderr } = spawnSync(
    'groff',
    ['-man', '-ww', '-Tutf8', '-P-c', '-P-bou', '-rLL=200n'],
    {
      input: page,
      encoding: 'utf8',
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

it('npm installs one page for the program and one for each command', () => {
  const names = ['protomdl.1', ...COMMANDS.map(({ name }) => `protomdl-${name}.1`)];
  expect([...pages.keys()]).toEqual(names);
  expect(readdirSync(join(ROOT, 'docs/man')).sort()).toEqual([...names].sort());
  const { man, files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(man).toEqual(names.map((name) => `./docs/man/${name}`));
  expect(files).toContain('docs/man');
});

it('the pages in docs/man match the help of the commands', () => {
  for (const [name, page] of pages) {
    expect(readFileSync(join(ROOT, 'docs/man', name), 'utf8') === page, name).toBe(true);
  }
});

describe.skipIf(!hasGroff)('pages printed by groff', () => {
  it.each(root.verbs.map((verb) => [verb.path.join(' '), verb] as const))(
    '%s: all options, operands, choices and examples, unchanged',
    (name, verb) => {
      const text = printed(pages.get(`protomdl-${name}.1`) ?? '');
      const words = inOneLine(text);
      expect(words).toContain(`protomdl-${name} - ${verb.about}`);
      expect(words).toMatch(/EXIT STATUS 0 .* SEE ALSO protomdl\(1\)/);
      for (const each of allVerbs(verb)) {
        for (const { name: operand } of each.operands) expect(words).toContain(operand);
        for (const { long, choices, about } of each.options) {
          expect(words).toContain(long);
          const plain = (told: string) => inOneLine(told).replace(/…/g, '...');
          expect(plain(words)).toContain(plain(about).replace(/ ?\(default: [^()]*\)$/, ''));
          if (choices.length > 0) expect(words).toContain(`one of ${choices.join(', ')}`);
        }
        // The page shows each character of an example as it is, so that users can copy the example.
        for (const { line } of each.examples) expect(text).toContain(line);
      }
    },
  );

  it('the program: all commands', () => {
    const words = inOneLine(printed(pages.get('protomdl.1') ?? ''));
    for (const { name, summary } of COMMANDS) {
      expect(words.toLowerCase()).toContain(`protomdl-${name}(1) ${summary.toLowerCase()}`);
    }
  });

  it('have any text as it was written', () => {
    const lines = [
      '.SH not a request',
      "'so neither",
      'C:\\new\\fB \\*(x \\n[y] "quoted" `code` ~/.bashrc ^x -- a-b',
      '.',
      "it's 100% (α → ’ü😀’) $x {a,b} <c> # @ | & ; !",
    ];
    const page = ['.TH X 1 "" "" ""', '.SH NAME', '.nf', roffText(lines.join('\n')), bold('-.x'), '.fi'].join(
      '\n',
    );
    const text = printed(`${page}\n.SH ${roffArgument('a "b" c')}\nend\n`);
    for (const line of [...lines, '-.x', 'a "b" c']) expect(text).toContain(line);
  });
});
