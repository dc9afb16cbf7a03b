/**
 * Everything that is fetched to build, publish and run this package is pinned: no name stands for the latest
 * version.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pipelineBlocks } from '../cli/pipeline-blocks.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
const files = (pattern: RegExp): string[] => {
  const found = tracked.filter((name) => pattern.test(name));
  expect(found).not.toEqual([]);
  return found;
};

function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...valuesOf(key, inner),
  ]);
}

const WORKFLOWS = files(/^\.github\/workflows\/.*\.ya?ml$/);
/** Blocks that users paste into their pipelines are checked, too. */
const PASTED = ['GitHub: the action', 'GitHub: steps', 'GitLab'];
const DOCUMENTS = [
  ...[...WORKFLOWS, 'action.yml'].map((name) => [name, textOf(name)] as const),
  ...PASTED.map((heading) => [`docs/ci.md, ${heading}`, pipelineBlocks(heading)[0] as string] as const),
];

describe.each(DOCUMENTS)('%s', (_, text) => {
  const document = parse(text) as object;

  it('names each action by its commit, with the version beside it', () => {
    const lines = text.split('\n').filter((line) => /^\s*-?\s*uses:/.test(line));
    expect(lines).toHaveLength(valuesOf('uses', document).length);
    // The page names our own action by its version.
    for (const line of lines.filter((line) => !line.includes('PUBLISHER/protomdl@')))
      expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('names each image by its digest', () => {
    for (const image of valuesOf('image', document)) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
  });
});

describe('images', () => {
  it.each(files(/(^|\/)Dockerfile(?!.*\.dockerignore$)[^/]*$/))('%s begins with a digest', (name) => {
    const bases = [...textOf(name).matchAll(/^FROM\s+(\S+)/gim)].map(([, base]) => base);
    expect(bases).not.toEqual([]);
    for (const base of bases) expect(base).toMatch(/@sha256:[0-9a-f]{64}$/);
  });
});

describe('a release', () => {
  interface Job {
    readonly permissions?: Readonly<Record<string, string>>;
    readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
  }
  const { jobs, permissions } = parse(textOf('.github/workflows/release.yml')) as {
    readonly jobs: Readonly<Record<string, Job>>;
    readonly permissions: Readonly<Record<string, string>>;
  };

  it('needs no secret, because npm trusts the workflow', () => {
    for (const name of WORKFLOWS) expect(textOf(name)).not.toMatch(/secrets\.|NPM_TOKEN|_authToken/);
    const publishing = Object.values(jobs).filter(({ steps }) =>
      steps.some(({ run }) => run?.startsWith('npm publish')),
    );
    expect(publishing).toHaveLength(1);
    expect(publishing[0]?.permissions?.['id-token']).toBe('write');
  });

  it('gives its identity to no job that runs code of the repository or of dependencies', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const { permissions: granted, steps } of Object.values(jobs)) {
      if (granted === undefined) continue;
      expect(steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))).toEqual([]);
      const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run.split(' ', 2).join(' ')]));
      expect(commands).toEqual(['npm publish', 'gh release']);
    }
  });
});

describe('lock files', () => {
  it.each(files(/(^|\/)package-lock\.json$/))('%s has a hash for every package', (name) => {
    const { packages } = JSON.parse(textOf(name)) as {
      readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly link?: boolean }>>;
    };
    const installed = Object.entries(packages).filter(
      ([key, { link }]) => key.includes('node_modules/') && link !== true,
    );
    expect(installed.length).toBeGreaterThan(100);
    const open = installed.filter(
      ([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
    );
    expect(open.map(([key]) => key)).toEqual([]);
  });

  it.each(files(/(^|\/)package\.json$/))('%s names exact versions', (name) => {
    const manifest = JSON.parse(textOf(name)) as Readonly<Record<string, Readonly<Record<string, string>>>>;
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      for (const [dependency, version] of Object.entries(manifest[kind] ?? {})) {
        expect(version, dependency).toMatch(/^(\d+\.\d+\.\d+(-[\w.]+)?|file:.*)$/);
      }
    }
  });
});
