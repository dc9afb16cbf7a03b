/** Completions of one word, in each place of a command line. Expected answers are written by hand. */
import { expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { capturedHost } from './captured-host.js';

const answer = async (shell: string, ...words: readonly string[]): Promise<string[] | undefined> => {
  const host = capturedHost();
  expect([await run(['__complete', shell, ...words], host), host.err()]).toEqual([0, '']);
  return host.out() === '' ? undefined : host.out().split('\n').slice(0, -1);
};
const wordsOf = (lines: readonly string[] | undefined) => lines?.slice(4).map((line) => line.split('\t')[0]);

it.each<[string, string[] | undefined]>([
  // Kind, prefix, typed text, and the part that Bash keeps.
  ['info ', ['models', '', '', '']],
  ['info a.hef b', ['models', '', 'b', '']],
  ['info -- --x', ['models', '', '--x', '']],
  ['info - b', ['models', '', 'b', '']],
  ['info -o ', ['files', '', '', '']],
  ['info -o=x', ['words', '', '-o=x', '']],
  ['info --output=x', ['files', '--output=', 'x', '']],
  ['info --nosuch=x', undefined],
  ['info --cost=x', undefined],
  ['info -o a ', ['models', '', '', '']],
  ['info --fps ', undefined],
  ['info --format json b', ['models', '', 'b', '']],
  ['assemble ', ['files', '', '', '']],
  ['fuzz a --out ', ['folders', '', '', '']],
  ['fuzz a -- ', ['programs', '', '', '']],
  ['fuzz a -- ./loader ', ['files', '', '', '']],
  ['validate --format html=x', ['files', 'html=', 'x', '']],
  ['validate --format=html=x', ['files', '--format=html=', 'x', '']],
  ['completion bash ', undefined],
  ['help info ', undefined],
  ['extract a ', undefined],
])('protomdl %s', async (line, wanted) => {
  expect(await answer('fish', ...line.split(' '))).toEqual(wanted);
});

it.each<[string, string[]]>([
  ['info --format ', ['human', 'json']],
  ['info --format h', ['human']],
  ['info --format=j', ['json']],
  ['info --col', ['--color']],
  ['corpus mi', ['minimize']],
  ['corpus verify --upd', ['--update']],
  ['info verify --upd', []],
  ['hel', ['help']],
  ['help corp', ['corpus']],
  ['help --', []],
  ['smith --invalid rando', ['random']],
  ['validate --target 4.20.0,late', ['latest']],
  ['validate --severity wire-truncated=o', ['off']],
  ['validate --severity=wire-truncated=of', ['off']],
  ['validate --severity wire-truncat', ['wire-truncated=']],
  ['completion ba', ['bash']],
])('protomdl %s: %j', async (line, words) => {
  expect(wordsOf(await answer('fish', ...line.split(' ')))).toEqual(words);
});

it('a code and its level are two words of one: no space follows the first', async () => {
  expect((await answer('fish', 'validate', '--severity', 'wire-truncat'))?.[0]).toBe('open');
  expect((await answer('fish', 'validate', '--severity', 'wire-truncated=o'))?.[0]).toBe('words');
});

it('Bash keeps what is before the last of its own breaks, unless the word is quoted', async () => {
  const kept = async (line: string, breaks: string) => (await answer('bash', line, breaks))?.slice(3);
  expect(await kept('protomdl info --format=j', ' =:')).toEqual(['--format=', 'json']);
  expect(await kept('protomdl info --format=j', ' ')).toEqual(['', '--format=json']);
  expect(await kept("protomdl info '--format=j", ' =:')).toEqual(['', '--format=json']);
  expect(await kept('protomdl "a b" info', ' =:')).toEqual(undefined);
  expect(await kept('protomdl validate --severity=wire-truncated=of', ' =:')).toEqual([
    '--severity=wire-truncated=',
    'off',
  ]);
});

it('zsh and fish get explanations in one line, each in its own form', async () => {
  const zsh = (await answer('zsh', 'info', '--color'))?.[4];
  const fish = (await answer('fish', 'info', '--color'))?.[4];
  expect([zsh, fish]).toEqual(['--color:colours', '--color\tcolours']);
});
