import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { commandSaysOf, Fleet, linesByPath, ROOT } from './support/fleet.js';

const CONFIG = `
severity:
  action-unset: warning
  references: info
ignore:
  - code: frame-length-mismatch
    files: "invalid/**"
    reason: known since the spring
  - code: "*"
    path: "network_groups[0].contexts[0].**"
    files: ["invalid/allow-input-*.mdl"]
    reason: the first context is generated
  - code: wire
    reason: long since over
    expires: 2020-01-01
overrides:
  - files: ["invalid/ccw-*.mdl"]
    severity: { core: error, ccw-burst-limit: warning }
target: "4.20.0"
exclude: ["**/smallest.*"]
failOn: warning
limits: { maxPerCode: 2, budget: 1h }
`;

describe.skipIf(inject('postgres') === '')('settings of a run', () => {
  let fleet: Fleet;
  let folder: string;
  let config: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleet-settings-'));
    for (const part of ['valid', 'invalid']) {
      await cp(join(ROOT, 'corpus', part), join(folder, part), { recursive: true });
    }
    config = join(folder, 'settings.yaml');
    await writeFile(config, CONFIG);
    fleet = await Fleet.make();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Compares the results of a run with the results of the command with the same options. */
  async function expectSame(run: string, ...options: string[]): Promise<void> {
    const args = [folder, '--no-checksum', '--runtime', 'all', '--format', 'ndjson', ...options];
    const wanted = linesByPath((await commandSaysOf(...args)).stdout);
    const got = await fleet.report(run);
    expect(got.size).toBe(wanted.size);
    for (const [path, line] of wanted) {
      expect(got.get(`file://${path}`), path).toEqual({ ...line, path: `file://${path}` });
    }
  }

  it('work as in the command: severities, ignores, targets, limits, exclusions', async () => {
    const { code, stdout, stderr } = await fleet.run('scan', folder, '--config', config);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/limits.budget \(1 h 0 min\)/),
    });
    expect(stdout).toMatch(/run 1: /);
    await fleet.work();
    await expectSame('1', '--config', config);
    const verdicts = [...(await fleet.report('1')).values()].map(({ verdict }) => verdict);
    expect(new Set(verdicts).size).toBeGreaterThan(1);
    for (const format of ['markdown', 'junit']) {
      const { stdout: said } = await commandSaysOf(
        ...[join(folder, 'invalid/action-unset.mdl'), '--no-checksum', '--runtime', 'all'],
        ...['--config', config, '--format', format],
      );
      const text = await fleet.ok('report', '1', '--format', format, '--text', 'invalid/action-unset.mdl');
      expect(text.replaceAll(`file://${folder}`, folder)).toBe(said);
    }
  });

  it('are part of the identity of a run: after a change everything is queued again, without a change nothing is', async () => {
    expect(await fleet.ok('scan', folder, '--config', config)).toMatch(/ 0 queued/);
    await writeFile(config, CONFIG.replace('action-unset: warning', 'action-unset: error'));
    expect(await fleet.ok('scan', folder, '--config', config)).toMatch(/run 3: .* 0 unchanged/);
    await fleet.work();
    // With these settings, a warning became an error.
    expect(await fleet.run('diff', '1', '3')).toMatchObject({ code: 1 });
    expect(await fleet.run('diff', '3', '1', '--fail-on', 'never')).toMatchObject({ code: 0 });
    // Run 1 fails on warnings, so findings that are errors in run 3 and warnings in run 1 count in both.
    expect(await fleet.run('diff', '3', '1')).toMatchObject({ code: 1 });
    expect(await fleet.run('diff', '3', '1', '--fail-on', 'error')).toMatchObject({ code: 0 });
  });

  it('may have a baseline, whose findings do not count', async () => {
    const baseline = join(folder, 'baseline.json');
    await commandSaysOf(
      folder,
      '--no-checksum',
      '--runtime',
      'all',
      '--no-config',
      '--write-baseline',
      baseline,
    );
    await mkdir(join(folder, 'fresh'));
    await cp(join(folder, 'invalid/action-unset.mdl'), join(folder, 'fresh/new.mdl'));
    expect(await fleet.ok('scan', folder, '--baseline', baseline)).toMatch(/ 0 unchanged/);
    await fleet.work();
    await expectSame('4', '--no-config', '--baseline', baseline);
    const invalid = [...(await fleet.report('4')).entries()].filter(
      ([, { verdict }]) => verdict === 'invalid',
    );
    expect(invalid.map(([path]) => path)).toEqual([`file://${folder}/fresh/new.mdl`]);
    expect(await fleet.query('select from fleet.baseline limit 1')).toHaveLength(1);
    await fleet.ok('prune', '4');
    expect(await fleet.query('select from fleet.baseline limit 1')).toHaveLength(0);
  });

  it('may include a baseline that was written from a run: neither a scan nor the command then finds anything new', async () => {
    const before = await fleet.ok('scan', folder);
    const [, run = ''] = /run (\d+)/.exec(before) ?? [];
    await fleet.work();
    const file = join(folder, 'of-the-fleet.json');
    expect(await fleet.ok('baseline', run, '-o', file)).toMatch(
      /a baseline of \d{3} findings in \d{3} files/,
    );
    const { code } = await commandSaysOf(folder, '--no-checksum', '--no-config', '--baseline', file);
    expect(code).toBe(0);
    const again = /run (\d+)/.exec(await fleet.ok('scan', folder, '--baseline', file))?.[1] ?? '';
    await fleet.work();
    const verdicts = [...(await fleet.report(again)).values()].map(({ verdict }) => verdict);
    expect(verdicts.length).toBeGreaterThan(200);
    expect(verdicts).not.toContain('invalid');
    // The results of this run do not contain the findings of the baseline.
    expect(await fleet.run('baseline', again, '-o', file)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/has a baseline itself/),
    });
    await fleet.ok('prune', run, again);
  });

  it.each([
    ['--config', 'severity:\n  action-unsett: off\n', /wrong.yaml:2:\d+: .*action-unset/],
    ['--baseline', '{}', /not a baseline/],
  ])('that are invalid in %s are reported with their position', async (option, text, message) => {
    const file = join(folder, 'wrong.yaml');
    await writeFile(file, text);
    const { code, stderr } = await fleet.run('scan', folder, option, file);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
    expect((await fleet.run('scan', folder, option, join(folder, 'nowhere'))).code).toBe(2);
  });
});
