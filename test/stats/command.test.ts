import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { examplesOf } from '../../src/cli/examples.js';
import { treemapSvg } from '../../src/show/report/stats-treemap.js';
import { type Block, blocksOf } from '../../src/tools/stats/block.js';
import { stats } from '../../src/tools/stats/stats.js';
import { protomdl } from '../cli/protomdl.js';
import { withFiles } from '../cli/temporary.js';
import { closedSchema } from '../report/closed-schema.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const file = (name: string): string => join(CORPUS, name);

const statsOf = (...args: readonly string[]) => protomdl('stats', ...args);

/** Elements of an XML document. @throws if it is not well-formed */
function elementsOf(xml: string): { name: string; attributes: Record<string, string> }[] {
  const parser = new SaxesParser();
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements.push({ name, attributes: attributes as Record<string, string> });
  });
  parser.write(xml).close();
  return elements;
}

describe('protomdl stats', () => {
  it('shows tables', async () => {
    const { code, out, err } = await statsOf(file('valid/framed-two-contexts.hef'));
    expect([code, err]).toEqual([0, '']);
    for (const title of [
      'parts of the file',
      'parts of the message',
      'network groups',
      'contexts',
      'actions',
      'triggers of operations',
      'blobs by size',
      'message types',
      'fields',
    ]) {
      expect(out).toContain(`\n  ${title}\n`);
    }
    expect(out).toMatch(/enable_sequencer +\d+ +\d+ +\d+\.\d %/);
    expect(out).toMatch(/… and \d+ more/);
    expect((await statsOf(file('valid/framed-two-contexts.hef'), '--all')).out).not.toContain('… and');
  });

  it('prints JSON that matches its schema, for every file of the corpus', async () => {
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(closedSchema('stats'));
    const { out, err, code } = await statsOf(CORPUS, '/nowhere.mdl', '--format', 'json');
    const report = JSON.parse(out);
    expect(validate(report), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    expect(code).toBe(3);
    expect(report.files.length).toBeGreaterThan(150);
    expect(validate({ ...report, files: [{ path: 'x' }] })).toBe(false);
    expect(validate({ ...report, files: [{ ...report.files[0], extra: 1 }] })).toBe(false);
    expect(err).toContain('protomdl: /nowhere.mdl: error: there is no such file [source-not-found]\n');
    for (const one of report.files) {
      const isTold = err.includes(`${one.path}: `);
      expect({ path: one.path, isTold }).toEqual({
        path: one.path,
        isTold: one.error !== null || one.problemCount > 0,
      });
    }
  });

  it('has a result or an error for each file of corpus/invalid, in every format', async () => {
    const names = readdirSync(file('invalid')).filter((name) => /\.(mdl|hef)$/.test(name));
    expect(names.length).toBeGreaterThan(150);
    for (const [i, name] of names.entries()) {
      const format = ['human', 'markdown', 'html', 'svg'][i % 4] as string;
      const { code, out, err } = await statsOf(file(`invalid/${name}`), '--format', format);
      expect([0, 1]).toContain(code);
      expect(out === '').toBe(code === 1 && !err.includes('counted up to the first unreadable part'));
      if (code === 1) expect(err).toMatch(/(wire-|message-nesting|frame-).*|header cannot be read/);
      expect(err + out).not.toMatch(/internal error|\n +at /);
    }
  });

  it('names the kind of a file that is not a model, in every text format', async () => {
    const root = withFiles({ 'picture.mdl': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') });
    for (const format of ['human', 'markdown', 'html', 'svg']) {
      const { code, out } = await statsOf(join(root, 'picture.mdl'), '--format', format);
      expect([format, code]).toEqual([format, 1]);
      expect(out).toContain('a PNG picture, 16 bytes');
      expect(out).not.toContain('bare message');
    }
  });

  it('draws a picture without scripts, with areas in proportion to bytes', async () => {
    const { code, out } = await statsOf(file('valid/framed-two-contexts.hef'), '--format', 'svg');
    expect(code).toBe(0);
    const elements = elementsOf(out);
    expect(elements[0]).toMatchObject({ name: 'svg' });
    expect(new Set(elements.map(({ name }) => name))).toEqual(new Set(['svg', 'title', 'rect', 'text', 'g']));
    expect(out).not.toMatch(/href|script|url\(|on\w+=/);
    expect(out).toContain('enable_sequencer');
    expect(out).toMatch(/network_groups\[0\][^<]*contexts\[0\] \/ edge_layers\n\d+ bytes, \d+\.\d\d %/);
    // Two parts of one block have areas in proportion to their bytes.
    const root: Block = leaf('root', 300, [leaf('a', 200), leaf('b', 100)]);
    const areas = elementsOf(await treemapSvg(root, ''))
      .filter(({ name, attributes }) => name === 'rect' && ['#4e79a7'].includes(attributes.fill as string))
      .slice(-2)
      .map(({ attributes }) => Number(attributes.width) * Number(attributes.height));
    expect((areas[0] as number) / (areas[1] as number)).toBeCloseTo(2, 1);
  });

  it('writes a page that is complete in itself', async () => {
    const { out } = await statsOf(file('valid/two-contexts.mdl'), file('valid/nms.mdl'), '--format', 'html');
    expect(out.match(/<svg /g)).toHaveLength(2);
    expect(out).toContain(`default-src 'none'`);
    expect(out.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|<script|<link|<img|@import/,
    );
  });

  it('escapes markup in names of files and in files', async () => {
    const name = '<img src=x>&"\u202e';
    const evil = { ...leaf(name, 10), children: [leaf(name, 10)] };
    const svg = await treemapSvg(evil, name);
    expect(elementsOf(svg).some((element) => element.name === 'img')).toBe(false);
    expect(svg).not.toContain('\u202e');
    const root = withFiles({ '<b>x.mdl': readFileSync(file('valid/smallest.mdl')) });
    const html = await statsOf(join(root, '<b>x.mdl'), '--format', 'html');
    expect(html.out).toContain('&lt;b&gt;x.mdl');
    expect(html.out).not.toContain('<b>');
    const markdown = await statsOf(join(root, '<b>x.mdl'), '--format', 'markdown');
    expect(markdown.code).toBe(0);
    expect(markdown.out).toContain('| ');
  });

  it('shows increases', async () => {
    const args = [file('valid/two-contexts.mdl'), '--compare', file('valid/one-context.mdl')];
    const { code, out } = await statsOf(...args);
    expect(code).toBe(0);
    expect(out).toContain('network_groups[0].contexts[1]');
    const [report] = JSON.parse((await statsOf(...args, '--format', 'json')).out).files;
    const { changes, before, after } = report.comparison;
    expect(after).toBe(report.size);
    const ofClasses = changes.filter((change: { table: string }) => change.table === 'class');
    expect(ofClasses.reduce((sum: number, { growth }: { growth: number }) => sum + growth, 0)).toBe(
      after - before,
    );
    const same = await statsOf(file('valid/one-context.mdl'), '--compare', file('valid/one-context.mdl'));
    expect(same.out).toContain('nothing grew or shrank');
    expect((await statsOf(...args, '--format', 'svg')).code).toBe(2);
    expect((await statsOf(file('valid/nms.mdl'), '--compare', '/nowhere.mdl')).code).toBe(3);
  });

  it('refuses missing files, and pictures of several files', async () => {
    expect((await statsOf()).code).toBe(2);
    const two = [file('valid/nms.mdl'), file('valid/ddr.mdl')];
    expect((await statsOf(...two, '--format', 'svg')).code).toBe(2);
  });

  it('names each part of the file once in its blocks', async () => {
    const counts = await stats(memorySource(readFileSync(file('valid/framed-v3.hef'))));
    const names = blocksOf(counts, 'x').children.map(({ name }) => name);
    expect(names).toEqual(counts.sections.filter(({ bytes }) => bytes > 0).map(({ name }) => name));
  });

  it('has working examples', async () => {
    await statsOf('--help');
    expect(examplesOf('stats')).toHaveLength(3);
    for (const { line } of examplesOf('stats')) {
      const args = line.split(' ').slice(2);
      const { code, err } = await statsOf(...args.map((arg) => (arg.startsWith('valid/') ? file(arg) : arg)));
      expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
    }
  });
});

function leaf(name: string, bytes: number, children: readonly Block[] = []): Block {
  return { name, class: 'blob', bytes, children };
}
