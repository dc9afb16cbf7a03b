/** The package as users get it: packed, installed into an empty folder, and run from there. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bundledByName, shippedPackages } from '../../scripts/package/installed-packages.js';
import { MOST_BYTES, pack } from '../../scripts/package/stage.js';
import { filesBelow, MANIFEST, ROOT, run } from './built.js';

const folder = mkdtempSync(join(tmpdir(), 'protomdl-installed-'));
const installed = join(folder, 'node_modules', 'protomdl');
let tarball = '';
const corpus = (name: string): string => join(ROOT, 'corpus', name);
const NPM = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];

beforeAll(async () => {
  expect(inject('buildFailure')).toBe('');
  // The tests of the executable pack into the default folder at the same time.
  tarball = await pack({ stage: join(folder, 'package') });
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n');
  const done = await run('npm', ['install', ...NPM, tarball], folder);
  expect(done, done.err).toMatchObject({ code: 0 });
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program as a user would, and reads the JSON that it prints. */
async function program(text: string): Promise<unknown> {
  writeFileSync(join(folder, 'program.js'), text);
  const { code, out, err } = await run(process.execPath, ['program.js'], folder);
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out);
}

const npx = (...args: string[]) => run('npx', ['--no-install', 'protomdl', ...args], folder);

describe('an installed package', () => {
  it('contains the files for users, and none for developers', () => {
    const files = filesBelow(installed);
    const harness = 'fuzz/harness/persistent.c';
    for (const name of ['README.md', 'LICENSE', 'docs/runtime.md', 'proto/mdl.proto', harness]) {
      expect(files).toContain(name);
    }
    const others = files.filter((name) =>
      /^(src|test|corpus|bench|fuzz|scripts|extensions|services|\.)/.test(name),
    );
    expect(others).toEqual(['fuzz', 'fuzz/harness', harness]);
    expect(files.filter((name) => /\.pack$/.test(name))).toEqual([]);
  });

  it('keeps to its size limit', () => {
    expect(statSync(tarball).size).toBeLessThanOrEqual(MOST_BYTES.packed);
    const sizes = filesBelow(installed).map((name) => statSync(join(installed, name)));
    const unpacked = sizes.reduce((sum, status) => sum + (status.isFile() ? status.size : 0), 0);
    expect(unpacked).toBeGreaterThan(MOST_BYTES.packed);
    expect(unpacked).toBeLessThanOrEqual(MOST_BYTES.unpacked);
  });

  it('has a manifest that runs no scripts and is not private', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(Object.keys(manifest)).not.toContain('scripts');
    expect(Object.keys(manifest)).not.toContain('devDependencies');
    expect(Object.keys(manifest)).not.toContain('private');
    expect(manifest).toMatchObject({
      sideEffects: false,
      license: 'Apache-2.0',
      publishConfig: { provenance: true },
    });
    for (const key of ['repository', 'bugs', 'homepage', 'keywords', 'description'])
      expect(manifest).toHaveProperty(key);
  });

  it('imports no bundled package, and declares all other packages', () => {
    const asked = new Set<string>();
    for (const name of filesBelow(join(installed, 'dist')).filter((file) => file.endsWith('.js'))) {
      if (name.startsWith('page/')) continue;
      const text = readFileSync(join(installed, 'dist', name), 'utf8');
      for (const [, , id = ''] of text.matchAll(
        /(?:\bfrom|\bimport\(|\brequire\()\s*(["'`])((?:@[\w.-]+\/)?\w[\w./-]*)\1/g,
      )) {
        asked.add(
          id
            .split('/')
            .slice(0, id.startsWith('@') ? 2 : 1)
            .join('/'),
        );
      }
    }
    const dependencies = Object.keys(MANIFEST.dependencies);
    expect([...asked].filter((id) => !isBuiltin(id) && !dependencies.includes(id))).toEqual([]);
    expect(dependencies.filter((id) => !asked.has(id))).toEqual([]);
    expect(bundledByName(ROOT).filter((id) => dependencies.includes(id))).toEqual([]);
  });

  it('names all third-party packages that it contains or installs', () => {
    const notices = readFileSync(join(installed, 'THIRD-PARTY.md'), 'utf8');
    const bill = JSON.parse(readFileSync(join(dirname(tarball), 'sbom.cdx.json'), 'utf8'));
    const names = shippedPackages(ROOT).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([...bundledByName(ROOT), ...Object.keys(MANIFEST.dependencies)]),
    );
    for (const name of names) expect(notices).toContain(`${name} `);
    expect(bill.components.map(({ name }: { name: string }) => name)).toEqual(names);
    for (const { hashes } of bill.components) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
  });

  it('has no link in its README that depends on the repository', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !/^(https:|#)/.test(target ?? ''))).toEqual([]);
  });

  it('prints its version', async () => {
    expect(await npx('--version')).toMatchObject({ code: 0, out: `${MANIFEST.version}\n` });
  });

  it('validates', async () => {
    const valid = await npx('validate', corpus('valid/framed-v0.hef'));
    expect(valid.out).toMatch(/\nVALID for .*; no errors; checksum verified\n$/);
    expect(valid.code).toBe(0);
    const invalid = await npx('validate', corpus('invalid/action-unset.mdl'), '--format', 'json');
    expect(JSON.parse(invalid.out).files[0].diagnostics[0].code).toBe('action-unset');
    expect(invalid.code).toBe(1);
  });

  it('validates in workers, which it finds', async () => {
    const many = join(folder, 'many');
    mkdirSync(many);
    // There are enough files for the command to start workers.
    const names = Array.from({ length: 240 }, (_, i) => `${String(i).padStart(3, '0')}.mdl`);
    for (const name of names) copyFileSync(corpus('valid/one-context.mdl'), join(many, name));
    const inWorkers = await npx('validate', 'many', '-j', '2', '--format', 'json');
    const inOne = await npx('validate', 'many', '-j', '1', '--format', 'json');
    expect(inWorkers.code).toBe(0);
    expect(JSON.parse(inWorkers.out).files).toHaveLength(names.length);
    expect(inWorkers.out).toBe(inOne.out);
  });

  it('shows the content of a file', async () => {
    const { code, out } = await npx('info', corpus('valid/two-networks.mdl'), '--format', 'json');
    expect(JSON.parse(out).files[0].networkGroups).toHaveLength(1);
    expect(code).toBe(0);
  });

  it('works as a library', async () => {
    const answer = await program(`
      import { readFileSync } from 'node:fs';
      import { memorySource, openModel, validate } from 'protomdl';
      import { blobSource } from 'protomdl/browser';
      import { validateFile } from 'protomdl/node';
      import { isUtf8 } from 'protomdl/wire';
      const path = ${JSON.stringify(corpus('valid/framed-v2.hef'))};
      const bytes = readFileSync(path);
      const model = await openModel(memorySource(bytes));
      const reports = [
        await validate(memorySource(bytes)),
        await validate(blobSource(new Blob([bytes]))),
        await validateFile(path),
      ];
      console.log(JSON.stringify({
        groups: model.root.networkGroups.length,
        ascii: isUtf8(new Uint8Array([65]), 0, 1),
        verdicts: reports.map(({ verdict, container }) => [verdict, container.checksum]),
      }));
    `);
    const verified = ['valid', 'verified'];
    expect(answer).toEqual({ groups: 1, ascii: true, verdicts: [verified, verified, verified] });
  });

  it('does not let users import its inner modules', async () => {
    const answer = await program(`
      const codes = [];
      for (const name of ['protomdl/dist/index.js', 'protomdl/scan', 'protomdl/src/index.ts']) {
        await import(name).catch(({ code }) => codes.push(code));
      }
      console.log(JSON.stringify(codes));
    `);
    expect(answer).toEqual(Array(3).fill('ERR_PACKAGE_PATH_NOT_EXPORTED'));
  });
});
