/** Answers of commands to flags that go together or not, to nothing found, and to several files. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { selector } from '../../src/cli/selector-value.js';
import { protomdl } from './protomdl.js';
import { withFiles } from './temporary.js';

const corpus = (name: string): string => fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url));
const ONE = corpus('valid/one-context.mdl');
const TWO = corpus('valid/two-contexts.mdl');
const NOTES = corpus('valid/network-notes.hef');
const FRAMED = corpus('valid/framed-v0.hef');
const CUT = corpus('invalid/cut-in-message.mdl');
const CONTEXT = 'network_groups[0].contexts[0]';
const NONE = 'network_groups[9]';

/** What standard output and standard error contain: `''` for nothing at all. */
type Said = string | RegExp;
const has = (text: string, said: Said): boolean =>
  said === '' ? text === '' : typeof said === 'string' ? text.includes(said) : said.test(text);

it.each<[readonly string[], number, Said, Said]>([
  [['objdump', ONE], 0, 'sdk_version', ''],
  [['objdump', ONE, '--raw'], 0, /^(?!.*sdk_version)/s, ''],
  [['objdump', ONE, '--raw', '--select', 'header'], 2, '', '--select needs names'],
  [['objdump', ONE, '--select', 'header'], 0, /sdk_version/, ''],
  [['objdump', ONE, '--select', NONE], 1, '', `there is no ${NONE}`],
  [['objdump', ONE, '--select', 'nothing'], 2, '', '--select'],
  [['objdump', ONE, '--start', '0x', '--end', '5'], 2, '', 'It takes an offset in bytes'],
  [['objdump', ONE, '--start', '99999999999999999999'], 2, '', 'It takes an offset in bytes'],
  [['objdump', ONE, '--end', '0x1'], 0, /^(?!.*sdk_version)/s, ''],
  [['objdump', ONE, '--depth', '0'], 0, /header/, ''],
  [['objdump', ONE, '--strings'], 0, /^(?!.*operations\[)/s, ''],
  [['objdump', ONE, TWO], 0, /one-context\.mdl\n.*\n.*two-contexts\.mdl\n/s, ''],
  [['objdump', ONE, TWO, '--format', 'ndjson'], 0, /^\{/, ''],
  [['objdump', CUT], 1, /./, ''],
  [['disasm', ONE, TWO], 0, /one-context\.mdl\n.+\n\n.*two-contexts\.mdl\n/s, ''],
  [['disasm', ONE], 0, /^(?!.*one-context\.mdl)/, ''],
  [['disasm', TWO, '--select', `${CONTEXT}.operations[99]`], 1, /./, 'there is no network_groups'],
  [['disasm', TWO, '--select', 'header'], 2, '', '--select'],
  [['disasm', ONE, '--format', 'ndjson', '--hash'], 0, /^\{/, ''],
  [['query', 'header.hw_arch', ONE, '--limit', '0'], 0, '', ''],
  [['query', `network_groups[*].contexts[*].context_index`, TWO, '--limit', '1'], 0, /^[^\n]+\n$/, ''],
  [['query', `network_groups[*].contexts[*].context_index`, TWO], 0, /^[^\n]+\n[^\n]+\n$/, ''],
  [['query', 'header.nothing', ONE], 2, '', /header\.nothing\n +\^/],
  [['query', 'header.hw_arch', ONE, TWO, '--count', '--limit', '1'], 0, /^[^\n]+\n$/, ''],
  [['network', NOTES], 0, /conv2/, ''],
  [['network', NOTES, '--select', 'conv2'], 0, /^(?!.*fc1)/s, ''],
  [['network', NOTES, '--select', 'nothing'], 1, /./, 'there is no layer that is nothing'],
  [['network', NOTES, '--select', 'kind=conv', '--select', 'conv1'], 0, /conv1/, ''],
  [['network', NOTES, '--select', 'kind=fc', '--select', 'conv1'], 1, /./, 'kind=fc and conv1'],
  [['network', NOTES, '--select', 'cluster=x'], 2, '', '--select cluster=x'],
  [['info', ONE, '--fps', '0'], 2, '', 'positive numbers'],
  [['info', ONE, '--fps', '30,'], 2, '', 'positive numbers'],
  [['info', ONE, '--fps', 'Infinity'], 2, '', 'positive numbers'],
  [['info', TWO, '--fps', '24,30'], 0, /24\.0.*30\.0/s, ''],
  [['info', TWO], 0, /^(?!.*when the network is activated)/s, ''],
  [['info', TWO, '--cost'], 0, /when the network is activated/, ''],
  [['info', ONE, TWO], 0, /one-context.*\n\n.*two-contexts/s, ''],
  [['convert', ONE], 2, '', 'name a target'],
  [['replace', ONE, 'header.timestamp'], 2, '', 'either --with FILE or --value VALUE'],
  [['replace', ONE, 'header.timestamp', '--value', '1', '--with', ONE], 2, '', 'either --with'],
  [['replace', '-', 'header.timestamp', '--with', '-'], 2, '', 'cannot be both'],
  [['replace', ONE, 'mapping', '--with', corpus('valid')], 2, '', 'names one file'],
  [['hash', ONE], 0, /^[0-9a-f]{64} {2}.*one-context\.mdl\n$/, ''],
  [['hash', ONE, '--algorithm', 'crc32', '--what', 'file'], 0, /^[0-9a-f]{8} /, ''],
  [['hash', ONE, FRAMED, '--format', 'json'], 0, /"files": \[/, ''],
  [['extract', ONE, 'header', '--mapping'], 2, '', /./],
  [['extract', ONE, NONE], 1, '', NONE],
  [['extract', FRAMED, '--section', 'ccws'], 1, '', /ccws/],
])('%#', async (argv, exit, out, err) => {
  const said = await protomdl(...argv);
  expect(said.code, said.err).toBe(exit);
  expect([has(said.out, out), said.out]).toEqual([true, said.out]);
  expect([has(said.err, err), said.err]).toEqual([true, said.err]);
});

describe('several files', () => {
  it('end with the most important code, and are shown although one fails', async () => {
    const gone = join(withFiles({}), 'gone.mdl');
    for (const command of ['objdump', 'disasm', 'info', 'hash']) {
      const { code, out, err } = await protomdl(command, ONE, gone, TWO);
      expect([command, code]).toEqual([command, 3]);
      expect(err).toContain('gone.mdl');
      if (command !== 'hash') expect(out).toContain('two-contexts.mdl');
      else expect(out.trim().split('\n')).toHaveLength(2);
    }
  });

  it('an empty file is remarked, and has no rows', async () => {
    const empty = join(withFiles({ 'e.mdl': '' }), 'e.mdl');
    expect(await protomdl('objdump', empty)).toMatchObject({
      code: 0,
      err: expect.stringContaining('it is empty'),
    });
  });
});

it('a selector is refused by its own error, and a fault of the program is not hidden', () => {
  expect(selector('header').text).toBe('header');
  expect(() => selector('header..')).toThrow(InvalidArgumentError);
  expect(() => selector(undefined as never)).toThrow(TypeError);
});
