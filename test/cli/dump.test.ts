import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { type CapturedHost, capturedHost } from './captured-host.js';
import { ended, start } from './command.js';
import { temporaryDirectory, withFiles } from './temporary.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const TWO = join(CORPUS, 'valid/two-contexts.mdl');
const BLOBS = join(CORPUS, 'valid/blobs.mdl');
const BROKEN = join(CORPUS, 'invalid/wire-truncated.mdl');

async function dump(...argv: string[]): Promise<CapturedHost & { code: number }> {
  const host = capturedHost();
  const code = await run(['dump', ...argv], host);
  return { ...host, code };
}

describe('dump', () => {
  it('writes JSON, even to a terminal', async () => {
    const { code, out, err } = await dump(TWO);
    expect(code).toBe(0);
    expect(err()).toBe('');
    expect(JSON.parse(out()).networkGroups[0].contexts).toHaveLength(2);
    const host = capturedHost({ terminal: true });
    expect(await run(['dump', TWO], host)).toBe(0);
    expect(host.out()).toBe(out());
  });

  it('reports broken parts, prints the rest, and ends with 1', async () => {
    const { code, out, err } = await dump(BROKEN);
    expect(code).toBe(1);
    expect(Object.keys(JSON.parse(out()))).toContain('networkGroups');
    expect(err()).toMatch(
      /: error: \S.* \[wire-truncated at \d+ \(0x[0-9a-f]+\) in network_groups\[0\]\S+\]/,
    );
    expect((await dump(BROKEN, '--quiet')).err()).toBe('');
  });

  it('writes nothing for a broken file with --strict', async () => {
    const folder = temporaryDirectory();
    const path = join(folder, 'out.json');
    const { code, out, err } = await dump(BROKEN, '--strict', '-o', path);
    expect([code, out()]).toEqual([1, '']);
    expect(err()).toMatch(/--strict.* \[wire-truncated at /);
    expect(readdirSync(folder)).toEqual([]);
    expect((await dump(TWO, '--strict')).code).toBe(0);
  });

  it('writes complete files, and never over its input', async () => {
    const folder = withFiles({ 'model.mdl': readFileSync(TWO) });
    const model = join(folder, 'model.mdl');
    expect((await dump(model, '-o', join(folder, 'model.json'))).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['model.json', 'model.mdl']);
    expect(readFileSync(join(folder, 'model.json'), 'utf8')).toBe((await dump(TWO)).out());
    const refused = await dump(model, '-o', model);
    expect(refused.code).toBe(2);
    expect(readFileSync(model).equals(readFileSync(TWO))).toBe(true);
  });

  it('puts blobs into files named by their content', async () => {
    const folder = join(temporaryDirectory(), 'blobs');
    const { code, out } = await dump(BLOBS, '--bytes', 'file', '--bytes-dir', folder);
    expect(code).toBe(0);
    const names = [...out().matchAll(/"file": "([0-9a-f]{32}\.bin)", "length": (\d+)/g)];
    expect(names.length).toBeGreaterThan(0);
    expect(readdirSync(folder).sort()).toEqual([...new Set(names.map(([, name]) => name))].sort());
    for (const [, name, length] of names) {
      expect(readFileSync(join(folder, name as string))).toHaveLength(Number(length));
    }
    // Files that exist already stay unchanged.
    const [[, first]] = names as [RegExpExecArray];
    const { ino } = statSync(join(folder, first as string));
    expect((await dump(BLOBS, '--bytes', 'file', '--bytes-dir', folder)).out()).toBe(out());
    expect(statSync(join(folder, first as string)).ino).toBe(ino);
  });

  it.each([
    [['--bytes', 'file'], /--bytes-dir/],
    [['--bytes-dir', 'x'], /--bytes file/],
    [['--per', 'action'], /--format ndjson/],
    [['--proto-names', '--format', 'textproto'], /--proto-names/],
    [['--select', 'network_groups[9]'], /matches nothing/],
    [['--select', 'networkgroups'], /no field networkgroups/],
    [['--bytes', 'all'], /choices/i],
  ])('refuses %j', async (argv, expected) => {
    const { code, err, out } = await dump(TWO, ...argv);
    expect([code, out()]).toEqual([2, '']);
    expect(err()).toMatch(expected);
  });

  it('reports unreadable files', async () => {
    const missing = await dump('/nowhere.mdl');
    expect(missing.code).toBe(3);
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'empty'));
    expect((await dump(join(folder, 'empty'))).code).toBe(2);
  });

  it('reports each broken file of the corpus with its fault', async () => {
    const names = readdirSync(join(CORPUS, 'invalid')).filter((name) => /\.(mdl|hef)$/.test(name));
    expect(names.length).toBeGreaterThan(100);
    for (const name of names) {
      const { code, err } = await dump(
        join(CORPUS, 'invalid', name),
        '--format',
        'ndjson',
        '--bytes',
        'elide',
      );
      expect([0, 1], name).toContain(code);
      expect(err(), name).not.toMatch(/internal error|\n\s+at /);
      if (code === 1) expect(err(), name).toMatch(/: error: .* \[[a-z0-9-]+ at \d+ \(0x[0-9a-f]+\)/);
    }
  });
});

it('dump writes lines that match the published schema', async () => {
  const path = join(CORPUS, '../docs/schemas/dump-line.schema.json');
  const validate = new Ajv({ strict: true }).compile(JSON.parse(readFileSync(path, 'utf8')));
  for (const per of ['operation', 'action']) {
    const { out } = await dump(TWO, '--format', 'ndjson', '--per', per);
    const lines = out().trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      const value = JSON.parse(line);
      expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
      expect(validate({ ...value, offset: -1 })).toBe(false);
    }
  }
});

describe('dump in a pipe', () => {
  it('reads standard input, and ends without an error if its output is no longer read', async () => {
    const whole = start(['dump', '-', '--format', 'textproto']);
    whole.stdin?.end(readFileSync(TWO));
    const { code, out } = await ended(whole);
    expect([code, out]).toEqual([0, (await dump(TWO, '--format', 'textproto')).out()]);

    // A model without an end: network groups of one operation, repeated.
    const endless = start(['dump', '-', '--format', 'ndjson', '--from', 'bare']);
    const group = Uint8Array.from([0x12, 6, 0x1a, 4, 0x12, 2, 0x0a, 0]);
    const many = Buffer.concat(new Array<Uint8Array>(10_000).fill(group));
    const closed = new Promise<number | null>((resolve) => endless.on('close', resolve));
    endless.stdin?.on('error', () => {});
    const feed = (): void => {
      while (endless.stdin?.writable === true && endless.stdin.write(many));
      endless.stdin?.once('drain', feed);
    };
    feed();
    const first = await new Promise<Buffer>((resolve) => endless.stdout?.once('data', resolve));
    expect(JSON.parse(first.toString().split('\n')[0] as string)).toEqual({
      path: 'network_groups[0].contexts[0].operations[0]',
      offset: 4,
      length: 4,
      operation: { trigger: {} },
    });
    endless.stdout?.destroy();
    expect(await closed).toBe(0);
  });
});
