import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '../../src/cli/examples.js';
import { run } from '../../src/cli/run.js';
import { capturedHost } from '../cli/captured-host.js';
import { protomdl } from '../cli/protomdl.js';
import { temporaryDirectory, withFiles } from '../cli/temporary.js';
import { closedSchema } from '../report/closed-schema.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CORPUS = join(ROOT, 'corpus');
const SMALL = ['valid/smallest', 'valid/every-action', 'valid/framed-v1', 'invalid/action-unset'] as const;

const corpus = (...args: readonly string[]) => protomdl('corpus', ...args);

/** Some corpus files with their reports, in a folder of this test. */
function someFiles(): string {
  const root = temporaryDirectory();
  for (const name of SMALL) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    const extension = existsSync(join(CORPUS, `${name}.hef`)) ? 'hef' : 'mdl';
    for (const suffix of [extension, 'report.json']) {
      copyFileSync(join(CORPUS, `${name}.${suffix}`), join(root, `${name}.${suffix}`));
    }
  }
  return root;
}

function expectSchema(name: string, text: string): void {
  const check = new Ajv({ strict: true, allowUnionTypes: true }).compile(closedSchema(name));
  expect(check(JSON.parse(text)), JSON.stringify(check.errors?.slice(0, 3))).toBe(true);
}

