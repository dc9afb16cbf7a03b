/**
 * Blocks of docs/ci.md that need no package are run unchanged: their commands write the files that later
 * steps read.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { run } from '../../src/cli/run.js';
import { capturedHost } from './captured-host.js';
import { pipelineBlocks, pipelineYaml } from './pipeline-blocks.js';
import { VALID_FILE } from './specimens.js';
import { withFiles } from './temporary.js';

/** Returns the arguments of a workflow's lines that run `npx protomdl`. */
function ours(lines: readonly unknown[]): string[][] {
  return lines
    .filter((line): line is string => typeof line === 'string' && line.startsWith('npx protomdl'))
    .map((line) => line.split(/\s+/).slice(2));
}

const before = process.cwd();
beforeEach(() => {
  process.chdir(
    withFiles({
      'models/good.hef': readFileSync(VALID_FILE),
      'models/bad.hef': readFileSync(
        new URL('../../corpus/invalid/frame-trailing-bytes.hef', import.meta.url),
      ),
    }),
  );
});
afterEach(() => process.chdir(before));

async function outputOf(argv: string[]): Promise<string> {
  const host = capturedHost();
  expect(await run(argv, host), host.err()).toBe(1);
  expect(host.err()).toBe('');
  return host.out();
}

describe('the steps for GitHub', () => {
  it('annotates findings, and writes the files that later steps read', async () => {
    const { jobs, permissions } = pipelineYaml('GitHub: steps');
    const { steps } = jobs.validate;
    const lines = ours(steps.map(({ run: line }: { run?: string }) => line));
    expect(lines).toHaveLength(1);
    expect(await outputOf(lines[0] as string[])).toMatch(
      /^::error file=models\/bad\.hef,line=1,title=frame-length/,
    );
    const summary = steps.find(({ name }: { name?: string }) => name === 'Summary').run;
    expect(summary).toBe('cat protomdl.md >> "$GITHUB_STEP_SUMMARY"');
    const upload = steps.find(({ uses }: { uses?: string }) => uses?.includes('upload-sarif'));
    expect(permissions['security-events']).toBe('write');
    for (const name of ['protomdl.md', upload.with.sarif_file]) expect(existsSync(name), name).toBe(true);
    expect(JSON.parse(readFileSync(upload.with.sarif_file, 'utf8')).runs[0].results).toHaveLength(1);
  });
});

describe('the job for GitLab', () => {
  it('writes the reports that it uploads', async () => {
    const job = pipelineYaml('GitLab')['validate-models'];
    const lines = ours(job.script);
    expect(lines).toHaveLength(1);
    expect(await outputOf(lines[0] as string[])).toMatch(/\nINVALID: 1 error in 1 of 2 files/);
    const { codequality, junit } = job.artifacts.reports;
    expect(JSON.parse(readFileSync(codequality, 'utf8'))).toMatchObject([
      { location: { path: 'models/bad.hef' } },
    ]);
    expect(readFileSync(junit, 'utf8')).toMatch(/<testsuite name="models\/bad\.hef"[^>]*failures="1"/);
    expect(job.artifacts.when).toBe('always');
  });
});

describe('a baseline', () => {
  it('leaves only new findings, with the settings file alone', async () => {
    const [settings = '', ...commands] = pipelineBlocks('Baseline');
    expect(Object.keys(parse(settings))).toEqual(['target', 'device', 'baseline']);
    writeFileSync('protomdl.config.yaml', settings);
    const [write, gate, ...more] = ours(commands.map((block) => block.trim()));
    expect(more).toEqual([]);
    for (const argv of [write, gate]) {
      const host = capturedHost();
      expect(await run(argv as string[], host), host.err()).toBe(0);
    }
    expect(existsSync(parse(settings).baseline)).toBe(true);
    copyFileSync('models/bad.hef', 'models/new.hef');
    expect(await run(gate as string[], capturedHost())).toBe(1);
  });
});
