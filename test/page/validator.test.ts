import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileReaderSource } from '../../src/base/source/file-reader.js';
import type { Source } from '../../src/base/source/source.js';
import { run } from '../../src/cli/run.js';
import { mostOfEach, type ReportFormat, Validator } from '../../src/page/engine/validator.js';
import { concat, lenRecord, prefixed, tag, varintRecord } from '../arbitrary/wire-writer.js';
import { capturedHost } from '../cli/captured-host.js';
import { withJumpingClock } from '../cli/jumping-clock.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { windowed } from '../source/windowed.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REAL = process.env.PROTOMDL_REAL_FILES;
const FOLDERS = [
  ...['valid', 'invalid'].map((name) => join(ROOT, 'corpus', name)),
  ...(REAL !== undefined && existsSync(REAL) ? [REAL] : []),
];
/** Every sixth file is compared as SARIF, too. */
const SARIF_OF = 6;
const ALL = ['error', 'warning', 'info'] as const;

/** A source from which bytes must be read, like a file in a page. */
const judgeOf = (bytes: Uint8Array, name = '') => new Validator(() => windowed(bytes), name);
const ignore = (): void => {};

async function judged(bytes: Uint8Array, name = '') {
  const validator = judgeOf(bytes, name);
  const quick = await validator.quick();
  const last = quick.isPartial ? await validator.whole(ignore) : quick;
  return { validator, quick, last };
}

async function written(format: ReportFormat, ...paths: readonly string[]): Promise<string> {
  const host = capturedHost();
  // An HTML report shows which releases load a file, and the page's report does too.
  const more = format === 'json' ? ['--format', `html=${join(temporaryDirectory(), 'report.html')}`] : [];
  await run(['validate', '--no-config', '--format', format, ...more, ...paths], host);
  return host.out();
}

/** The number of bytes that were read is left out, because it differs in a page. */
const readAside = (report: string): string => report.replaceAll(/"read": \d+/g, '"read": …');

/** Splits a report on one file: its entry, and the text around all entries. */
function partsOf(report: string) {
  const parts = /^(.*?"files": \[)(.*)(\n {2}\]\n\}\n)$/s.exec(report);
  const [, before = '', middle = '', after = ''] = parts ?? [];
  return { before, middle, after };
}

/** Returns a message with `count` operations that have neither a trigger nor actions. */
function emptyOperations(count: number): Uint8Array {
  const operation = concat(tag(2, 2), prefixed(new Uint8Array(0)));
  const operations = new Uint8Array(count * operation.length);
  for (let i = 0; i < count; i++) operations.set(operation, i * operation.length);
  return lenRecord(2, lenRecord(3, concat(varintRecord(1, 0), operations)));
}

it('a .hef file needs a header, as loaders require by its name', async () => {
  const bytes = new Uint8Array(readFileSync(join(ROOT, 'corpus/valid/one-context.mdl')));
  const verdicts = async (name: string) => Object.values((await judged(bytes, name)).last.runtime ?? {});
  expect((await verdicts('a.mdl')).map(({ verdict }) => verdict)).toContain('accepts');
  expect((await verdicts('a.hef')).map(({ verdict }) => verdict)).not.toContain('accepts');
});

describe('a report for people', () => {
  const bytes = new Uint8Array(readFileSync(join(ROOT, 'corpus/valid/network-notes.hef')));

  it('equals the command’s report, with its pictures', async () => {
    const { validator } = await judged(bytes, 'network-notes.hef');
    const html = await validator.report('html', 'network-notes.hef');
    const host = capturedHost();
    const path = join(ROOT, 'corpus/valid/network-notes.hef');
    await run(['validate', '--no-config', '--format', 'html', path], host);
    expect(html).toBe(host.out().replaceAll(path, 'network-notes.hef'));
    expect(html.match(/<svg /g)).toHaveLength(2);
    expect(html).toContain('>conv2</text>');
    expect(html).toMatch(/<\/strong>; (loads on|no release)/);
  });

  it('has its pictures even if the machine is slow at times', async () => {
    const { validator } = await judged(bytes);
    const html = await withJumpingClock(10, () => validator.report('html', 'a.hef'));
    expect(html.match(/<svg /g)).toHaveLength(2);
  });

  it('requests nothing, runs nothing, and escapes the file’s text', async () => {
    const { validator } = await judged(bytes);
    const html = await validator.report('html', '<script>x</script>&.hef');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<script|<link|<img|src=|@import/);
    expect(html).toContain("default-src 'none'");
  });

  it('describes an unreadable file as far as it can be read', async () => {
    const { validator } = await judged(new TextEncoder().encode('not a model'), 'a.hef');
    expect(await validator.report('html', 'a.hef')).toContain('INVALID');
  });
});