describe('corpus verify', () => {
  it('prints only the totals if all files are as expected', async () => {
    expect(await corpus('verify', someFiles())).toEqual({
      code: 0,
      out: '4 files: 4 as expected\n',
      err: '',
    });
  });

  it('shows the differences with their offsets', async () => {
    const root = someFiles();
    const path = join(root, 'invalid/action-unset.report.json');
    const report = JSON.parse(readFileSync(path, 'utf8'));
    report.diagnostics[0].offset += 2;
    report.verdict = 'valid';
    writeFileSync(path, JSON.stringify(report));
    const { code, out } = await corpus('verify', root);
    expect(code).toBe(1);
    expect(out).toContain('differs');
    expect(out).toMatch(/verdict: valid expected, is invalid/);
    expect(out).toMatch(/changed {2}error action-unset at \d+ \(0x[\da-f]+\) network_groups\[0]/);
    expect(out).toMatch(
      new RegExp(`offset: ${report.diagnostics[0].offset} expected, is ${report.diagnostics[0].offset - 2}`),
    );
    expect(out).toContain('4 files: 3 as expected, 1 different');
    expectSchema('corpus-verify', (await corpus('verify', root, '--format', 'json')).out);
    expect((await corpus('verify', root, '--quiet')).out).toBe('');
  });

  it('reports files without a report, reports without a file, and two reports for one file', async () => {
    const root = someFiles();
    copyFileSync(join(root, 'valid/smallest.mdl'), join(root, 'valid/fresh.mdl'));
    copyFileSync(join(root, 'valid/smallest.mdl'), join(root, 'valid/smallest.hef'));
    writeFileSync(join(root, 'valid/stale.report.json'), '{}');
    const { code, out } = await corpus('verify', root);
    expect(code).toBe(1);
    expect(out).toMatch(/no report .*fresh\.mdl: there is no .*fresh\.report\.json/);
    expect(out).toMatch(/no file .*stale\.report\.json/);
    expect(out).toMatch(/shared report .*smallest\.mdl/);
    expectSchema('corpus-verify', (await corpus('verify', root, '--format', 'json')).out);
  });

  it('distinguishes a report that cannot be read from a wrong report', async () => {
    const root = someFiles();
    writeFileSync(join(root, 'valid/smallest.report.json'), '{"verdict": ');
    const { code, out } = await corpus('verify', root);
    expect(code).toBe(1);
    expect(out).toMatch(/broken report .*smallest\.mdl: .*smallest\.report\.json is no JSON/);
  });

  it('writes reports on request, and only those that differ', async () => {
    const root = someFiles();
    const kept = readFileSync(join(root, 'invalid/action-unset.report.json'), 'utf8');
    writeFileSync(join(root, 'invalid/action-unset.report.json'), '{}');
    copyFileSync(join(root, 'valid/smallest.mdl'), join(root, 'valid/fresh.mdl'));
    const { code, out } = await corpus('verify', root, '--update');
    expect(code).toBe(0);
    expect(out).toContain('5 files: 3 as expected, 2 written anew');
    expect(readFileSync(join(root, 'invalid/action-unset.report.json'), 'utf8')).toBe(kept);
    expect(readFileSync(join(root, 'valid/fresh.report.json'), 'utf8')).toBe(
      readFileSync(join(root, 'valid/smallest.report.json'), 'utf8'),
    );
    expect((await corpus('verify', root)).code).toBe(0);
    expect(readdirSync(join(root, 'valid')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('refuses an empty command line, and names unreadable files', async () => {
    expect((await corpus('verify', temporaryDirectory())).code).toBe(2);
    expect((await corpus('verify')).code).toBe(2);
    const { code, err } = await corpus('verify', '/nonexistent.mdl');
    expect(code).toBe(3);
    expect(err).toContain('there is no such file');
  });
});

describe('corpus coverage', () => {
  it('shows totals and missing features', async () => {
    const { code, out } = await corpus('coverage', someFiles());
    expect(code).toBe(0);
    expect(out).toMatch(/rule codes +\d+ +\d+ +\d+\.\d %/);
    expect(out).toMatch(/and \d+ more \(--missing lists them\)/);
    const missing = (await corpus('coverage', someFiles(), '--missing')).out;
    expect(missing).toContain('\n    version-3\n');
    expect(missing).not.toContain('\n    version-1\n');
    expect(missing).not.toContain('more (--missing');
  });

  it('counts occurrences and files', async () => {
    const root = someFiles();
    const { features } = JSON.parse((await corpus('coverage', root, '--format', 'json')).out);
    const find = (name: string) => features.find((feature: { name: string }) => feature.name === name);
    expect(find('ProtoMDLMdl')).toMatchObject({ occurrences: 4, files: 4 });
    expect(find('action-unset')).toMatchObject({ kind: 'code', occurrences: 1, files: 1 });
    expect(find('version-1')).toMatchObject({ occurrences: 1, files: 1 });
    expect((await corpus('coverage', root, '--counts')).out).toMatch(/code +1 +1 +action-unset/);
  });

  it('prints JSON that matches its schema', async () => {
    const root = someFiles();
    expectSchema('corpus-coverage', (await corpus('coverage', root, '/nowhere.mdl', '--format', 'json')).out);
    const { out } = await corpus('coverage', root, '--missing', '--format', 'json');
    expectSchema('corpus-coverage', out);
    expect(JSON.parse(out).features.every(({ files }: { files: number }) => files === 0)).toBe(true);
  });

  it('fails if too few features occur', async () => {
    const root = someFiles();
    expect((await corpus('coverage', root, '--fail-under', '1%')).code).toBe(0);
    const { code, err, out } = await corpus('coverage', root, '--fail-under', '99.5%', '--quiet');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/are exercised, less than the required 99\.5 %/);
    expect((await corpus('coverage', root, '--fail-under', '101%')).code).toBe(2);
    expect((await corpus('coverage', root, '--fail-under', 'much')).code).toBe(2);
  });

  it('continues after an unreadable file', async () => {
    const { code, out, err } = await corpus(
      'coverage',
      '/nonexistent.mdl',
      join(CORPUS, 'valid/smallest.mdl'),
    );
    expect(code).toBe(3);
    expect(err).toContain('/nonexistent.mdl');
    expect(out).toContain('1 file');
  });

  it('refuses empty and contradictory command lines', async () => {
    expect((await corpus('coverage')).code).toBe(2);
    expect((await corpus('coverage', withFiles({ 'readme.txt': '' }))).code).toBe(2);
    expect((await corpus('coverage', CORPUS, '--missing', '--counts')).code).toBe(2);
    expect((await corpus('nothing')).code).toBe(2);
  });
});

describe('corpus minimize', () => {
  it('copies files that together have all features', async () => {
    const root = someFiles();
    copyFileSync(join(root, 'valid/smallest.mdl'), join(root, 'valid/twin.mdl'));
    copyFileSync(join(root, 'valid/every-action.mdl'), join(root, 'every-action.mdl'));
    const to = join(temporaryDirectory(), 'small');
    const { code, out } = await corpus('minimize', root, '-o', to);
    expect(code).toBe(0);
    const names = readdirSync(to);
    expect(names.filter((name) => name.startsWith('every-action'))).toHaveLength(1);
    expect(names.length).toBeLessThan(5);
    expect(out).toMatch(new RegExp(`6 files of .*: ${names.length} kept`));
    const covered = async (folder: string) =>
      JSON.parse((await corpus('coverage', folder, '--format', 'json')).out).covered;
    expect(await covered(to)).toBe(await covered(root));
  });

  it('gives two files of the same name different names', async () => {
    const root = someFiles();
    mkdirSync(join(root, 'more'));
    copyFileSync(join(root, 'valid/framed-v1.hef'), join(root, 'more/action-unset.mdl'));
    const to = join(temporaryDirectory(), 'small');
    const { out } = await corpus('minimize', root, '-o', to, '--format', 'json');
    expectSchema('corpus-minimize', out);
    const kept = JSON.parse(out).kept.map(({ name }: { name: string }) => name);
    expect(readdirSync(to).sort()).toEqual([...kept].sort());
    expect(new Set(kept).size).toBe(kept.length);
  });

  it('never writes into a folder that has content, and needs files', async () => {
    const root = someFiles();
    const { code, err } = await corpus('minimize', root, '-o', root);
    expect(code).toBe(2);
    expect(err).toContain('is not empty');
    expect((await corpus('minimize', root)).code).toBe(2);
    expect((await corpus('minimize', '-', '-o', join(root, 'new'))).err).toContain(
      'only files can be copied',
    );
    expect((await corpus('minimize', '/nonexistent.mdl', '-o', join(root, 'other'))).code).toBe(3);
  });
});

describe('corpus afl', () => {
  it('writes seeds and a dictionary', async () => {
    const root = someFiles();
    const to = join(temporaryDirectory(), 'fuzzing');
    const { code, out } = await corpus('afl', root, '-o', to);
    expect(code).toBe(0);
    expect(readdirSync(to).sort()).toEqual(['protomdl.dict', 'seeds']);
    const seeds = readdirSync(join(to, 'seeds'));
    expect(seeds.some((name) => name.endsWith('.mdl')) && seeds.some((name) => name.endsWith('.hef'))).toBe(
      true,
    );
    expect(out).toContain(`afl-fuzz -i ${to}/seeds -o findings -x ${to}/protomdl.dict`);
    expect(out).toMatch(/^4 files of [\d,]+ bytes/);
    const framings = async (folder: string) => {
      const { features } = JSON.parse((await corpus('coverage', folder, '--format', 'json')).out);
      return features
        .filter(({ kind, files }: { kind: string; files: number }) => kind === 'container' && files > 0)
        .map(({ name }: { name: string }) => name);
    };
    expect((await framings(join(to, 'seeds'))).length).toBeGreaterThan(2);
    const bare = join(temporaryDirectory(), 'bare');
    await corpus('afl', root, '-o', bare, '--framing', 'bare', '-q');
    expect(await framings(join(bare, 'seeds'))).toEqual(['bare']);
    const framed = join(temporaryDirectory(), 'framed');
    await corpus('afl', root, '-o', framed, '--framing', 'framed', '-q');
    expect(await framings(join(framed, 'seeds'))).not.toContain('bare');
  });

  it('keeps the features of the files, in small seeds with correct checksums', async () => {
    const to = join(temporaryDirectory(), 'fuzzing');
    const { out } = await corpus(
      'afl',
      join(CORPUS, 'valid/small-network.hef'),
      join(CORPUS, 'valid/framed-v3.hef'),
      '-o',
      to,
      '--format',
      'json',
    );
    expectSchema('corpus-afl', out);
    const result = JSON.parse(out);
    expect(result.seedFeatures).toBe(result.features);
    expect(result.bytes).toBeGreaterThan(100_000);
    expect(result.seedBytes).toBeLessThan(40_000);
    expect(result.seeds.filter(({ sound }: { sound: boolean }) => sound)).toHaveLength(4);
    for (const { name } of result.seeds) {
      const host = capturedHost();
      expect([name, await run(['validate', join(to, 'seeds', name), '--color', 'never'], host)]).toEqual([
        name,
        0,
      ]);
    }
  });

  it('reports files that exceed the size limit', async () => {
    const to = join(temporaryDirectory(), 'fuzzing');
    const file = join(CORPUS, 'valid/small-network.hef');
    const { code, out } = await corpus('afl', file, '-o', to, '--max-size', '64');
    expect(code).toBe(0);
    expect(out).toContain('small-network.hef: cannot be made small enough');
    expect(readdirSync(join(to, 'seeds'))).toEqual([]);
  });

  it('continues after an unreadable file, and refuses an empty command line', async () => {
    const to = join(temporaryDirectory(), 'fuzzing');
    expect((await corpus('afl', '/nonexistent.mdl', join(CORPUS, 'valid/smallest.mdl'), '-o', to)).code).toBe(
      3,
    );
    expect(readdirSync(join(to, 'seeds')).length).toBe(2);
    expect((await corpus('afl', CORPUS, '-o', to)).code).toBe(2);
    expect((await corpus('afl', '-o', join(to, 'new'))).code).toBe(2);
    expect((await corpus('afl', CORPUS, '-o', join(to, 'new'), '--max-size', '9999999')).code).toBe(2);
  });
});

it.each([
  ['corpus', 2],
  ['verify', 1],
  ['coverage', 3],
  ['minimize', 1],
  ['afl', 2],
] as const)('examples of %s work', async (name, count) => {
  await corpus('--help');
  expect(examplesOf(name)).toHaveLength(count);
  const root = someFiles();
  const out = temporaryDirectory();
  for (const { line } of examplesOf(name)) {
    const [program, verb, ...args] = line.split(' ');
    expect([program, verb]).toEqual(['protomdl', 'corpus']);
    const placed = args.map((arg, i) => {
      if (args[i - 1] === '-o') return join(out, arg);
      return arg === 'valid' || arg === 'invalid' ? join(line.includes('%') ? CORPUS : root, arg) : arg;
    });
    const { code, err } = await corpus(...placed);
    expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
  }
});
