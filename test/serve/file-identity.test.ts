/**
 * The server serves a file only if its name still refers to that file, or to another file that only the user
 * can have put there.
 */
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSame, NamedFile } from '../../src/serve/file-identity.js';
import { temporaryDirectory } from '../cli/temporary.js';

/**
 * Makes a folder in another folder, with these modes, and a file in it that is named first and then replaced.
 */
function replaced(outer: number, inner: number): NamedFile {
  const root = temporaryDirectory();
  const [top, folder] = [join(root, 'top'), join(root, 'top/folder')];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.mdl'), 'first');
  const named = new NamedFile(join(folder, 'a.mdl'));
  expect(named.allowed()).toMatchObject({ size: 5 });
  writeFileSync(join(folder, 'new'), 'another');
  renameSync(join(folder, 'new'), join(folder, 'a.mdl'));
  chmodSync(folder, inner);
  chmodSync(top, outer);
  return named;
}

describe.skipIf(process.getuid === undefined)('a file that replaced the named file', () => {
  it('is served if only this user could put it there', () => {
    expect(replaced(0o755, 0o755).allowed()).toMatchObject({ size: 7 });
    // In a sticky folder, other users cannot remove our folder.
    expect(replaced(0o1777, 0o755).allowed()).toMatchObject({ size: 7 });
  });

  it.each([
    ['a folder of everyone', 0o755, 0o777],
    ['a sticky folder of everyone: the name may have been free', 0o755, 0o1777],
    ['a folder of a group', 0o755, 0o770],
    ['a folder in one of everyone', 0o777, 0o755],
  ])('is not served from %s', (_name, outer, inner) => {
    expect(replaced(outer, inner).allowed()).toBeNull();
  });

  it('is not served if its folder has become a link, whose target may be open to everyone', () => {
    const root = temporaryDirectory();
    const [folder, other] = [join(root, 'folder'), join(root, 'other')];
    for (const one of [folder, other]) {
      mkdirSync(one);
      writeFileSync(join(one, 'a.mdl'), one);
    }
    const named = new NamedFile(join(folder, 'a.mdl'));
    renameSync(folder, join(root, 'old'));
    symlinkSync(other, folder);
    expect(named.allowed()).toBeNull();
  });

  it('is not served if it is a link, or if it does not exist', () => {
    const folder = temporaryDirectory();
    const path = join(folder, 'a.mdl');
    const named = new NamedFile(path);
    expect(named.allowed()).toBeUndefined();
    writeFileSync(join(folder, 'secret'), 'secret');
    symlinkSync(join(folder, 'secret'), path);
    expect(named.allowed()).toBeNull();
  });
});

it('two files are the same only if they have the same number on the same device', () => {
  const file = { dev: 1, ino: 5 };
  expect([{ ...file }, { ...file, dev: 2 }, { ...file, ino: 6 }].map((other) => isSame(file, other))).toEqual(
    [true, false, false],
  );
});