describe.each(FOLDERS)('files of %s', (folder) => {
  const names = readdirSync(folder).filter((name) => /\.(mdl|hef)$/.test(name));

  it('exist in the corpus', () => {
    expect(names.length).toBeGreaterThan(5);
  });

  it('have the command’s reports, and pages of findings that add up', async () => {
    const middles: string[] = [];
    let edges: string[] = [];
    for (const [index, name] of names.entries()) {
      const path = join(folder, name);
      const found = await judged(new Uint8Array(readFileSync(path)), name);
      const { before, middle, after } = partsOf(await found.validator.report('json', path));
      middles.push(middle);
      edges = [before, after];
      // In SARIF, results refer to rules by numbers that are assigned across files, so only one file is
      // compared at a time.
      if (index % SARIF_OF === 0) {
        expect(await found.validator.report('sarif', path)).toBe(await written('sarif', path));
      }
      await addsUp(name, found);
    }
    const wanted = await written('json', ...names.map((name) => join(folder, name)));
    expect(readAside(`${edges[0]}${middles.join(',')}${edges[1]}`)).toBe(readAside(wanted));
  }, 60_000);
});

async function addsUp(name: string, { validator, last }: Awaited<ReturnType<typeof judged>>): Promise<void> {
  const groups = (await validator.select({ severities: ALL, text: '' })) ?? [];
  const count = (severity: string) =>
    groups.reduce((sum, group) => sum + (group.severity === severity ? group.total : 0), 0);
  const counts = { error: count('error'), warning: count('warning'), info: count('info') };
  expect([name, counts]).toEqual([name, last.counts]);
  let listed = 0;
  for (const { code, severity, matching } of groups) {
    const page = validator.page(code, severity, 0, matching);
    expect(page.every((finding) => finding.code === code && finding.severity === severity)).toBe(true);
    expect(page).toHaveLength(matching);
    listed += matching;
  }
  expect(listed).toBe(last.listed);
}

it('a report is complete at once if no code has more than a thousand findings', async () => {
  const isPartial = async (count: number) => (await judgeOf(emptyOperations(count)).quick()).isPartial;
  expect([await isPartial(1000), await isPartial(1001)]).toEqual([false, true]);
});

it.each([
  [[], 100_000],
  [[1_000_000, 100_000, 50_000], 100_000],
  [[1_000_000, 100_000, 50_001], 50_000],
  [[50_000, 50_000, 50_000, 50_000, 50_000], 100_000],
  [[60_000, 60_000, 60_000, 60_000, 60_000], 50_000],
  [Array.from({ length: 300 }, () => 2000), 1000],
])('a list of at most 250,000 findings: of codes with %j findings, at most %i each', (counts, most) => {
  expect(mostOfEach(counts.map((count) => ({ count })))).toBe(most);
});

describe('a file with 200,000 findings', () => {
  const bytes = emptyOperations(200_000);
  let found: Awaited<ReturnType<typeof judged>>;
  beforeAll(async () => {
    found = await judged(bytes);
  });

  it('is validated at once, and listed up to 100,000', async () => {
    const { validator, quick, last } = found;
    expect(quick).toMatchObject({ verdict: 'invalid', isPartial: true });
    expect(quick.counts).toEqual(last.counts);
    expect(last.counts.error).toBeGreaterThanOrEqual(200_000);
    const groups = (await validator.select({ severities: ['error'], text: '' })) ?? [];
    const long = groups.find(({ total }) => total === 200_000);
    expect(long).toMatchObject({ listed: 100_000, matching: 100_000 });
    const { code, severity } = long!;
    const [last100k] = validator.page(code, severity, 99_999, 100_050);
    expect(last100k?.path).toBe('network_groups[0].contexts[0].operations[99999]');
    expect(validator.page(code, severity, 99_999, 100_050)).toHaveLength(1);
    const report = JSON.parse(await validator.report('json', 'x'));
    expect(report.files[0].diagnosticsCapped).toBe(true);
    expect(
      report.files[0].diagnostics.filter((finding: { code: string }) => finding.code === code),
    ).toHaveLength(20);
  });

  it('is filtered by severity, code, path and message', async () => {
    const { validator } = found;
    const wanted = '.OPERATIONS[777]';
    const groups = (await validator.select({ severities: ALL, text: wanted })) ?? [];
    expect(groups.length).toBeGreaterThan(0);
    for (const { code, severity, matching } of groups) {
      const page = validator.page(code, severity, 0, 10);
      expect([matching, page.length]).toEqual([1, 1]);
      expect(page[0]?.path).toBe('network_groups[0].contexts[0].operations[777]');
    }
    expect(await validator.select({ severities: [], text: '' })).toEqual([]);
    expect(await validator.select({ severities: ALL, text: 'no such thing' })).toEqual([]);
  });

  it('is filtered again while a filter is still running', async () => {
    const { validator } = found;
    const overtaken = validator.select({ severities: ALL, text: 'operations[1' });
    const wanted = validator.select({ severities: ALL, text: 'operations[5]' });
    expect(await overtaken).toBeNull();
    expect((await wanted)?.every(({ matching }) => matching === 1)).toBe(true);
  });

  it('returns the findings of a range', async () => {
    const { validator } = found;
    const all = validator.within(0, bytes.length, 1000);
    expect(all).toHaveLength(1000);
    const middle = all[500]!;
    const near = validator.within(middle.offset, middle.offset + 1, 10);
    expect(near).toEqual(all.filter(({ offset }) => offset === middle.offset));
  });
});

