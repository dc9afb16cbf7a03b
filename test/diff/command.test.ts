/** `protomdl diff` through the command's own entry. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '../../src/cli/examples.js';
import { run } from '../../src/cli/run.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import { ensureMessage, setField } from '../../src/read/tree/make.js';
import { capturedHost } from '../cli/captured-host.js';
import { protomdl } from '../cli/protomdl.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { closedSchema } from '../report/closed-schema.js';
import { INVALID, treeOf, VALID } from './models.js';

const CORPUS = fileURLToPath(new URL('../../corpus/', import.meta.url));
const valid = (name: string): string => join(CORPUS, 'valid', name);

const ran = (...args: readonly string[]) => protomdl('diff', ...args);

/** Writes a file of the corpus with a changed value to a folder. */
function changed(name: string, change: (root: ReturnType<typeof treeOf>) => void): string {
  const root = treeOf(VALID.get(name) as Uint8Array);
  change(root);
  const path = join(temporaryDirectory(), name);
  writeFileSync(path, encodeTree(root));
  return path;
}

describe('the exit code', () => {
  it('is 0 for equal files, 1 for a difference, 2 for misuse, 3 for unreadable files', async () => {
    expect((await ran(valid('nms.mdl'), valid('nms.mdl'))).code).toBe(0);
    expect((await ran(valid('nms.mdl'), valid('ddr.mdl'))).code).toBe(1);
    expect((await ran('-', '-')).code).toBe(2);
    expect((await ran(valid('nms.mdl'))).code).toBe(2);
    expect((await ran(valid('nms.mdl'), join(CORPUS, 'valid'))).code).toBe(2);
    const unknown = await ran(valid('nms.mdl'), valid('ddr.mdl'), '--without', 'nothing_of_the_kind');
    expect(unknown.code).toBe(2);
    expect(unknown.err).toMatch(/nothing_of_the_kind: neither a field name nor one of/);
    const missing = await ran(valid('nms.mdl'), '/nowhere.mdl');
    expect(missing).toMatchObject({ code: 3, out: '' });
    expect(missing.err).toMatch(/\/nowhere\.mdl/);
  });

  it('is 0 for files with the same meaning, unless bytes are compared', async () => {
    const files = [valid('split-messages.mdl'), valid('one-context.mdl')];
    const same = await ran(...files);
    expect(same.code).toBe(0);
    expect(same.out).toMatch(/the same meaning, in different bytes/);
    expect((await ran(...files, '--exact')).code).toBe(1);
  });

  it('respects --ignore and --breaking', async () => {
    const path = changed('two-networks.mdl', (root) =>
      setField(ensureMessage(root, 'header'), 'timestamp', 7n),
    );
    const plain = await ran(valid('two-networks.mdl'), path);
    expect(plain.code).toBe(1);
    expect(plain.out).toMatch(/only timestamp differs/);
    const ignoring = await ran(valid('two-networks.mdl'), path, '--without', 'timestamp');
    expect(ignoring.code).toBe(0);
    expect(ignoring.out).toMatch(/no difference except in ignored parts/);
    expect((await ran(valid('two-networks.mdl'), path, '--without', 'sdk_version')).code).toBe(1);
    const breaking = await ran(valid('two-networks.mdl'), path, '--breaking');
    expect(breaking.code).toBe(0);
    expect(breaking.out).toMatch(/nothing that an application would notice/);
    expect((await ran(valid('two-networks.mdl'), valid('nms.mdl'), '--breaking')).code).toBe(1);
  });

  it('is 5 if the budget is used up', async () => {
    const spent = await ran(valid('nms.mdl'), valid('ddr.mdl'), '--time', '0ms');
    expect(spent.code).toBe(5);
    expect(spent.err).toMatch(/stopped/);
  });
});

