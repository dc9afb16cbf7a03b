/**
 * The gate as a new user installs it: the action, the pre-commit hook and the image run the packed command on
 * the files of a repository.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { pack } from '../../scripts/package/stage.js';
import { pipelineBlocks, pipelineYaml } from '../cli/pipeline-blocks.js';
import { MANIFEST, ROOT, run } from './built.js';

const folder = mkdtempSync(join(tmpdir(), 'protomdl-gate-'));
const repository = join(folder, 'repository');
const bin = join(folder, 'bin');
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`;
let tarball = '';

beforeAll(async () => {
  expect(inject('buildFailure')).toBe('');
  tarball = await pack({ stage: join(folder, 'package') });
  const done = await run(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefer-offline',
      tarball,
    ],
    folder,
  );
  expect(done, done.err).toMatchObject({ code: 0 });
  mkdirSync(join(repository, 'more models'), { recursive: true });
  mkdirSync(bin);
  copyFileSync(join(ROOT, 'corpus/valid/small-network.hef'), join(repository, 'more models/good one.hef'));
  writeFileSync(join(repository, 'pointer.hef'), POINTER);
  writeFileSync(join(repository, 'page.hef'), '<!DOCTYPE html><html><body>404</body></html>\n');
  // Instead of a package from the registry, npx runs the package under test, and records the requested name.
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\nprintf '%s\\n' "$2" >> '${folder}/asked'\nshift 2\nexec '${folder}/node_modules/.bin/protomdl' "$@"\n`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface ActionStep {
  readonly id: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the action's steps as a runner does: inputs with their defaults, and files for outputs and the summary. */
