import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageFingerprintOf } from '../../src/base/diagnostics/fingerprint.js';
import { run } from '../../src/cli/run.js';
import { capturedHost } from './captured-host.js';
import { command } from './command.js';
import { validBytes } from './specimens.js';
import { withFiles } from './temporary.js';

const corpus = (name: string) => readFileSync(new URL(`../../corpus/${name}`, import.meta.url));

/** A frame with one byte too many. */
const longBytes = () => corpus('invalid/frame-trailing-bytes.hef');

/** One error in the message of one file, one in the frame of another. */
const files = () => ({
  'models/action.mdl': corpus('invalid/action-unset.mdl'),
  'models/old/long.hef': longBytes(),
  'models/good.hef': validBytes(),
});

async function validate(folder: string, ...argv: string[]) {
  const host = capturedHost({ folder });
  const code = await run(['validate', ...argv, '--format', 'json'], host);
  const out = host.out();
  return { code, err: host.err(), files: out === '' ? [] : JSON.parse(out).files };
}

const codesOf = (file: { diagnostics: { code: string; severity: string }[] } | undefined) =>
  file?.diagnostics.map(({ code, severity }) => `${severity} ${code}`);

describe('--report-unused-ignores', () => {
  const ignore = (text: string) => ({ ...files(), 'protomdl.config.yaml': `ignore:\n${text}` });
  const USED = '  - { code: action-unset, files: ["models/*.mdl"], reason: known }\n';

  it('accepts ignores that hide something, everywhere or in one place', async () => {
    const place = '  - { code: frame-length-mismatch, files: "**/long.hef", reason: old }\n';
    const path = '  - { code: action-unset, path: "network_groups[*].**", reason: there }\n';
    for (const text of [USED, USED + place, path]) {
      const root = withFiles(ignore(text));
      const args = [join(root, 'models'), '--fail-on', 'never', '--report-unused-ignores'];
      expect(await validate(root, ...args)).toMatchObject({ code: 0, err: '' });
    }
  });

  it.each([
    ['a code that no file has', '  - { code: h2d-mux, reason: once }\n'],
    ['files that have no such finding', '  - { code: action-unset, files: "models/old/*", reason: once }\n'],
    ['a place without one', '  - { code: action-unset, path: "header.**", reason: once }\n'],
  ])('names an ignore for %s, and ends with 1', async (_, text) => {
    const root = withFiles(ignore(USED + text));
    const args = [join(root, 'models'), '--fail-on', 'never'];
    expect((await validate(root, ...args)).code).toBe(0);
    const { code, err } = await validate(root, ...args, '--report-unused-ignores');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^protomdl: protomdl\.config\.yaml: the ignore of \S+ \(once\) hides nothing: no file has such a finding\n$/,
    );
  });

  it('reports unused ignores of the settings file, not those of the command line', async () => {
    const root = withFiles(ignore(USED));
    const named = join(root, 'models/action.mdl');
    expect((await validate(root, named, '--ignore', 'action-unset', '--report-unused-ignores')).code).toBe(0);
    expect((await validate(root, join(root, 'models/good.hef'), '--report-unused-ignores')).code).toBe(1);
  });
});

