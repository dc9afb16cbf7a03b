/** Campaigns against a loader whose faults are known. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { compiledLoader, fuzz, indexOf, seed } from './programs.js';

const sanitized = compiledLoader('-fsanitize=address,undefined');
const plain = compiledLoader();

interface GroupRow {
  readonly title: string;
  readonly kind: string;
  readonly folder: string;
  readonly count: number;
  readonly file: { readonly name: string; readonly size: number; readonly sha256: string };
  readonly reduced: { readonly name: string; readonly size: number } | null;
}

describe.skipIf(sanitized === undefined)('a loader with sanitizers', () => {
  it('has its faults found, distinguished and reduced', async () => {
    const { code, folder, out } = await fuzz(
      seed('every-action.mdl'),
      seed('nested-mux.mdl'),
      seed('framed-v0.hef'),
      '--runs',
      '800',
      '--reduce-time',
      '6s',
      '--timeout',
      '2s',
      '--format',
      'json',
      '--',
      sanitized!,
      '{}',
    );
    expect(code).toBe(1);
    const report = JSON.parse(out);
    const schema = readFileSync(new URL('../../docs/schemas/campaign.schema.json', import.meta.url), 'utf8');
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(schema));
    expect(validate(report), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    expect(indexOf(folder).groups).toEqual(report.groups);
    expect(report.runs).toBe(800);
    const groups = report.groups as GroupRow[];
    const places = new Set(groups.map(({ title }) => /loader\.c:\d+|recursive|time limit/.exec(title)?.[0]));
    expect(places.size, groups.map(({ title }) => title).join('\n')).toBeGreaterThanOrEqual(3);
    for (const group of groups) {
      const files = [
        'finding.json',
        'difference.txt',
        'output.txt',
        'reproduce.sh',
        'validation.json',
        'validation.txt',
      ];
      for (const file of files) expect(existsSync(join(folder, group.folder, file)), file).toBe(true);
    }
    const reduced = groups.filter((group) => group.reduced !== null);
    expect(reduced.length).toBeGreaterThan(0);
    for (const group of reduced) expect(group.reduced!.size).toBeLessThan(group.file.size);
    // The stored command line repeats the finding, from any folder.
    const [first] = reduced as [GroupRow];
    const again = spawnSync('sh', [join(folder, first.folder, 'reproduce.sh')], {
      cwd: '/',
      encoding: 'utf8',
    });
    expect(again.stderr).toMatch(/Sanitizer|runtime error/);
    const differences = groups.map(({ folder: name }) =>
      readFileSync(join(folder, name, 'difference.txt'), 'utf8'),
    );
    // A difference in a field has a path, and a difference in raw bytes does not.
    for (const text of differences)
      expect(text).toMatch(/^ {2}1\. [a-z-]+: .*\[(?:.* )?at \d+ \(0x[0-9a-f]+\)\]$/m);
    expect(differences.join('')).toMatch(/ \[[a-z_]+.* at \d+ \(0x[0-9a-f]+\)\]$/m);
    expect(differences[groups.indexOf(first)]).toContain('happens every time');
    const [file] = JSON.parse(readFileSync(join(folder, first.folder, 'validation.json'), 'utf8')).files;
    expect(file.path).toBe(first.file.name);
    expect(['valid', 'invalid']).toContain(file.verdict);
  }, 120_000);
});

describe.skipIf(plain === undefined)('a loader without sanitizers and coverage', () => {
  const key = ({ title, file, count }: GroupRow) => [title, file.sha256, count];

  it('is attacked with the same runs by any number of jobs', async () => {
    const once = async (jobs: string) => {
      // The campaign does not use gdb: on a busy machine, its runs would take too long.
      const args = ['--runs', '250', '-j', jobs, '--no-reduce', '--no-places', '--without', 'nest-mux'];
      const { out } = await fuzz(
        seed(),
        seed('nested-mux.mdl'),
        ...args,
        '--timeout',
        '10s',
        '--format',
        'json',
        '--',
        plain!,
        '{}',
      );
      return JSON.parse(out);
    };
    const [one, three] = [await once('1'), await once('3')];
    expect(three.groups.map(key)).toEqual(one.groups.map(key));
    expect(three.endings).toEqual(one.endings);
    expect(one.endings.refused).toBeGreaterThan(0);
  }, 60_000);

  it('continues where it stopped, and does not start again', async () => {
    const args = [seed(), '--no-reduce', '--timeout', '2s', '--format', 'json'];
    const first = await fuzz(...args, '--runs', '60', '--', plain!, '{}');
    const state = JSON.parse(readFileSync(join(first.folder, 'state.json'), 'utf8'));
    expect([state.issued, state.runs, state.unfinished]).toEqual([60, 60, []]);
    const second = await fuzz(...args, '--out', first.folder, '--runs', '100', '--', plain!, '{}');
    const report = JSON.parse(second.out);
    expect(report.runs).toBe(100);
    const sum = Object.values(report.endings as Record<string, number>).reduce((a, b) => a + b, 0);
    expect(sum).toBe(100);
    const third = await fuzz(...args, '--out', first.folder, '--runs', '100', '--', plain!, '{}');
    expect(JSON.parse(third.out).runs).toBe(100);
    // Without --seed, the campaign uses the seed that the folder stores.
    const other = await fuzz(
      ...args,
      '--out',
      first.folder,
      '--runs',
      '100',
      '--seed',
      '2',
      '--',
      plain!,
      '{}',
    );
    expect([other.code, other.err]).toEqual([2, expect.stringMatching(/has seed 1, not 2/)]);
    const command = await fuzz(...args, '--out', first.folder, '--runs', '100', '--', 'cat', '{}');
    expect([command.code, command.err]).toEqual([2, expect.stringMatching(/runs another command/)]);
  }, 60_000);

  it('reads standard input if its command has no {}', async () => {
    const { out, code } = await fuzz(seed(), '--runs', '20', '--format', 'json', '--no-reduce', '--', plain!);
    expect(JSON.parse(out).seeds).toMatchObject({ total: 1, accepted: 1, others: [] });
    expect([0, 1]).toContain(code);
  });

  it('is compared with the validator, and with another loader', async () => {
    const args = [
      seed(),
      '--runs',
      '60',
      '--differential',
      '--no-reduce',
      '--timeout',
      '2s',
      '--format',
      'json',
    ];
    const validator = JSON.parse((await fuzz(...args, '--', plain!, '{}')).out);
    const differing = validator.groups.filter(({ kind }: GroupRow) => kind === 'disagreement');
    expect(differing.length).toBeGreaterThan(1);
    expect(differing[0].title).toMatch(
      /^loader (?:accepts|refuses with 3: .*); validator (?:accepts|refuses) it/,
    );
    const release = JSON.parse((await fuzz(...args, '--target', '4.20.0', '--', plain!, '{}')).out);
    expect(release.differential).toBe('4.20.0');
    expect(release.groups.some(({ title }: GroupRow) => title.includes('4.20.0'))).toBe(true);
    const same = JSON.parse((await fuzz(...args, '--', plain!, '{}', '---', plain!, '{}')).out);
    expect(same.groups.filter(({ kind }: GroupRow) => kind === 'disagreement')).toEqual([]);
    const cat = JSON.parse((await fuzz(...args, '--', plain!, '{}', '---', 'true', '{}')).out);
    expect(cat.groups.some(({ title }: GroupRow) => /^A refuses with 3: .*; B accepts$/.test(title))).toBe(
      true,
    );
  }, 60_000);
});

it('the loader accepts every valid file of the corpus', () => {
  if (plain === undefined) return;
  for (const name of [
    'one-context.mdl',
    'framed-v0.hef',
    'framed-v1.hef',
    'framed-v2.hef',
    'framed-v3.hef',
  ]) {
    expect(execFileSync(plain, [seed(name)], { encoding: 'utf8' })).toMatch(/^loaded/);
  }
});