function act(inputs: Readonly<Record<string, string>>) {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
  const place = mkdtempSync(join(folder, 'run-'));
  const files = { GITHUB_OUTPUT: join(place, 'output'), GITHUB_STEP_SUMMARY: join(place, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  let [code, out, err] = [0, '', ''];
  for (const step of action.runs.steps as ActionStep[]) {
    const env = Object.entries(step.env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ *(.*?) *\}\}/g, (_, expression: string) => {
        const input = expression.replace(/^inputs\./, '');
        expect(action.inputs).toHaveProperty(input);
        return inputs[input] ?? action.inputs[input].default;
      }),
    ]);
    const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: repository,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...Object.fromEntries(env),
        ...files,
        RUNNER_TEMP: place,
        GITHUB_ACTION_PATH: ROOT,
        PATH: `${bin}:${process.env.PATH}`,
      },
    });
    [code, out, err] = [done.status ?? -1, out + done.stdout, err + done.stderr];
  }
  const outputs = Object.fromEntries(
    readFileSync(files.GITHUB_OUTPUT, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  return { code, out, err, outputs, summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8') };
}

describe('the action', () => {
  it('passes valid files without an annotation, also in paths with spaces, with a table of releases', () => {
    const { with: inputs } = pipelineYaml('GitHub: the action').jobs.validate.steps.at(-1);
    const { code, out, err, outputs, summary } = act({ ...inputs, paths: 'more models/*.hef\r\n' });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^VALID/);
    expect(out).not.toContain('::');
    expect(outputs).toMatchObject({ verdict: 'valid' });
    expect(JSON.parse(readFileSync(outputs.report as string, 'utf8')).files).toHaveLength(1);
    expect(summary).toMatch(/^## protomdl/);
    expect(summary).toMatch(/\| `more models\/good one\.hef` \| .*accepts/);
  });

  it('runs the version of its own tag, or the requested one', () => {
    rmSync(join(folder, 'asked'), { force: true });
    act({ paths: 'more models' });
    act({ paths: 'more models', version: '9.9.9' });
    const asked = new Set(readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n'));
    expect([...asked]).toEqual([`protomdl@${MANIFEST.version}`, 'protomdl@9.9.9']);
  });

  it('fails for files that are not models, and has one annotation for each code', () => {
    const { code, out, outputs, summary } = act({ sarif: 'out file.sarif' });
    expect(code).toBe(1);
    expect(outputs.verdict).toBe('invalid');
    expect(out).toMatch(/^::error file=pointer\.hef,.*Git LFS pointer/m);
    expect(out).toMatch(/^::error file=page\.hef,.*(HTML|web page)/m);
    expect(summary).toContain('pointer.hef');
    expect(JSON.parse(readFileSync(join(repository, 'out file.sarif'), 'utf8')).runs).toHaveLength(1);
    rmSync(join(repository, 'out file.sarif'));
  });

  it('accepts a baseline, a threshold and further options, and reports its result', () => {
    const baseline = join(folder, 'base line.json');
    act({ arguments: `--write-baseline\n${baseline}` });
    expect(existsSync(baseline)).toBe(true);
    expect(act({ baseline }).outputs.verdict).toBe('valid');
    expect(act({ 'fail-on': 'never' })).toMatchObject({ code: 0, outputs: { verdict: 'valid' } });
    expect(act({ paths: 'nothing.hef' })).toMatchObject({ code: 3, outputs: { verdict: 'unreadable' } });
    expect(act({ 'fail-on': 'sometimes' })).toMatchObject({ code: 2, outputs: { verdict: 'error' } });
  });
});

const hasPreCommit = spawnSync('pre-commit', ['--version']).status === 0;

describe('the pre-commit hook', () => {
  it.skipIf(!hasPreCommit)(
    'runs for files of every kind, with the current package',
    () => {
      const [block = ''] = pipelineBlocks('pre-commit');
      const published = `protomdl@${MANIFEST.version}`;
      expect(block).toContain(published);
      writeFileSync(join(repository, '.pre-commit-config.yaml'), block.replace(published, tarball));
      const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
      git('init', '-q');
      git('add', '-A');
      const { status, stdout } = spawnSync('pre-commit', ['run', '--all-files'], {
        cwd: repository,
        encoding: 'utf8',
        env: { ...process.env, PRE_COMMIT_HOME: join(folder, 'pre-commit'), PRE_COMMIT_COLOR: 'never' },
      });
      expect(status, stdout).toBe(1);
      for (const text of ['Failed', 'good one.hef', 'Git LFS pointer', 'page.hef', '2 errors'])
        expect(stdout).toContain(text);
    },
    180_000,
  );

  it.skipIf(!hasPreCommit)(
    'runs before the package is published, from a tarball that is committed, on another machine',
    () => {
      const [, install = '', hook = ''] = pipelineBlocks('Until the package is published');
      const [mine, theirs] = [join(folder, 'mine'), join(folder, 'theirs')];
      mkdirSync(mine);
      const env = {
        ...process.env,
        PRE_COMMIT_HOME: join(folder, 'pre-commit'),
        PRE_COMMIT_COLOR: 'never',
        npm_config_prefer_offline: 'true',
        npm_config_audit: 'false',
      };
      const sh = (line: string, cwd: string) =>
        spawnSync('sh', ['-ec', line], { cwd, encoding: 'utf8', env });
      writeFileSync(join(mine, 'package.json'), '{ "name": "models", "private": true }\n');
      writeFileSync(join(mine, '.gitignore'), 'node_modules\n');
      writeFileSync(join(mine, '.pre-commit-config.yaml'), hook);
      writeFileSync(join(mine, 'pointer.hef'), POINTER);
      const packed = `PATH-OF-CLONE/.cache/protomdl-${MANIFEST.version}.tgz`;
      expect(install).toContain(packed);
      const installed = sh(install.replace(packed, tarball), mine);
      expect(installed, installed.stderr).toMatchObject({ status: 0 });
      expect(readFileSync(join(mine, 'package-lock.json'), 'utf8')).not.toContain(folder);
      const identity = '-c user.name=someone -c user.email=someone@example.org';
      const copied = sh(
        `git init -q && git add -A && git ${identity} commit -qm models && git clone -q . '${theirs}'`,
        mine,
      );
      expect(copied, copied.stderr).toMatchObject({ status: 0 });
      rmSync(mine, { recursive: true });
      const { status, stdout, stderr } = sh('npm ci && pre-commit run --all-files', theirs);
      expect(stdout + stderr).toContain('Git LFS pointer');
      expect([status, stdout]).toEqual([1, expect.stringContaining('Failed')]);
    },
    180_000,
  );

  it('is offered by the repository, for the files in the documented block', () => {
    const [offered] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'));
    const [block] = pipelineYaml('pre-commit').repos[0].hooks;
    for (const key of ['id', 'name', 'language', 'entry', 'files'])
      expect(offered[key], key).toBe(block[key]);
    expect(offered).not.toHaveProperty('types');
  });

  it('does not disturb npm pack, whose output pre-commit uses as the name of a file', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const name of ['prepare', 'prepack', 'postpack']) expect(scripts).not.toHaveProperty(name);
  });
});

describe('a release', () => {
  it('is not packed while the repository has no owner in its manifest', async () => {
    const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const workflow = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'));
    const lines = workflow.jobs.build.steps.map(({ run: line }: { run?: string }) => line);
    expect(lines).toContain('npm run package -- --release');
    if (repository.url.includes('PUBLISHER'))
      await expect(pack({ isRelease: true })).rejects.toThrow('PUBLISHER');
  });
});

describe('the image', () => {
  it('runs the command to which the documented block passes arguments', () => {
    const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n');
    const [entry] = JSON.parse(
      lines.find((line) => line.startsWith('ENTRYPOINT'))!.slice('ENTRYPOINT'.length),
    );
    const workdir = lines.find((line) => line.startsWith('WORKDIR'))?.split(' ')[1];
    const words = pipelineBlocks('Docker')[1]!.trim().split(' ');
    expect(words).toContain(`"$PWD:${workdir}:ro"`);
    const args = words.slice(words.indexOf('protomdl') + 1);
    const { status, stdout } = spawnSync(join(folder, 'node_modules/.bin', entry), args, {
      cwd: join(repository, 'more models'),
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('VALID')]);
  });
});