describe('settings', () => {
  it('are found in the folder and its parents, named, or switched off', async () => {
    const root = withFiles({ ...files(), 'protomdl.config.yaml': 'severity: { action-unset: info }\n' });
    const model = join(root, 'models/action.mdl');
    for (const folder of [root, join(root, 'models/old')]) {
      expect(await validate(folder, model)).toMatchObject({ code: 0, files: [{ verdict: 'valid' }] });
    }
    expect((await validate(root, model, '--no-config')).code).toBe(1);
    writeFileSync(join(root, 'other.json'), '{ "severity": { "action-unset": "off" } }');
    const { files: other } = await validate(root, model, '--config', 'other.json');
    expect(other[0]).toMatchObject({ verdict: 'valid', diagnostics: [], counts: { info: 0 } });
    writeFileSync(join(root, 'models/protomdl.config.json'), '{}');
    expect((await validate(join(root, 'models'), model)).code).toBe(1);
  });

  it('end the command before it begins if they are invalid', async () => {
    const root = withFiles({ ...files(), 'protomdl.config.yml': 'severty: {}\n' });
    const { code, err, files: none } = await validate(root, root);
    expect([code, none]).toEqual([2, []]);
    expect(err).toBe(
      'protomdl: protomdl.config.yml:1:1: the configuration has no key severty; did you mean severity?\n',
    );
    const gone = await validate(root, root, '--config', 'nowhere.yaml');
    expect([gone.code, gone.err]).toEqual([
      2,
      expect.stringMatching(/--config: nowhere\.yaml.*no such file/),
    ]);
    expect((await validate(root, root, '--config', 'models')).code).toBe(2);
  });

  it.each([
    [['--severity', 'action-unse=off'], /action-unse; did you mean action-unset\?/],
    [['--only', 'wires'], /wires; did you mean wire\?/],
    [['--ignore', 'x*'], /no code matches x\*/],
  ])('of the command line are checked as well: %s', async (args, message) => {
    const root = withFiles(files());
    const { code, err } = await validate(root, root, ...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('of the command line take precedence', async () => {
    const root = withFiles({ ...files(), 'protomdl.config.yaml': 'severity: { action-unset: off }\n' });
    const { files: found } = await validate(root, root, '--severity', 'action-unset=warning,frame-*=info');
    expect(found.map(codesOf)).toEqual([['warning action-unset'], [], ['info frame-length-mismatch']]);
    const only = await validate(root, root, '--only', 'frame', '--fail-on', 'warning');
    expect(only.files.map(codesOf)).toEqual([[], [], ['error frame-length-mismatch']]);
    const ignored = await validate(root, root, '--ignore', 'frame,oneof', '--no-config');
    expect([ignored.code, ...ignored.files.map(codesOf)]).toEqual([0, [], [], []]);
  });

  it('apply to files, paths and dates', async () => {
    const root = withFiles({
      ...files(),
      'protomdl.config.yaml': `
extends: strict
ignore:
  - { code: action-unset, path: 'network_groups[0].**', reason: known, expires: 2999-01-01 }
  - { code: frame-length-mismatch, reason: long ago, expires: 2001-01-01 }
overrides:
  - { files: 'models/old/**', severity: { frame: warning } }
limits: { maxPerCode: 1 }
failOn: warning
`,
    });
    const { code, err, files: found } = await validate(root, root);
    expect(found.map(codesOf)).toEqual([[], [], ['warning frame-length-mismatch']]);
    expect(code).toBe(1);
    expect(err).toContain(
      'protomdl.config.yaml: the ignore of frame-length-mismatch expired on 2001-01-01, so it no longer hides findings',
    );
    expect((await validate(root, root, '--fail-on', 'error')).code).toBe(0);
  });

  it('apply before the findings are capped, so the cap counts the remaining findings', async () => {
    const root = withFiles({ 'protomdl.config.yaml': 'limits: { maxPerCode: 1 }', ...files() });
    const [file] = (await validate(root, join(root, 'models/action.mdl'))).files;
    expect(file.diagnostics).toHaveLength(1);
    const [more] = (await validate(root, join(root, 'models/action.mdl'), '--max-per-code', '50')).files;
    expect(more.counts).toEqual(file.counts);
  });

  it('give the same report for any number of workers', async () => {
    const models = Object.fromEntries(
      Array.from({ length: 240 }, (_, i) => [
        `${i % 2 ? 'old' : 'new'}/${i}.mdl`,
        i % 3 === 0 ? corpus('invalid/action-unset.mdl') : corpus('valid/two-contexts.mdl'),
      ]),
    );
    const root = withFiles({
      ...models,
      'c.yaml': `
severity: { oneof: warning }
ignore: [{ code: unknown-fields, path: '**', reason: x }]
overrides: [{ files: 'old/*', severity: { action-unset: error } }]
`,
    });
    const args = ['validate', root, '--config', join(root, 'c.yaml'), '--format', 'json'];
    const one = await command([...args, '-j', '1']);
    const two = await command([...args, '-j', '2']);
    expect(one.code).toBe(1);
    expect(two).toEqual(one);
    const verdicts = JSON.parse(one.out).files.map(({ verdict }: { verdict: string }) => verdict);
    expect(new Set(verdicts)).toEqual(new Set(['valid', 'invalid']));
  });
});

describe('a baseline', () => {
  it('hides old findings, shows new ones, and reports the number of hidden ones', async () => {
    const root = withFiles(files());
    const base = join(root, 'base/line.json');
    const missing = await validate(root, join(root, 'models'), '--write-baseline', base);
    expect([missing.code, missing.err]).toEqual([
      3,
      expect.stringMatching(/--write-baseline .*no such directory/),
    ]);

    const path = join(root, 'base.json');
    const written = await validate(root, join(root, 'models'), '--write-baseline', path);
    expect(written.code).toBe(0);
    expect(written.err).toMatch(/base\.json: a baseline of \d findings in 3 files\n/);
    expect(written.files.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      'invalid',
      'valid',
      'invalid',
    ]);
    const baseline = JSON.parse(readFileSync(path, 'utf8'));
    expect(Object.keys(baseline.files)).toEqual(['models/action.mdl', 'models/old/long.hef']);

    const after = await validate(root, join(root, 'models'), '--baseline', path);
    expect(after).toMatchObject({ code: 0, err: '' });
    expect(after.files.map(codesOf)).toEqual([[], [], []]);

    writeFileSync(join(root, 'models/good.hef'), longBytes());
    const fresh = await validate(root, join(root, 'models'), '--baseline', path);
    expect(fresh.code).toBe(1);
    expect(fresh.files.map(codesOf)).toEqual([[], ['error frame-length-mismatch'], []]);
  });

  it('is found by the settings, and replaced when it is written again', async () => {
    const root = withFiles({ ...files(), 'protomdl.config.yaml': 'baseline: base.json\n' });
    const models = join(root, 'models');
    expect(await validate(models, models)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/base\.json/),
    });
    const path = join(root, 'base.json');
    expect((await validate(root, models, '--write-baseline', 'base.json')).code).toBe(0);
    expect((await validate(models, models)).code).toBe(0);
    const before = readFileSync(path, 'utf8');
    expect((await validate(models, models, '--write-baseline', path)).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(before);
    writeFileSync(path, '{}');
    expect((await validate(models, models)).err).toMatch(/not a baseline/);
  });

  it.each([
    ['a file that is no model', Buffer.from('<!DOCTYPE html><html>')],
    ['another one, read as a message', Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(300, '\0'), 'latin1')],
  ])('contains %s, with targets and without', async (_, bytes) => {
    for (const targets of [[], ['--target', '4.23.0']]) {
      const root = withFiles({ 'h.hef': bytes });
      const path = join(root, 'base.json');
      const file = join(root, 'h.hef');
      const written = await validate(root, file, '--write-baseline', path, ...targets);
      expect(written.files[0].diagnostics).not.toEqual([]);
      const after = await validate(root, file, '--baseline', path, ...targets);
      expect([after.code, codesOf(after.files[0])]).toEqual([0, []]);
    }
  });

  it('contains the reasons for which a target refuses files', async () => {
    const names = readdirSync(new URL('../../corpus/invalid', import.meta.url)).filter((name) =>
      /\.(mdl|hef)$/.test(name),
    );
    const some = names.filter((_, i) => i % 7 === 0);
    const root = withFiles(Object.fromEntries(some.map((name) => [name, corpus(`invalid/${name}`)])));
    const path = join(root, 'base.json');
    for (const target of ['4.8.0', '4.23.0']) {
      const before = await validate(root, root, '--write-baseline', path, '--target', target);
      expect(
        before.files.flatMap(codesOf).filter((one: string) => one.startsWith('error')).length,
      ).toBeGreaterThan(9);
      const after = await validate(root, root, '--baseline', path, '--target', target);
      expect(after.files.flatMap(codesOf)).toEqual([]);
    }
  });

  it('of an earlier version is read with a remark, and converted', async () => {
    const root = withFiles(files());
    const models = join(root, 'models');
    const path = join(root, 'base.json');
    const { files: before } = await validate(root, models);
    const of = (name: string) => before.find(({ path: file }: { path: string }) => file.endsWith(name));
    const [{ code, path: place, message }] = of('action.mdl').diagnostics;
    const name = messageFingerprintOf({ code, path: place, message });
    const old = {
      schemaVersion: 1,
      tool: 'protomdl',
      files: { 'models/action.mdl': { [code]: { [name]: 1 } } },
    };
    writeFileSync(path, JSON.stringify(old));
    const read = await validate(root, models, '--baseline', path);
    expect(read.files.map(codesOf)).toEqual([[], [], ['error frame-length-mismatch']]);
    expect(read.err).toMatch(/base\.json: an earlier version of a baseline.*--write-baseline/);

    const carried = await validate(root, models, '--baseline', path, '--write-baseline', path);
    expect([carried.code, carried.err]).toEqual([
      0,
      expect.stringMatching(/: a baseline of 1 finding in 3 files; 1 new finding left out\n$/),
    ]);
    const written = JSON.parse(readFileSync(path, 'utf8'));
    expect([written.schemaVersion, Object.keys(written.files)]).toEqual([2, ['models/action.mdl']]);
    const after = await validate(root, models, '--baseline', path);
    expect(after.files.map(codesOf)).toEqual([[], [], ['error frame-length-mismatch']]);
    expect(after.err).toBe('');
  });

  it('never overwrites an input', async () => {
    const root = withFiles(files());
    const model = join(root, 'models/good.hef');
    const { code, err } = await validate(root, model, '--write-baseline', model);
    expect([code, err]).toEqual([2, expect.stringMatching(/would overwrite an input/)]);
    expect(readFileSync(model)).toEqual(validBytes());
  });
});

describe('a budget', () => {
  it('ends the run with 5, and lists the files that were not checked', async () => {
    const root = withFiles(files());
    const { code, err, files: found } = await validate(root, join(root, 'models'), '--time', '0s');
    expect(code).toBe(5);
    expect(err).toMatch(/the budget of 0 s ran out, 3 files not checked: .*action\.mdl, .*good\.hef, /);
    expect(found).toHaveLength(3);
    expect(found.at(-1)).toMatchObject({
      verdict: 'unreadable',
      error: { code: 'budget-exceeded', message: 'not checked: the budget of 0 s ran out' },
    });
  });

  it('has no effect before it is used up', async () => {
    const root = withFiles(files());
    expect((await validate(root, join(root, 'models'), '--time', '10m')).code).toBe(1);
  });

  it('prevents an incomplete baseline', async () => {
    const root = withFiles(files());
    const path = join(root, 'base.json');
    const { code, err } = await validate(
      root,
      join(root, 'models'),
      '--time',
      '0s',
      '--write-baseline',
      path,
    );
    expect(code).toBe(5);
    expect(err).toMatch(/not written, because not all files were checked/);
    expect(() => readFileSync(path)).toThrow();
  });
});
