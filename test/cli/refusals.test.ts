/** Command lines that cannot be meant: each is refused with its reason before anything is read or written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { run } from '../../src/cli/run.js';
import { capturedHost } from './captured-host.js';
import { withFiles } from './temporary.js';

const MODEL = smithBytes({ seed: 1, preset: 'small', framing: 'bare' });
const LAST_SEED = '9007199254740991';

it.each<[line: string, reason: string]>([
  ['assemble a.mdl --framing 4', 'It takes bare, 0, 1, 2 or 3.'],
  ['dump empty', 'no model there'],
  ['dump models', '2 files; dump takes one at a time'],
  ['dump a.mdl --select network_groups[', '--select: '],
  ['dump a.mdl --bytes-dir models', '--bytes-dir goes with --bytes file'],
  ['dump a.mdl --bytes file', 'name a folder for the blobs'],
  ['dump a.mdl --per action', '--per'],
  ['edit a.mdl', 'name the output: -o FILE, or --in-place'],
  ['edit a.mdl -o new.mdl --in-place', 'name the output: -o FILE, or --in-place'],
  ['edit - -o new.mdl', 'edit takes a file'],
  ['extract a.mdl', 'name one part to extract'],
  ['extract a.mdl header --mapping', 'name one part to extract'],
  ['init -o a.mdl', 'exists and was not changed'],
  ['measure a.mdl --fail-on-regression 10', 'It takes a percentage, such as 10%.'],
  ['measure a.mdl --fail-on-regression 10%', '--fail-on-regression needs --compare'],
  ['measure empty', 'no files found to measure'],
  ['measure a.mdl --compare b.json', 'not a report of protomdl measure'],
  [`mutate a.mdl --seed ${LAST_SEED} --count 2 -o new`, `--count: seeds end at ${LAST_SEED}`],
  ['mutate a.mdl --replay nothing.txt -o new', 'it is empty'],
  ['mutate a.mdl --replay b.json --count 3 -o new', 'takes no --count beside it'],
  ['mutate a.mdl --replay b.json --max-size 9 -o new', '--replay: takes no --max-size beside it'],
  ['mutate a.mdl --serve', '--serve: files come with the requests'],
  ['mutate --serve --log x', '--serve: takes no --log beside it'],
  ['mutate', 'no file to mutate'],
  ['mutate a.mdl --replay b.json -o new', 'line 1: '],
  ['mutate a.mdl --log -', 'standard output is for the mutant'],
  ['mutate a.mdl --with nothing', 'there is no mutator nothing'],
  [`smith --seed ${LAST_SEED} --count 2 -o new`, `--count: seeds end at ${LAST_SEED}`],
  ['smith --count 2', 'several models need a folder'],
  ['smith --describe -o -', 'standard output is for the model'],
  ['smith --invalid wire-truncated --target-bytes 1G', '--invalid: '],
  ['smith --with nothing', 'there is no such feature'],
  ['reduce a.mdl -o new', 'which files are interesting?'],
  ['reduce a.mdl -o new --code wire-truncated --check true', 'one check at a time:'],
  ['reduce a.mdl -o new --code wire-truncatd', 'no code wire-truncatd; did you mean wire-truncated?'],
  ['reduce a.mdl -o new --code ,', '--code: names no code'],
  ['reduce a.mdl -o new --check ', '--check: names no command'],
  ["reduce a.mdl -o new --check 'a", 'a quote is not closed'],
  ['reduce a.mdl --resume --code wire-truncated', '--resume: needs -o, or a --cache folder'],
  ['reduce a.mdl -o new --cache a.mdl --code wire-truncated', '--cache a.mdl: '],
  ['reduce a.mdl -o new --in-place --code wire-truncated', '--in-place: needs a file, and excludes -o'],
  ['reduce a.mdl -o new --check true --output-has x', '--output-has: only for a program after --'],
  [`validate models --exclude ${'x'.repeat(1001)}`, '--exclude: a pattern of more than 1000 characters'],
  ['stats a.mdl --compare models', 'takes one file'],
  ['stats a.mdl --compare a.mdl --format svg', '--compare makes tables'],
  ['stats models --format svg', '--format svg is for one file'],
  ['network models --format svg', '--format svg takes one file, not 2'],
  ['network a.mdl --format onnx', '--format onnx is binary'],
  ['replace a.mdl header.version', 'either --with FILE or --value VALUE'],
  ['replace a.mdl header.version --with models --value 3', 'either --with FILE or --value VALUE'],
  ['replace - header.version --with -', 'standard input cannot be both'],
  ['replace a.mdl mapping --with models', 'names one file'],
  ['convert a.mdl', 'name a target'],
  ['strip a.mdl', 'name the parts to remove'],
  ['validate a.mdl --device hailo99', 'devices are '],
])('%s', async (line, reason) => {
  const folder = withFiles({
    'a.mdl': MODEL,
    'models/b.mdl': MODEL,
    'models/c.mdl': MODEL,
    'b.json': '{}\n',
    'nothing.txt': '\n \n',
    'empty/readme.txt': '',
  });
  const before = readdirSync(folder, { recursive: true });
  const words = line.split(' ');
  const named = ['a.mdl', 'models', 'empty', 'b.json', 'nothing.txt', 'new', 'new.mdl'];
  const argv = words.map((word) => (named.includes(word) ? join(folder, word) : word));
  const host = capturedHost({ folder, terminal: true });
  expect(await run(argv, host)).toBe(2);
  expect(host.err().replaceAll(`${folder}/`, '')).toContain(reason);
  expect(host.out()).toBe('');
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
  expect(Buffer.compare(readFileSync(join(folder, 'a.mdl')), MODEL)).toBe(0);
});
