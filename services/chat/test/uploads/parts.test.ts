import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { systemRandom } from '@services/kit/clock';
import { beforeAll, describe, expect, test } from 'vitest';
import { servedType, UNKNOWN_TYPE } from '../../src/uploads/content-type.js';
import { FolderStore } from '../../src/uploads/folder-store.js';
import { canonicalPathId, cleanFileName, newPathId, slugOf, storedAt } from '../../src/uploads/names.js';
import { MIB, receiveFile } from '../../src/uploads/receive.js';

describe('a name', () => {
  test.each([
    ['folder/sub\\file.txt', 'file.txt'],
    [' a\u0000b\u202ec\u2028.txt ', 'abc.txt'],
    ['e\u0301.txt', 'é.txt'],
    ['\ud800.txt', '\ufffd.txt'],
    ['', 'uploaded-file'],
    ['.', 'uploaded-file'],
    ['x/..', 'uploaded-file'],
    ['\u0007', 'uploaded-file'],
    [`${'a'.repeat(251)}.txt`, `${'a'.repeat(251)}.txt`],
    [`${'a'.repeat(252)}.txt`, `${'a'.repeat(251)}.txt`],
    [`${'é'.repeat(200)}.txt`, `${'é'.repeat(125)}.txt`],
    ['b'.repeat(256), 'b'.repeat(255)],
  ])('%j is shown as %j', (given, shown) => expect(cleanFileName(given)).toBe(shown));

  test.each([
    ['a  b.txt', 'a-b.txt'],
    ['<ü>"_%.pdf', 'ü_.pdf'],
    ['...', 'uploaded-file'],
    ['***', 'uploaded-file'],
    [`${'a'.repeat(200)}.txt`, `${'a'.repeat(116)}.txt`],
  ])('%j is in an address as %j', (name, slug) => expect(slugOf(name)).toBe(slug));

  const FOLDER = `2/0f/${'A'.repeat(32)}`;
  test.each([
    [`${FOLDER}/ü.txt`, `${FOLDER}/%C3%BC.txt`],
    [`${FOLDER}/%c3%bc.txt`, `${FOLDER}/%C3%BC.txt`],
    [`${FOLDER}/a.txt`, `${FOLDER}/a.txt`],
    [`${FOLDER}/100%.txt`, undefined],
    [`${FOLDER}/`, undefined],
    [`${FOLDER}/a/b`, undefined],
    [`2/0F/${'A'.repeat(32)}/a`, undefined],
    [`2/0f/${'A'.repeat(23)}/a`, undefined],
    ['../../etc/passwd', undefined],
  ])('the path %s is %s', (path, canonical) => expect(canonicalPathId(path)).toBe(canonical));

  test('gets a new path in canonical form; the storage path of its bytes does not contain the name', () => {
    const random = { bytes: (n: number) => new Uint8Array(n).fill(5) };
    const path = newPathId(random, 'ü 1.txt');
    expect(path).toBe(`2/05/${'5'.repeat(32)}/%C3%BC-1.txt`);
    expect([canonicalPathId(path), storedAt(path)]).toEqual([path, `2/05/${'5'.repeat(32)}`]);
  });
});

describe('the type under which a file is served', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  test.each<[string, Uint8Array, string, string]>([
    ['a picture', PNG, 'a.PNG', 'image/png'],
    ['a picture with the name of a page', PNG, 'a.html', UNKNOWN_TYPE],
    ['a picture without an extension', PNG, 'png', UNKNOWN_TYPE],
    ['a page with the name of a picture', Buffer.from('<html>'), 'a.png', UNKNOWN_TYPE],
    ['text', Buffer.from('text\t\r\n\f\u001bü'), 'a.txt', 'text/plain'],
    ['text with the name of a page', Buffer.from('text'), 'a.html', UNKNOWN_TYPE],
    ['text that is cut inside a character', Buffer.from('ü').subarray(0, 1), 'a.log', 'text/plain'],
    ['bytes that are not UTF-8', Buffer.from([0x41, 0xff, 0x41]), 'a.txt', UNKNOWN_TYPE],
    ...[0, 8, 11, 14, 31].map((byte): [string, Uint8Array, string, string] => [
      `a byte ${byte}`,
      Buffer.from([0x41, byte]),
      'a.txt',
      UNKNOWN_TYPE,
    ]),
  ])('%s', async (_what, bytes, name, type) => expect(await servedType(bytes, name)).toBe(type));
});

