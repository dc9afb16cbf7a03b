import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect } from '../../src/cli/collect.js';
import { CommandError } from '../../src/cli/exit-code.js';
import { temporaryDirectory, withFiles } from './temporary.js';

async function paths(root: string, args: readonly string[], filesFrom?: string): Promise<string[]> {
  const { inputs } = await collect(args, filesFrom);
  return inputs.map(({ path }) => (path.startsWith(root) ? relative(root, path) : path));
}

describe('files selected by arguments', () => {
  it('include the models in a directory; the entries of each directory are in bytewise order', async () => {
    const root = withFiles({
      'b.mdl': '',
      'a.hef': '',
      'Z.mdl': '',
      'é.mdl': '',
      '\u{1f600}.mdl': '',
      '\uff5e.mdl': '',
      'a.txt': '',
      'a/z.mdl': '',
      'a/b/c.hef': '',
      'a-b/x.mdl': '',
    });
    // Names are sorted by their bytes in UTF-8, not by their UTF-16 units: U+FF5E comes before U+1F600.
    expect(await paths(root, [root])).toEqual([
      'Z.mdl',
      'a/b/c.hef',
      'a/z.mdl',
      'a-b/x.mdl',
      'a.hef',
      'b.mdl',
      'é.mdl',
      '\uff5e.mdl',
      '\u{1f600}.mdl',
    ]);
  });

  it('keeps the order of the arguments and reads nothing twice', async () => {
    const root = withFiles({ 'z.mdl': '', 'd/a.mdl': '', 'd/b.mdl': '' });
    symlinkSync(join(root, 'd/a.mdl'), join(root, 'd/link.mdl'));
    const args = ['z.mdl', 'd/b.mdl', 'd', './z.mdl', 'd/../d/a.mdl'].map((name) => `${root}/${name}`);
    expect(await paths(root, args)).toEqual(['z.mdl', 'd/b.mdl', 'd/a.mdl']);
  });

  it('leaves out hidden files, and does not follow links to directories', async () => {
    const root = withFiles({ '.hidden.mdl': '', '.git/x.mdl': '', 'd/a.mdl': '', 'real/b.mdl': '' });
    symlinkSync(join(root, 'real'), join(root, 'd/link'));
    symlinkSync(root, join(root, 'd/circle'));
    expect(await paths(root, [join(root, 'd')])).toEqual(['d/a.mdl']);
    // A link that the command line names is followed.
    expect(await paths(root, [join(root, 'd/link')])).toEqual(['d/link/b.mdl']);
    expect(await paths(root, [join(root, '.hidden.mdl')])).toEqual(['.hidden.mdl']);
  });

  it('leaves out FIFOs unless they are named', async () => {
    const root = withFiles({ 'd/a.mdl': '' });
    execFileSync('mkfifo', [join(root, 'd/pipe.mdl')]);
    expect(await paths(root, [join(root, 'd')])).toEqual(['d/a.mdl']);
    const { inputs } = await collect([join(root, 'd/pipe.mdl')], undefined);
    expect(inputs[0]?.kind).toBe('stream');
  });

  it('lists a broken link, which fails when it is read', async () => {
    const root = temporaryDirectory();
    symlinkSync('/nonexistent', join(root, 'gone.mdl'));
    expect((await collect([root], undefined)).inputs).toMatchObject([{ kind: 'other' }]);
  });

  it('accepts any named file, whatever its suffix, and a missing one too', async () => {
    const root = withFiles({ 'model.bin': '' });
    expect(await paths(root, [join(root, 'model.bin'), join(root, 'gone.mdl')])).toEqual([
      'model.bin',
      'gone.mdl',
    ]);
  });

  it('expands patterns in bytewise order, without hidden files', async () => {
    const root = withFiles({ 'b.mdl': '', 'a.mdl': '', 'c.txt': '', '.d.mdl': '', 'sub/e.mdl': '' });
    expect(await paths(root, [`${root}/*.mdl`])).toEqual(['a.mdl', 'b.mdl']);
    expect(await paths(root, [`${root}/**/*.mdl`])).toEqual(['a.mdl', 'b.mdl', 'sub/e.mdl']);
    expect(await paths(root, [`${root}/s*`])).toEqual(['sub/e.mdl']);
    expect(await paths(root, [`${root}/{b,c}.*`])).toEqual(['b.mdl', 'c.txt']);
  });

  it('takes an argument with glob characters as a name if such a file exists', async () => {
    const root = withFiles({ '[a].mdl': '', 'a.mdl': '', '*.mdl': '' });
    expect(await paths(root, [`${root}/[a].mdl`])).toEqual(['[a].mdl']);
    expect(await paths(root, [`${root}/*.mdl`])).toEqual(['*.mdl']);
  });

  it('returns the arguments that select no file', async () => {
    const root = withFiles({ 'a.mdl': '', 'empty/readme.txt': '' });
    const args = [`${root}/a.mdl`, `${root}/empty`, `${root}/*.none`];
    const { inputs, empty } = await collect(args, undefined);
    expect(inputs).toHaveLength(1);
    expect(empty).toEqual([`${root}/empty`, `${root}/*.none`]);
  });

  it('reads names from a list: lines, CRLF lines, or NUL-separated', async () => {
    const root = withFiles({ 'a.mdl': '', 'b*.mdl': '', 'd/c.mdl': '' });
    const names = [`${root}/a.mdl`, `${root}/b*.mdl`, `${root}/d`];
    for (const text of [names.join('\n'), `${names.join('\r\n')}\r\n\r\n`, `${names.join('\0')}\0`]) {
      writeFileSync(join(root, 'list'), text);
      expect(await paths(root, [], join(root, 'list'))).toEqual(['a.mdl', 'b*.mdl', 'd/c.mdl']);
    }
    writeFileSync(join(root, 'list'), `${root}/new\nline.mdl\0`);
    expect(await paths(root, [], join(root, 'list'))).toEqual(['new\nline.mdl']);
  });

  it('refuses a list that cannot be read, and two uses of standard input', async () => {
    await expect(collect([], '/nonexistent/list')).rejects.toThrow(CommandError);
    await expect(collect(['-'], '-')).rejects.toThrow('standard input');
    expect((await collect(['-', '-'], undefined)).inputs).toHaveLength(1);
  });

  it('searches folders that are nested deeper than the stack allows', async () => {
    const root = temporaryDirectory();
    // Each folder is created by a relative path, because the whole path would be longer than the system allows.
    const start = process.cwd();
    try {
      process.chdir(root);
      for (let depth = 0; depth < 1500; depth++) {
        mkdirSync('d');
        process.chdir('d');
      }
      writeFileSync('bottom.mdl', '');
    } finally {
      process.chdir(start);
    }
    const { inputs } = await collect([root], undefined);
    expect(inputs).toMatchObject([
      { kind: 'file', path: expect.stringMatching(/(\/d){1500}\/bottom\.mdl$/) },
    ]);
  });
});

