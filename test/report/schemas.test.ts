/** The command's JSON output matches the published schemas, key for key. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { benchJson } from '../../src/show/report/bench.js';
import { capturedHost } from '../cli/captured-host.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { closedSchema } from './closed-schema.js';
import { FILES, rendered } from './rendered.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCHEMAS = join(ROOT, 'docs/schemas');
const CORPUS = [join(ROOT, 'corpus/valid'), join(ROOT, 'corpus/invalid')];

function schema(name: string): ValidateFunction {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(closedSchema(name));
}

function expectValid(validate: ValidateFunction, value: unknown): void {
  expect(validate(value), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
}

async function printed(...argv: string[]): Promise<string> {
  const host = capturedHost();
  await run(argv, host);
  return host.out();
}

describe('the published schemas', () => {
  it('have a name and a title, and each is used by a test', () => {
    const names = readdirSync(SCHEMAS);
    // Some test compares each schema with a command's output.
    const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(ROOT, 'test', name), 'utf8'));
    const isTried = (name: string): boolean =>
      tests.some((text) => text.includes(name) || text.includes(`'${name.replace('.schema.json', '')}'`));
    expect(names.filter((name) => !isTried(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const { $id, $schema, title } = JSON.parse(readFileSync(join(SCHEMAS, name), 'utf8'));
      expect($id).toBe(`urn:protomdl:schema:${name.replace('.schema.json', '')}`);
      expect([typeof $schema, typeof title]).toEqual(['string', 'string']);
    }
  });

  it('describe the report', async () => {
    const validate = schema('report');
    const report = JSON.parse(await printed('validate', ...CORPUS, '/nowhere.hef', '--format', 'json'));
    expect(report.files.length).toBeGreaterThan(60);
    expectValid(validate, report);
    expectValid(validate, JSON.parse(await rendered('json', FILES)));
    const [file] = report.files;
    for (const wrong of [
      { ...file, verdict: 'good' },
      { ...file, extra: 1 },
      { ...file, counts: { error: 1, warning: 0 } },
    ]) {
      expect(validate({ ...report, files: [wrong] })).toBe(false);
    }
  });

  it('describe hashes', async () => {
    const validate = schema('hash');
    const report = JSON.parse(await printed('hash', ...CORPUS, '/nowhere.hef', '--format', 'json'));
    expect(report.files.length).toBeGreaterThan(60);
    expectValid(validate, report);
    expect(report.files.filter(({ hash }: { hash: string | null }) => hash === null).length).toBeGreaterThan(
      1,
    );
    expect(validate({ ...report, algorithm: 'rot13' })).toBe(false);
  });

  it('describe a line of ndjson', async () => {
    const validate = schema('ndjson');
    const lines = (await printed('validate', ...CORPUS, '/nowhere.hef', '--format', 'ndjson'))
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeGreaterThan(60);
    for (const line of lines) expectValid(validate, JSON.parse(line));
    expect(validate({ ...JSON.parse(lines[0] as string), schemaVersion: 3 })).toBe(false);
  });

  it('describe info', async () => {
    const validate = schema('info');
    const report = JSON.parse(await printed('info', ...CORPUS, '/nowhere.hef', '--format', 'json'));
    expect(report.files.length).toBeGreaterThan(60);
    expectValid(validate, report);
    expect(validate({ ...report, files: [{ path: 'x' }] })).toBe(false);
  });

  it('describe the rules', async () => {
    const validate = schema('rules');
    for (const argv of [['explain'], ['explain', 'core']]) {
      const report = JSON.parse(await printed(...argv, '--format', 'json'));
      expect(report.rules.length).toBeGreaterThan(10);
      expectValid(validate, report);
    }
    expectValid(validate, JSON.parse(await printed('explain', '--format', 'json')));
  });

  it('describe a baseline', async () => {
    const validate = schema('baseline');
    const path = join(temporaryDirectory(), 'base.json');
    await printed('validate', ...CORPUS, '--write-baseline', path, '--quiet');
    const baseline = JSON.parse(readFileSync(path, 'utf8'));
    expect(Object.keys(baseline.files).length).toBeGreaterThan(30);
    expectValid(validate, baseline);
    expect(validate({ ...baseline, schemaVersion: 3 })).toBe(false);
  });

  it('describe a measurement', async () => {
    const validate = schema('measure');
    const text = await printed(
      'measure',
      join(ROOT, 'corpus/valid/one-context.mdl'),
      '--runs',
      '1',
      '--format',
      'json',
    );
    const report = JSON.parse(text);
    expect(report.files[0].measurements.length).toBeGreaterThan(2);
    expectValid(validate, report);
    expectValid(validate, JSON.parse(benchJson({ ...report, files: [] })));
  });
});