describe('a folder of files', () => {
  let folder: string;
  let store: FolderStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-store-'));
    store = await FolderStore.open(join(folder, 'store'), systemRandom);
  });
  const read = async (name: string, range?: { start: number; end: number }) => {
    const stream = await store.read(name, range);
    return stream === undefined ? undefined : text(stream);
  };
  const temporary = () => readdir(store.temporaryFolder);

  test('returns what was written, readable for the owner of the files only', async () => {
    await store.write('a/b/file', Buffer.from('content'));
    expect([await read('a/b/file'), await read('a/b/file', { start: 1, end: 3 })]).toEqual([
      'content',
      'ont',
    ]);
    expect([await store.size('a/b/file'), await temporary()]).toEqual([7, []]);
    const path = join(folder, 'store', 'files', 'a', 'b');
    expect([(await stat(path)).mode & 0o777, (await stat(join(path, 'file'))).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
  });

  test('returns undefined for missing files, folders, links and long names, and refuses paths outside of its folder', async () => {
    const files = join(folder, 'store', 'files');
    await writeFile(join(folder, 'secret'), 'secret');
    await mkdir(join(files, 'folder'), { recursive: true });
    await symlink(join(folder, 'secret'), join(files, 'link'));
    await symlink(folder, join(files, 'linked'));
    await writeFile(join(files, 'plain'), 'x');
    for (const name of [
      'missing',
      'missing/too',
      'folder',
      'link',
      'linked/secret',
      'plain/x',
      'x'.repeat(300),
    ]) {
      expect([name, await store.size(name), await store.read(name)]).toEqual([name, undefined, undefined]);
    }
    await expect(store.write('linked/new', Buffer.from('x'))).rejects.toThrow(
      'a folder of uploads is a link',
    );
    expect(await readdir(folder)).not.toContain('new');
    for (const name of ['../secret', '/etc/passwd', 'a/../../../secret', '.', '', 'a\0b']) {
      await expect(store.read(name)).rejects.toThrow('leaves the upload folder');
      await expect(store.remove(name)).rejects.toThrow('leaves the upload folder');
    }
  });

  test('refuses a file that lost bytes', async () => {
    const local = store.temporaryFile();
    await writeFile(local, '1234');
    await expect(store.adopt(local, 'c/file', 5)).rejects.toThrow('an upload of 5 bytes was stored with 4');
    expect(await store.size('c/file')).toBeUndefined();
    await store.adopt(local, 'c/file', 4);
    expect(await read('c/file')).toBe('1234');
    expect(new Set([store.temporaryFile(), store.temporaryFile()]).size).toBe(2);
  });

  test('removes files, and accepts that a file is missing', async () => {
    for (const name of ['d/one', 'd/two']) await store.write(name, Buffer.from(name));
    await store.remove('d/one');
    expect([await read('d/one'), await read('d/two')]).toEqual([undefined, 'd/two']);
    await store.remove('d/one');
    await store.remove('d/two');
    expect(await readdir(join(folder, 'store', 'files'))).not.toContain('d');
    await store.remove('nowhere/one');
  });

  describe('receives a file', () => {
    const receive = (stream: Readable, maxFileUploadMib = 1) =>
      receiveFile({ files: store, config: { maxFileUploadMib } } as never, 'dir/a.txt', stream);

    test('with its hash, size, name and type', async () => {
      const bytes = Buffer.alloc(MIB, 'a text ');
      const found = await receive(
        Readable.from([bytes.subarray(0, 5), bytes.subarray(5, 5000), bytes.subarray(5000)]),
      );
      const sha256 = createHash('sha256').update(bytes).digest();
      expect(found).toMatchObject({ name: 'a.txt', size: MIB, contentType: 'text/plain' });
      expect(Buffer.from(found.sha256).equals(sha256)).toBe(true);
      expect((await readFile(found.localFile)).equals(bytes)).toBe(true);
      expect((await stat(found.localFile)).mode & 0o777).toBe(0o600);
    });

    test('with the type of its first 4096 bytes, even if these arrive in pieces', async () => {
      for (const [at, type] of [
        [4095, UNKNOWN_TYPE],
        [4096, 'text/plain'],
      ] as const) {
        const bytes = Buffer.alloc(6000, 'a');
        bytes[at] = 0;
        const pieces = Array.from({ length: 60 }, (_, piece) =>
          bytes.subarray(100 * piece, 100 * piece + 100),
        );
        expect((await receive(Readable.from(pieces))).contentType).toBe(type);
      }
    });

    test('unless it is too large, cut off by the form parser or interrupted; then no file is left', async () => {
      const before = await temporary();
      await expect(receive(Readable.from([Buffer.alloc(MIB), Buffer.alloc(1)]))).rejects.toThrow('1 MiB');
      const cut = Object.assign(Readable.from([Buffer.from('x')]), { truncated: true });
      await expect(receive(cut)).rejects.toThrow('1 MiB');
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('x');
          throw new Error('connection lost');
        })(),
      );
      await expect(receive(broken)).rejects.toThrow('connection lost');
      expect(await temporary()).toEqual(before);
    });
  });
});