describe('files in directories are excluded', () => {
  const searched = async (root: string, args: readonly string[], wishes = {}) => {
    const { inputs } = await collect(args, undefined, { root, ...wishes });
    return inputs.map(({ path }) => relative(root, path));
  };

  it('if they are inside node_modules, unless they are named', async () => {
    const root = withFiles({ 'a.mdl': '', 'node_modules/x/b.mdl': '', 'd/node_modules/c.mdl': '' });
    expect(await searched(root, [root])).toEqual(['a.mdl']);
    expect(await searched(root, [join(root, 'node_modules')])).toEqual(['node_modules/x/b.mdl']);
    expect(await searched(root, [join(root, '**/*.mdl')])).toEqual(['a.mdl']);
  });

  it('if a pattern names the files or their folder', async () => {
    const root = withFiles({
      'a.mdl': '',
      'tmp/b.mdl': '',
      'd/tmp/c.mdl': '',
      'd/old/d.mdl': '',
      'd/e.hef': '',
    });
    expect(await searched(root, [root], { exclude: ['tmp'] })).toEqual(['a.mdl', 'd/e.hef', 'd/old/d.mdl']);
    expect(await searched(root, [root], { exclude: ['d/old/', '*.hef'] })).toEqual([
      'a.mdl',
      'd/tmp/c.mdl',
      'tmp/b.mdl',
    ]);
    // Patterns exclude the same files from a search as from the arguments; a named file is never excluded.
    expect(await searched(root, [join(root, 'd/**/*')], { exclude: ['tmp'] })).toEqual([
      'd/e.hef',
      'd/old/d.mdl',
    ]);
    expect(await searched(root, [join(root, 'tmp/b.mdl')], { exclude: ['tmp'] })).toEqual(['tmp/b.mdl']);
  });

  it('if .gitignore names them; the nearest .gitignore decides', async () => {
    const root = withFiles({
      '.git/HEAD': '',
      '.gitignore': '*.hef\nbuild/\n/top.mdl\n',
      'a.hef': '',
      'top.mdl': '',
      'd/top.mdl': '',
      'd/.gitignore': '!kept.hef\n',
      'd/kept.hef': '',
      'd/lost.hef': '',
      'e/kept.hef': '',
      'build/b.mdl': '',
    });
    expect(await searched(root, [root])).toEqual(['d/kept.hef', 'd/top.mdl']);
    expect(await searched(root, [join(root, 'e')])).toEqual([]);
    // A folder that the command line names is always searched.
    expect(await searched(root, [join(root, 'build')])).toEqual(['build/b.mdl']);
    expect(await searched(root, [root], { gitignore: false })).toHaveLength(7);
  });

  it('quickly, whatever the patterns of .gitignore are', async () => {
    const pattern = `${'*a'.repeat(100)}b`;
    const name = `${'a'.repeat(200)}.mdl`;
    const root = withFiles({
      '.git/HEAD': '',
      '.gitignore': `${pattern}\n${'**/*a'.repeat(100)}b\n`,
      [name]: '',
    });
    expect(await searched(root, [root], { exclude: [pattern, `x/${pattern}`] })).toEqual([name]);
    expect(await searched(root, [join(root, pattern)])).toEqual([]);
  });

  it('exactly if git excludes them', async () => {
    const root = withFiles({
      '.gitignore': '# no comment\n*.mdl\n!b*.mdl\nd/**/x.hef\n\\#y.hef\nf[0-9].hef\n',
      'a.mdl': '',
      'b.mdl': '',
      'd/x.hef': '',
      'd/e/x.hef': '',
      'e/d/x.hef': '',
      '#y.hef': '',
      'f1.hef': '',
      'fa.hef': '',
      'd/.gitignore': 'b2.mdl\n!a.mdl\n',
      'd/a.mdl': '',
      'd/b2.mdl': '',
    });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
    git('init', '-q');
    const seen = git('ls-files', '--others', '--exclude-standard', '-z')
      .split('\0')
      .filter((name) => /\.(mdl|hef)$/.test(name));
    expect((await searched(root, [root])).sort()).toEqual(seen.sort());
    expect(seen.length).toBeGreaterThan(3);
  });
});

it('reports a name that is not UTF-8', async () => {
  const root = withFiles({ 'a.mdl': '' });
  writeFileSync(Buffer.concat([Buffer.from(`${root}/b`), Buffer.from([0xff]), Buffer.from('.mdl')]), '');
  writeFileSync(`${root}/c\ufffd.mdl`, '');
  const { inputs } = await collect([root], undefined);
  expect(inputs.map(({ problem }) => problem?.message)).toEqual([
    undefined,
    `${root}/b\ufffd.mdl: its name is not UTF-8: rename it`,
    undefined,
  ]);
});