describe('output of diff', () => {
  const files = [valid('one-context.mdl'), valid('two-contexts.mdl')];

  it('is folded and cut, and empty with --quiet', async () => {
    const all = (await ran(...files)).out;
    expect(all).toContain('~ network_group_metadata.network_group_name: "tiny" -> "pair"');
    expect(all).toMatch(/contexts of network_groups\[0\]: 0 the same, 2 others/);
    const few = (await ran(...files, '--context-limit', '1')).out;
    expect(few).toMatch(/… and \d+ more/);
    expect(few.length).toBeLessThan(all.length);
    const summary = (await ran(...files, '--summary')).out;
    expect(summary).not.toContain('network_group_name');
    expect(summary).toMatch(/different: 29 changed, 3 added, 3 removed/);
    expect((await ran(...files, '--quiet')).out).toBe('');
    expect((await ran(...files, '--limit', '2')).out).toMatch(/at least \d changed/);
  });

  it('is JSON of the published schema', async () => {
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(closedSchema('diff'));
    const pairs = [
      files,
      [...files, '--breaking'],
      [valid('framed-v2.hef'), valid('framed-v3.hef')],
      [valid('nms.mdl'), valid('nms.mdl')],
      [valid('nms.mdl'), join(CORPUS, 'invalid/cut-in-message.mdl'), '--breaking'],
    ];
    for (const pair of pairs) {
      const report = JSON.parse((await ran(...pair, '--format', 'json')).out);
      expect(validate(report), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
      expect(validate({ ...report, verdict: 'alike' })).toBe(false);
      expect(validate({ ...report, extra: 1 })).toBe(false);
    }
  });

  it('is Markdown in which names of files are not markup', async () => {
    const path = changed('one-context.mdl', (root) =>
      setField(ensureMessage(root, 'header'), 'sdk_version', '**x** <b> @all |\n'),
    );
    const { out } = await ran(valid('one-context.mdl'), path, '--format', 'markdown');
    expect(out).toContain('| changed | `header.sdk_version` |');
    expect(out).not.toContain('<b>');
    expect(out).not.toContain('**x**');
  });

  it('is written to a file, but never over an input', async () => {
    const target = join(temporaryDirectory(), 'report.json');
    expect((await ran(...files, '--format', 'json', '-o', target)).out).toBe('');
    expect(JSON.parse(readFileSync(target, 'utf8')).verdict).toBe('different');
    const path = changed('nms.mdl', () => {});
    expect((await ran(path, valid('ddr.mdl'), '-o', path)).code).toBe(2);
    expect(readFileSync(path).length).toBe(VALID.get('nms.mdl')?.length);
  });

  it('contains no control characters for a terminal', async () => {
    const path = changed('one-context.mdl', (root) =>
      setField(ensureMessage(root, 'header'), 'sdk_version', '\u001b[2J\u202e'),
    );
    const { out } = await ran(valid('one-context.mdl'), path);
    expect(out).toContain('header.sdk_version');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
});

describe('every invalid file of the corpus', () => {
  const other = valid('one-context.mdl');

  it('has a result that names where the file is broken', async () => {
    const broken = new Map<string, string>();
    for (const [name, bytes] of INVALID) {
      const { code, out, err } = await ran(
        join(CORPUS, 'invalid', name),
        other,
        '--format',
        'json',
        '--limit',
        '50',
      );
      expect(err, name).toBe('');
      const report = JSON.parse(out);
      expect(code, name).toBe(report.verdict === 'different' || report.problems.length > 0 ? 1 : 0);
      for (const problem of report.problems) {
        expect(problem.side).toBe('before');
        expect(problem.code).toMatch(/^(?:wire|frame|message)-/);
        expect(problem.offset).toBeGreaterThanOrEqual(0);
        expect(problem.offset).toBeLessThanOrEqual(bytes.length);
      }
      const said = report.problems.map(
        (problem: { code: string; offset: number; path: string }) =>
          `${problem.code} ${problem.offset} ${problem.path}`,
      );
      if (said.length > 0) broken.set(name, said.join(', '));
    }
    // Each fault is reported once, at its own offset, and not again for every message around it.
    expect(Object.fromEntries(broken)).toEqual({
      'cut-in-message.mdl':
        'wire-truncated 346 network_groups[0].contexts[0].operations[0].actions[1].write_data_ccw.data',
      'frame-truncated-header.hef': 'frame-truncated-header 20 ',
      'frame-version-unsupported.hef': 'frame-version-unsupported 4 ',
      'wire-group-end.mdl': 'wire-invalid-type 902 network_groups[0].contexts[0].metadata',
      'wire-invalid-tag.mdl': 'wire-invalid-tag 902 network_groups[0].contexts[0].metadata',
      'wire-invalid-type.mdl': 'wire-invalid-type 902 network_groups[0].contexts[0].metadata.#15',
      'wire-truncated.mdl':
        'wire-truncated 402 network_groups[0].contexts[0].operations[1].trigger.trigger_lcu',
      'wire-varint-overflow.mdl': 'wire-varint-overflow 21 header.version',
    });
  }, 60_000);

  it('has a result with --breaking, too', async () => {
    // The longest files are left out: they take seconds, and are similar to other files.
    for (const [name, bytes] of INVALID) {
      if (bytes.length > 10_000) continue;
      const { code, err } = await ran(
        other,
        join(CORPUS, 'invalid', name),
        '--breaking',
        '--quiet',
        '--limit',
        '1',
      );
      expect(err, name).toBe('');
      expect([0, 1], name).toContain(code);
    }
  }, 60_000);
});

it('examples of the help do what they describe', async () => {
  await ran('--help');
  const examples = examplesOf('diff');
  expect(examples.length).toBeGreaterThan(2);
  for (const { line } of examples) {
    const [, ...argv] = line.split(' ');
    const named = argv.map((word) => (/^valid\//.test(word) ? join(CORPUS, word) : word));
    const host = capturedHost();
    expect([0, 1]).toContain(await run(named, host));
    expect(host.out()).not.toBe('');
    expect(host.err()).toBe('');
  }
});