describe('a source', () => {
  const bytes = new Uint8Array(readFileSync(join(ROOT, 'corpus/valid/small-network.hef')));

  it('that changes between two readings gives an error, and no verdict', async () => {
    let opened = 0;
    const validator = new Validator(() => shrinking(bytes, opened++ > 0));
    expect((await validator.quick()).verdict).toBe('valid');
    await expect(validator.whole(ignore)).rejects.toMatchObject({ code: 'source-changed' });
    expect(JSON.parse(await validator.report('json', 'x')).files[0]).toMatchObject({
      verdict: 'unreadable',
      error: { code: 'source-changed' },
    });
  });

  it('that cannot be opened gives the error of its opening', async () => {
    const validator = new Validator(() => {
      throw new Error('gone');
    });
    await expect(validator.quick()).rejects.toThrow('gone');
    await expect(validator.report('json', 'x')).rejects.toThrow('nothing to report');
  });

  it('is closed, even after an error', async () => {
    let opened = 0;
    let closed = 0;
    const validator = new Validator(() => {
      const source = shrinking(bytes, ++opened > 1);
      const { close } = source;
      return Object.assign(source, {
        close() {
          closed++;
          close.call(source);
        },
      });
    });
    await validator.quick();
    expect([opened, closed]).toEqual([1, 1]);
    await expect(validator.whole(ignore)).rejects.toThrow();
    expect([opened, closed]).toEqual([2, 2]);
  });
});

describe('without WebAssembly', () => {
  it('everything except the checksum is reported, with the reason', async () => {
    const bytes = new Uint8Array(readFileSync(join(ROOT, 'corpus/valid/small-network.hef')));
    const validator = judgeOf(bytes);
    const wasm = WebAssembly as unknown as Record<string, unknown>;
    const { compile, instantiate, CompileError } = wasm as Record<string, new (text: string) => Error>;
    const forbidden = () => Promise.reject(new CompileError!('forbidden by a policy'));
    Object.assign(wasm, { compile: forbidden, instantiate: forbidden });
    try {
      await validator.quick();
      const last = await validator.whole(ignore);
      expect(last).toMatchObject({ verdict: 'valid', container: { checksum: 'skipped' }, isPartial: false });
      expect(last.unverified).toMatch(/WebAssembly/);
    } finally {
      Object.assign(wasm, { compile, instantiate });
    }
    expect(await validator.whole(ignore)).toMatchObject({
      container: { checksum: 'verified' },
      unverified: null,
    });
  });
});

describe('explain', () => {
  it('returns the texts of a code', async () => {
    const validator = judgeOf(new Uint8Array(0));
    const explained = await validator.explain('action-unset');
    expect(explained?.summary).toMatch(/action/);
    expect(explained?.sections.map(({ title }) => title)).toContain('Wrong');
    expect(await validator.explain('no-such-code')).toBeNull();
  });
});

/** A file that has half its size when it is read. */
function shrinking(bytes: Uint8Array, isShort: boolean): Source {
  const size = isShort ? bytes.length >>> 1 : bytes.length;
  const reader = {
    readAsArrayBuffer: ({ start, end }: { start: number; end: number }) =>
      Uint8Array.from(bytes.subarray(start, Math.min(end, size))).buffer,
  };
  return fileReaderSource({ size: bytes.length, slice: (start, end) => ({ start, end }) }, reader);
}
