/** Files that commands write and read beside their output: folders of blobs and of results, and bytes for a report. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BlobFolder, blobFiles } from '../../src/cli/blob-folder.js';
import { complainUnwritten, openDataOutput, writeData } from '../../src/cli/data-output.js';
import { excerptsOf } from '../../src/cli/excerpts.js';
import { EXIT } from '../../src/cli/exit-code.js';
import { folderSearch } from '../../src/cli/folder-search.js';
import { lookalikeOf, remarkLookalikes } from '../../src/cli/lookalike-remark.js';
import { OutputFolder } from '../../src/cli/output-folder.js';
import { isModelName, isPassedOver, walk } from '../../src/cli/walk.js';
import { capturedHost } from './captured-host.js';
import { temporaryDirectory } from './temporary.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const nameOf = (content: Uint8Array): string =>
  `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.bin`;

describe('a folder of blobs', () => {
  it('has one complete file for each content, whole or in pieces', () => {
    const path = join(temporaryDirectory(), 'a/b');
    const folder = new BlobFolder(path);
    const name = nameOf(bytes('hello'));
    expect(folder.put(bytes('hello'))).toBe(name);
    const pieces = folder.begin();
    pieces.write(bytes('hel'));
    expect(readdirSync(path)).toHaveLength(2);
    const others = folder.begin();
    others.write(bytes('other'));
    pieces.write(bytes('lo'));
    expect([pieces.end(), others.end()]).toEqual([name, nameOf(bytes('other'))]);
    expect(readdirSync(path).sort()).toEqual([name, nameOf(bytes('other'))].sort());
    expect(readFileSync(join(path, name), 'utf8')).toBe('hello');
  });

  it('replaces a file with other bytes, of another size, or a link, and keeps the same bytes', () => {
    const path = temporaryDirectory();
    const folder = new BlobFolder(path);
    const place = join(path, folder.put(bytes('hello')));
    const outside = join(temporaryDirectory(), 'outside');
    writeFileSync(outside, 'hello');
    for (const spoil of [
      () => writeFileSync(place, 'jello'),
      () => truncateSync(place, 3),
      () => {
        rmSync(place);
        symlinkSync(outside, place);
      },
    ]) {
      spoil();
      folder.put(bytes('hello'));
      writeFileSync(outside, 'changed');
      expect(readFileSync(place, 'utf8')).toBe('hello');
      expect(readdirSync(path)).toHaveLength(1);
    }
    // An equal file is not written again: a folder without room for another file is no problem.
    const read = blobFiles(path);
    expect(read(nameOf(bytes('hello')))).toEqual(bytes('hello'));
  });

  it('that cannot be made or filled is an error of the option, and leaves no part', () => {
    const path = temporaryDirectory();
    writeFileSync(join(path, 'file'), '');
    expect(() => new BlobFolder(join(path, 'file/x'))).toThrow(/--bytes-dir/);
    const folder = new BlobFolder(join(path, 'blobs'));
    const begun = folder.begin();
    begun.write(bytes('x'));
    // A folder with the name of the blob cannot be replaced by a file.
    mkdirSync(join(path, 'blobs', nameOf(bytes('x')), 'inner'), { recursive: true });
    expect(() => begun.end()).toThrow(/--bytes-dir/);
    expect(readdirSync(join(path, 'blobs'))).toEqual([nameOf(bytes('x'))]);
  });

  it('is read without leaving it', () => {
    const path = temporaryDirectory();
    writeFileSync(join(path, 'secret'), 'secret');
    mkdirSync(join(path, 'blobs'));
    symlinkSync(join(path, 'secret'), join(path, 'blobs/link'));
    symlinkSync(join(path, 'blobs'), join(path, 'alias'));
    writeFileSync(join(path, 'blobs/a.bin'), 'abc');
    const read = blobFiles(join(path, 'blobs'));
    expect(read('a.bin')).toEqual(bytes('abc'));
    expect(read('none.bin')).toBeUndefined();
    expect(() => read('link')).toThrow(/is a link/);
    expect(() => read('a.bin', 2)).toThrow();
    // The folder itself may be a link.
    expect(blobFiles(join(path, 'alias'))('a.bin')).toEqual(bytes('abc'));
  });
});

describe('a folder of results', () => {
  it('must be empty, and gives each file a name of its own', () => {
    const path = join(temporaryDirectory(), 'new/out');
    const folder = new OutputFolder(path, '-o');
    const wanted = ['a.mdl', 'a.mdl', 'a-2.mdl', 'a.mdl', 'b'];
    const names = wanted.map((name) => folder.nameFor(name));
    expect(names).toEqual(['a.mdl', 'a-2.mdl', 'a-2-2.mdl', 'a-3.mdl', 'b']);
    folder.write('a.mdl', 'text');
    folder.copy(join(path, 'a.mdl'), 'b');
    expect(readFileSync(join(path, 'b'), 'utf8')).toBe('text');
    expect(readdirSync(path).sort()).toEqual(['a.mdl', 'b']);
    expect(() => new OutputFolder(path, '-o')).toThrow(`-o ${path}: is not empty`);
    expect(() => new OutputFolder(join(path, 'b'), '-o')).toThrow(
      /is a file, but several files need a folder/,
    );
    expect(() => new OutputFolder(join(path, 'b/c'), '--out')).toThrow(/--out/);
  });

  it('has no part of a file that cannot be copied', () => {
    const path = temporaryDirectory();
    const folder = new OutputFolder(join(path, 'out'), '-o');
    expect(() => folder.copy(join(path, 'none'), 'a')).toThrow(/-o/);
    mkdirSync(join(path, 'out/b'));
    expect(() => folder.write('b', 'x')).toThrow(/-o/);
    expect(readdirSync(join(path, 'out'))).toEqual(['b']);
  });
});

describe('the output of a text', () => {
  const written = async (code: number, text: string, inputs: object[] = []) => {
    const path = join(temporaryDirectory(), 'out');
    writeFileSync(path, 'old');
    const host = capturedHost();
    const got = await writeData(path, inputs as never, host, async (output) => {
      expect([output.isTerminal, output.columns]).toEqual([false, undefined]);
      await output.write(text);
      return code as never;
    });
    expect(got).toBe(code);
    return [readFileSync(path, 'utf8'), host.err()];
  };

  it.each<[number, string, string]>([
    [EXIT.ok, 'new', 'new'],
    [EXIT.ok, '', ''],
    [EXIT.found, '', ''],
    [EXIT.usage, '', 'old'],
    [EXIT.usage, 'new', 'new'],
    [EXIT.budget, 'new', 'new'],
    [EXIT.budget, '', 'old'],
    [EXIT.interrupted, 'new', 'old'],
    [EXIT.terminated, 'new', 'old'],
  ])('of a command that ends with %i and writes %j is %j', async (code, text, content) => {
    expect(await written(code, text)).toEqual([content, '']);
  });

  it('stays if no input could be read, and is written if one could', async () => {
    const there = join(temporaryDirectory(), 'there');
    writeFileSync(there, '');
    const file = { path: there, kind: 'file', size: 0 };
    const gone = {
      path: `${there}-gone`,
      kind: 'other',
      size: 0,
      problem: { code: 'source-not-found', message: '' },
    };
    const [content, message] = await written(EXIT.unreadable, 'new', [gone]);
    expect(content).toBe('old');
    expect(message).toMatch(/^protomdl: -o .*out: not written, because no input could be read\n$/);
    expect(await written(EXIT.unreadable, 'new', [gone, file])).toEqual(['new', '']);
  });

  it('stays if the work throws', async () => {
    const folder = temporaryDirectory();
    const path = join(folder, 'out');
    await expect(
      writeData(path, [], capturedHost(), async (output) => {
        await output.write('x');
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is standard output without a path, or for `-`', async () => {
    for (const path of [undefined, '-']) {
      const host = capturedHost({ terminal: true, columns: 77 });
      const output = openDataOutput(path, { inputs: [] }, host);
      expect([output.isTerminal, output.columns]).toEqual([true, 77]);
      await output.write('text');
      await output.finish();
      output.discard();
      await complainUnwritten(path, host);
      expect([host.out(), host.err()]).toEqual(['text', '']);
    }
    const host = capturedHost();
    await complainUnwritten('a', host, { option: '--report', reason: 'a link' });
    expect(host.err()).toBe('protomdl: --report a: not written, because no input could be read (a link)\n');
  });
});

it('bytes for a report are read from a regular file, and a file that is gone has none', () => {
  const folder = temporaryDirectory();
  const path = join(folder, 'a');
  writeFileSync(path, 'abcdef');
  const { excerpt, close } = excerptsOf(path);
  expect(excerpt(2, 3)).toEqual(bytes('cde'));
  expect(excerpt(4, 10)).toEqual(bytes('ef'));
  rmSync(path);
  // The file stays open, and is opened again after it was closed.
  expect(excerpt(0, 1)).toEqual(bytes('a'));
  close();
  expect(excerpt(0, 1)).toBeUndefined();
  writeFileSync(path, 'new');
  // A file that was gone once stays without bytes, so that a report is about one file.
  expect(excerpt(0, 1)).toBeUndefined();
  close();
  expect(excerptsOf(folder).excerpt(0, 1)).toBeUndefined();
});

it('the format of a file that is not a model is read from regular files only, and is a warning', async () => {
  const folder = temporaryDirectory();
  const write = (name: string, content: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return { path, kind: 'file', size: content.length } as const;
  };
  const zip = write('a.zip', bytes('PK\x03\x04 and more'));
  const model = write('a.mdl', Uint8Array.of(0x0a, 0));
  const gone = { ...zip, path: join(folder, 'none') };
  expect(lookalikeOf(zip)).toMatch(/ZIP/);
  expect([model, gone, { ...zip, kind: 'stream' } as never].map((input) => lookalikeOf(input))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const host = capturedHost();
  await remarkLookalikes([model, zip, gone, zip], host);
  const lines = host.err().trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^protomdl: .*a\.zip: warning: this is a ZIP.*frame-bad-magic/);
});

describe('the search of a folder', () => {
  it('takes models, in the order of the bytes of their names, and passes over packages and hidden entries', async () => {
    const root = temporaryDirectory();
    const files = [
      'b.mdl',
      'a/z.HEF',
      'a/c.hef.txt',
      '.h.mdl',
      '.hidden/x.mdl',
      'node_modules/x.mdl',
      'é.mdl',
      'z.hef',
      'é/n.mdl',
    ];
    for (const file of files) {
      mkdirSync(join(root, file, '..'), { recursive: true });
      writeFileSync(join(root, file), 'x');
    }
    symlinkSync(join(root, 'b.mdl'), join(root, 'link.mdl'));
    symlinkSync(join(root, 'none'), join(root, 'loose.mdl'));
    symlinkSync(root, join(root, 'a/up'));
    mkdirSync(join(root, 'folder.mdl'));
    const found = [];
    for await (const { path, kind, size } of walk(root))
      found.push([path.slice(root.length + 1), kind, size]);
    expect(found).toEqual([
      ['a/z.HEF', 'file', 1],
      ['b.mdl', 'file', 1],
      ['link.mdl', 'file', 1],
      ['loose.mdl', 'other', 0],
      ['z.hef', 'file', 1],
      ['é/n.mdl', 'file', 1],
      ['é.mdl', 'file', 1],
    ]);
    const gone = [];
    for await (const input of walk(join(root, 'nowhere'))) gone.push([input.kind, input.problem?.code]);
    expect(gone).toEqual([['other', 'source-not-found']]);
  });

  it('takes the same entries if a program lists the folders', async () => {
    const root = temporaryDirectory();
    mkdirSync(join(root, 'out'));
    writeFileSync(join(root, '.gitignore'), 'out/\n*.hef\n');
    for (const [gitignore, wanted] of [
      [true, [true, false, false, false, false, false]],
      [false, [true, true, true, false, false, false]],
    ] as const) {
      const search = await folderSearch(root, { gitignore });
      search.enter(root);
      expect([
        search.takes(join(root, 'a.mdl'), false),
        search.takes(join(root, 'a.hef'), false),
        search.takes(join(root, 'out'), true),
        search.takes(join(root, 'a.txt'), false),
        search.takes(join(root, '.a.mdl'), false),
        search.takes(join(root, 'node_modules'), true),
      ]).toEqual(wanted);
    }
    expect((await folderSearch(root)).takes(join(root, 'a.mdl'), false)).toBe(true);
    expect(['a.MDL', 'a.hef', 'a.hefx', 'hef'].map(isModelName)).toEqual([true, true, false, false]);
    expect([isPassedOver('node_modules', false), isPassedOver('node_modules', true)]).toEqual([false, true]);
    expect(existsSync(join(root, 'out'))).toBe(true);
  });
});
