import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, vi } from 'vitest';
import { examplesOf } from '../../src/cli/examples.js';
import { protomdl } from '../cli/protomdl.js';
import { closedSchema } from '../report/closed-schema.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const file = (name: string): string => join(CORPUS, name);
const ACTIONS = 'network_groups[*].contexts[*].operations[*].actions[*]';

const ask = (...args: readonly string[]) => protomdl('query', ...args);

const linesOf = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('protomdl query', () => {
  it('reads files in the order of the arguments, and continues after an unreadable one', async () => {
    const [one, two] = [file('valid/two-contexts.mdl'), file('valid/ddr.mdl')];
    const { code, out, err } = await ask('header.hw_arch', one, '/nowhere.mdl', two);
    expect(code).toBe(3);
    expect(err).toBe('protomdl: /nowhere.mdl: error: there is no such file [source-not-found]\n');
    expect(linesOf(out)).toMatchObject([
      { file: one, path: 'header.hw_arch', value: 'PROTO__HW_ARCH__ACCEL8P' },
      { file: two, path: 'header.hw_arch', value: 'PROTO__HW_ARCH__ACCEL8P' },
    ]);
  });

  it('reads a file to its end, however long the reading takes', async () => {
    const asked = [ACTIONS, file('invalid/ccw-burst-limit.mdl'), '--limit', '20'];
    const expected = await ask(...asked);
    expect(expected).toMatchObject({ code: 0, err: '' });
    // Each reading of the clock is one second later than the previous one, so every pause for other tasks is
    // due.
    let now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
    try {
      expect(await ask(...asked)).toEqual(expected);
    } finally {
      clock.mockRestore();
    }
  });

  it('prints what its schema describes', async () => {
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(closedSchema('query'));
    const valid = file('valid');
    let rows = 0;
    for (const args of [
      [`${ACTIONS}, which(action), context_index, enable_lcu.cluster_index`],
      [`${ACTIONS}.enable_lcu.network_index`],
      [`${ACTIONS}.write_data.address`],
      ['mapping'],
      ['network_groups[*].networks_names[*]'],
      [
        ACTIONS,
        '--group-by',
        'which(action)',
        '--sum',
        'unique_id',
        '--min',
        'unique_id',
        '--max',
        'unique_id',
      ],
      [`${ACTIONS}.enable_lcu.network_index`, '--count'],
    ]) {
      const { out } = await ask(args[0] as string, valid, ...args.slice(1));
      for (const row of linesOf(out)) {
        rows++;
        expect(validate(row), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
      }
    }
    expect(rows).toBeGreaterThan(200);
    expect(validate({ file: 'x', path: 'y' })).toBe(false);
  });

  it('writes the same rows as ndjson, CSV and text', async () => {
    const args = [
      `${ACTIONS}.enable_lcu.cluster_index, lcu_index, which(action)`,
      file('valid/two-contexts.mdl'),
    ];
    const rows = linesOf((await ask(...args)).out);
    expect(rows.length).toBeGreaterThan(2);
    const csv = parse((await ask(...args, '--format', 'csv')).out, { columns: true }) as Record<
      string,
      string
    >[];
    expect(csv).toEqual(
      rows.map(({ file: name, path, offset, value, columns }) => ({
        file: name,
        path,
        offset: offset === null ? '' : String(offset),
        value: String(value),
        lcu_index: String(columns.lcu_index),
        'which(action)': columns['which(action)'],
      })),
    );
    const text = (await ask(...args, '--format', 'human')).out.trimEnd().split('\n');
    expect(text).toHaveLength(rows.length);
    expect(text[0]).toContain(`${rows[0].path} = ${rows[0].value}, lcu_index = `);
  });

  it('stops at a limit of rows over all files, or of groups of rows', async () => {
    expect(linesOf((await ask(ACTIONS, file('valid'), '--limit', '7')).out)).toHaveLength(7);
    const args = [ACTIONS, file('valid'), '--group-by', 'which(action)'];
    const all = linesOf((await ask(...args)).out);
    expect(linesOf((await ask(...args, '--limit', '3')).out)).toEqual(all.slice(0, 3));
    expect((await ask(ACTIONS, file('valid'), '--limit', '0')).out).toBe('');
  });

  it('shows where in an expression an error is, and reads no file', async () => {
    const { code, out, err } = await ask(ACTIONS, '/nowhere.mdl', '--where', 'unique_id > 3 && uniqe_id < 9');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^protomdl: ProtoMDLAction has no field uniqe_id; did you mean unique_id\?/);
    expect(err.split('\n').slice(1)).toEqual(['  unique_id > 3 && uniqe_id < 9', '                   ^', '']);
    const path = await protomdl('query', 'network_groups.nothing.more.of', file('valid/one-context.mdl'));
    expect(path.code).toBe(2);
    expect(path.err.split('\n').slice(1)).toEqual([
      '  network_groups.nothing.more.of',
      '                 ^',
      '',
    ]);
  });

  it('refuses missing arguments', async () => {
    expect((await ask(ACTIONS)).code).toBe(2);
    expect((await ask()).code).toBe(2);
  });

  it('has a result or an error for each file of corpus/invalid', async () => {
    const names = readdirSync(file('invalid')).filter((name) => /\.(mdl|hef)$/.test(name));
    expect(names.length).toBeGreaterThan(150);
    let broken = 0;
    for (const name of names) {
      for (const expression of [
        `${ACTIONS}, context_index`,
        'network_groups[*].contexts[*].metadata.edge_layers[*]',
      ]) {
        const { code, err, out } = await ask(expression, file(`invalid/${name}`));
        expect([0, 1]).toContain(code);
        expect(err + out).not.toMatch(/internal error|\n +at /);
        expect(err === '').toBe(code === 0);
        if (code === 0) continue;
        broken++;
        expect(err).toMatch(
          /^protomdl: \S+: error: .+ \[(wire-|message-nesting|frame-|string-)[\w-]+ at \d+ \(0x[\da-f]+\)( in \S+)?\]\n$/,
        );
      }
    }
    expect(broken).toBeGreaterThan(5);
  });

  it('has working examples', async () => {
    await ask('--help');
    expect(examplesOf('query')).toHaveLength(4);
    for (const { line } of examplesOf('query')) {
      const args = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      expect(args.slice(0, 2)).toEqual(['protomdl', 'query']);
      const placed = args.slice(2).map((arg) => (/^valid(\/|$)/.test(arg) ? file(arg) : arg));
      const { code, err, out } = await ask(...placed);
      expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
      expect(out).not.toBe('');
    }
  });
});
