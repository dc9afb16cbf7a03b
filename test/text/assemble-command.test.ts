/** `protomdl assemble` and `protomdl edit` through the command's own entry. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { capturedHost } from '../cli/captured-host.js';
import { temporaryDirectory, withFiles } from '../cli/temporary.js';

const CORPUS = new URL('../../corpus/', import.meta.url).pathname;
const FRAMED = join(CORPUS, 'valid/framed-v3.hef');

async function ran(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const host = capturedHost({ env });
  const code = await run(args, host);
  return { code, out: host.outBytes(), err: host.err() };
}

describe('assemble', () => {
  it.each(['json', 'yaml', 'textproto'])(
    'writes the file that dump has read, with blobs in files: %s',
    async (format) => {
      const folder = temporaryDirectory();
      const text = join(folder, `text.${format}`);
      const blobs = join(folder, 'blobs');
      expect(
        await ran(['dump', FRAMED, '--format', format, '--bytes', 'file', '--bytes-dir', blobs, '-o', text]),
      ).toMatchObject({ code: 0 });
      const made = await ran([
        'assemble',
        text,
        '--bytes-dir',
        blobs,
        '--compare',
        FRAMED,
        '-o',
        join(folder, 'a.hef'),
      ]);
      expect(made).toMatchObject({
        code: 0,
        err: `${FRAMED}: the same ${readFileSync(FRAMED).length} bytes\n`,
      });
      expect(readFileSync(join(folder, 'a.hef')).equals(readFileSync(FRAMED))).toBe(true);
      const bare = await ran(['assemble', text, '--bytes-dir', blobs, '--framing', 'bare']);
      expect(bare).toMatchObject({ code: 1, err: expect.stringContaining('no room for ccws') as string });
    },
  );

  it.each([
    ['overlong.mdl', 'overlong-varint'],
    ['reverse-order.mdl', 'field-order'],
    ['unpacked-list.mdl', 'unpacked-list'],
    ['split-messages.mdl', 'field-repeated'],
    ['unknown-fields.mdl', 'unknown-in-front'],
    ['old-flags.mdl', 'default-written'],
  ])('reports how the encoding of %s differs', async (name, kind) => {
    const file = join(CORPUS, 'valid', name);
    const folder = temporaryDirectory();
    const text = join(folder, 'a.json');
    await ran(['dump', file, '--bytes', 'hex', '-o', text]);
    const { code, err } = await ran(['assemble', text, '--compare', file, '-o', join(folder, 'a.mdl')]);
    expect(code).toBe(1);
    expect(err).toContain(`: ${kind}: `);
    expect(err).toMatch(/differs first at \d+ \(0x[0-9a-f]+/);
    expect(existsSync(join(folder, 'a.mdl'))).toBe(true);
  });

  it('refuses a dump without some of its bytes, and names the path and the remedy', async () => {
    const folder = temporaryDirectory();
    const text = join(folder, 'a.json');
    await ran(['dump', join(CORPUS, 'valid/blobs.mdl'), '-o', text]);
    const { code, err } = await ran(['assemble', text, '-o', join(folder, 'a.mdl')]);
    expect(code).toBe(1);
    expect(err).toMatch(
      /a\.json:\d+:\d+: error: .*--bytes base64.*\(in .*data\) \[text-bytes-left-out at \d+ \(0x[\da-f]+\)\]\n$/,
    );
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  it('names the file, line and column of an error', async () => {
    const folder = withFiles({ 'a.txtpb': 'header {\n  hw_arhc: 1 }' });
    const { code, err } = await ran(['assemble', join(folder, 'a.txtpb')]);
    expect(code).toBe(1);
    expect(err).toBe(
      `protomdl: ${join(folder, 'a.txtpb')}:2:3: error: ProtoMDLHeader has no field hw_arhc; did you mean hw_arch? (in header) [text-name-unknown at 11 (0xb)]\n`,
    );
  });

  it.each([
    [['assemble', 'nowhere.json'], 3],
    [['assemble', FRAMED, '--framing', '4'], 2],
    [['assemble', FRAMED, '--format', 'xml'], 2],
    [['edit', FRAMED], 2],
    [['edit', FRAMED, '-o', FRAMED], 2],
    [['edit', FRAMED, '-o', 'a.hef', '--in-place'], 2],
    [['edit', '-', '--in-place'], 2],
  ])('%s ends with %i', async (args, code) => {
    const { err, ...ended } = await ran(args);
    expect(ended.code).toBe(code);
    expect(err).toMatch(/^(protomdl|error): /);
    expect(err).not.toContain('internal error');
  });
});

describe('edit', () => {
  const file = () => {
    const folder = withFiles({ 'a.hef': new Uint8Array(readFileSync(FRAMED)) });
    return { folder, path: join(folder, 'a.hef'), before: readFileSync(FRAMED) };
  };

  it('assembles the text from the editor', async () => {
    const { folder, path, before } = file();
    const to = join(folder, 'b.hef');
    const { code, err } = await ran(['edit', path, '-o', to], {
      EDITOR: 'sed -i \'s/sdk_version: .*/sdk_version: "9.9"/\'',
    });
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/b\.hef: [\d,]+ bytes written\n$/) as string,
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    const { out } = await ran(['dump', to, '--select', 'header.sdk_version']);
    expect(Buffer.from(out).toString()).toContain('9.9');
    expect(await ran(['validate', to])).toMatchObject({ code: 0 });
  });

  it('prefers VISUAL to EDITOR, and writes in place on request', async () => {
    const { path, before } = file();
    const env = { VISUAL: "sed -i '/timestamp/d'", EDITOR: 'false' };
    expect(await ran(['edit', path, '--in-place', '--format', 'json'], env)).toMatchObject({ code: 0 });
    expect(readFileSync(path).equals(before)).toBe(false);
    const { out } = await ran(['dump', path]);
    expect(Buffer.from(out).toString()).not.toContain('timestamp');
  });

  it('writes nothing if nothing was changed', async () => {
    const { folder, path } = file();
    const { code, err } = await ran(['edit', path, '-o', join(folder, 'b.hef')], { EDITOR: 'true' });
    expect({ code, err }).toEqual({ code: 0, err: `${path}: nothing is changed, so nothing is written\n` });
    expect(readdirSync(folder)).toEqual(['a.hef']);
  });

  it('keeps a text that cannot be assembled, and prints its path', async () => {
    const { folder, path, before } = file();
    const { code, err } = await ran(['edit', path, '--in-place'], { EDITOR: "sed -i 's/hw_arch/hw_arhc/'" });
    expect(code).toBe(1);
    expect(err).toMatch(
      /:\d+:3: error: .*did you mean hw_arch\? .*\[text-name-unknown at \d+ \(0x[\da-f]+\)\]\n/,
    );
    const [, kept = ''] = /the text is kept: (.*)\n/.exec(err) ?? [];
    expect(readFileSync(kept, 'utf8')).toContain('hw_arhc');
    rmSync(dirname(kept), { recursive: true });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['a.hef']);
  });

  it('reports new errors only', async () => {
    const { path } = file();
    const { code, err } = await ran(['edit', path, '--in-place'], {
      EDITOR: "sed -i 's/^network_groups {/network_groups {}\\nnetwork_groups {/'",
    });
    expect(code).toBe(1);
    expect(err).toMatch(/: error: .+ \(new\) \[[a-z-]+ at \d+ \(0x[\da-f]+\) in network_groups\[0\]\]\n/);
  });

  it('ends if the editor fails, and refuses broken files', async () => {
    const { path, before } = file();
    expect(await ran(['edit', path, '--in-place'], { EDITOR: 'false' })).toMatchObject({ code: 1 });
    expect(readFileSync(path).equals(before)).toBe(true);
    const broken = join(CORPUS, 'invalid/cut-in-message.mdl');
    const { code, err } = await ran(['edit', broken, '-o', `${path}2`], { EDITOR: 'true' });
    expect(code).toBe(1);
    expect(err).toContain('would be lost');
  });
});
