import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { Bucket, stored } from './support/bucket.js';
import { commandSays, commandSaysOf, Fleet, linesByPath, ROOT } from './support/fleet.js';
import { corpusFiles } from './support/models.js';
import { essence } from './support/oracle.js';

/**
 * Makes Node report when a program installs its SIGTERM handler. Before that, a signal would only reach Node.
 */
const TELLS =
  "--import=data:text/javascript,process.on('newListener',(e)=>{if(e==='SIGTERM')process.stderr.write('hears')})";

describe.skipIf(inject('postgres') === '')('a folder', () => {
  let fleet: Fleet;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleet-folder-'));
    await cp(join(ROOT, 'corpus'), folder, { recursive: true });
    fleet = await Fleet.make();
    await fleet.ok('scan', folder);
    await fleet.work();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has the same report for each file as the command', async () => {
    const { stdout } = await commandSays(folder, '--format', 'ndjson');
    const wanted = linesByPath(stdout);
    expect(wanted.size).toBeGreaterThan(200);
    const got = await fleet.report();
    expect(got.size).toBe(wanted.size);
    for (const [path, line] of wanted) {
      expect(got.get(`file://${path}`)).toEqual({ ...line, path: `file://${path}` });
    }
  });

  it.each(['csv', 'sarif', 'junit', 'markdown'])('writes the same %s as the command', async (format) => {
    const file = join(folder, 'valid', 'small-network.hef');
    const { stdout } = await commandSays(file, '--format', format);
    const text = await fleet.ok('report', '--format', format, '--text', 'valid/small-network.hef');
    // In SARIF, the fleet also writes URLs; in all other formats, the command writes the same names.
    const named = format === 'sarif' ? text : text.replaceAll(`file://${folder}`, folder);
    expect(named).toBe(stdout);
  });

  it('has the same counts in its status as in its report', async () => {
    const { progress, counts } = JSON.parse(await fleet.ok('status', '--format', 'json'));
    const lines = [...(await fleet.report()).values()];
    expect(progress).toMatchObject({ state: 'done', done: lines.length, open: 0 });
    const verdicts = ['valid', 'invalid', 'unreadable'];
    expect(counts.verdicts).toEqual(
      verdicts.map((verdict) => lines.filter((line) => line.verdict === verdict).length),
    );
    const files = new Map<string, number>();
    for (const { diagnostics } of lines) {
      for (const code of new Set(diagnostics.map(({ code }) => code)))
        files.set(code, (files.get(code) ?? 0) + 1);
    }
    const byCode = new Map<string, number>();
    for (const { code, files } of counts.codes) byCode.set(code, Math.max(byCode.get(code) ?? 0, files));
    expect(byCode.get('frame-length-mismatch')).toBe(files.get('frame-length-mismatch'));
    expect(new Set(byCode.keys())).toEqual(new Set(files.keys()));
    expect(counts.toolChains.some(({ name }: { name: string }) => name === '3.27.0')).toBe(true);
  });

  it('is scanned by commands with the documented exit codes', async () => {
    expect((await fleet.run('scan', '/nowhere/at/all')).code).toBe(3);
    expect((await fleet.run('scan')).code).toBe(2);
    expect((await fleet.run('scan', 'made://5', '--module', '/nowhere.mjs')).code).toBe(2);
    expect((await fleet.run('status', '999')).code).toBe(2);
    expect((await fleet.run('report', '--verdict', 'good')).code).toBe(2);
    expect((await fleet.run('nonsense')).code).toBe(2);
    for (const words of [
      ['status', 'x'],
      ['prune', '0'],
      ['report', '--format', 'pdf'],
      ['status', '--format', 'x'],
    ]) {
      expect(await fleet.run(...words)).toMatchObject({ code: 2, stderr: expect.stringMatching(/invalid/) });
    }
    expect(await fleet.run('report', '-o', '/nowhere/x')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/ENOENT/),
    });
    expect((await fleet.run('doctor')).code).toBe(0);
    expect(await fleet.ok('init')).toBe('the database is up to date\n');
  });

  it.each(['work', 'serve'])('%s ends with 0 after SIGTERM at any moment', async (command) => {
    const moments = [0, 100, 200, 400, 800, 1_600].map(async (afterMs) => {
      const told = new Fleet(fleet.url, { ...fleet.env, NODE_OPTIONS: TELLS });
      const running = told.start(command, ...(command === 'serve' ? ['--port', '0'] : ['-j', '1']));
      await running.said('hears');
      await delay(afterMs);
      running.kill('SIGTERM');
      expect((await running.ended).code, `${afterMs} ms after its begin`).toBe(0);
    });
    await Promise.all(moments);
  });

  it('is searched as by the command: .gitignore, hidden files, packages, links, extensions in capitals', async () => {
    const tree = await mkdtemp(join(tmpdir(), 'fleet-tree-'));
    onTestFinished(() => rm(tree, { recursive: true, force: true }));
    const model = await readFile(join(ROOT, 'corpus/valid/one-context.mdl'));
    const put = async (name: string, content: Uint8Array | string = model) => {
      await mkdir(dirname(join(tree, name)), { recursive: true });
      await writeFile(join(tree, name), content);
    };
    await put('.gitignore', 'built/\n*.tmp.mdl\n!kept.tmp.mdl\n');
    await put('inner/.gitignore', '/first.mdl\n');
    for (const name of [
      'a.mdl',
      'B.MDL',
      'c.hef',
      'built/a.mdl',
      'x.tmp.mdl',
      'kept.tmp.mdl',
      '.hidden.mdl',
    ]) {
      await put(name);
    }
    for (const name of [
      '.cache/a.mdl',
      'node_modules/p/a.mdl',
      'inner/first.mdl',
      'inner/deep/first.mdl',
      'a.txt',
    ]) {
      await put(name);
    }
    await symlink(join(ROOT, 'corpus/valid/ddr.mdl'), join(tree, 'link.mdl'));
    await symlink(join(ROOT, 'corpus/valid'), join(tree, 'linked.mdl'));
    for (const option of [[], ['--no-gitignore']]) {
      const wanted = linesByPath((await commandSays(tree, '--format', 'ndjson', ...option)).stdout);
      await fleet.ok('scan', tree, '--all', ...option);
      await fleet.work();
      const got = await fleet.report();
      expect([...got.keys()].sort()).toEqual([...wanted.keys()].map((path) => `file://${path}`).sort());
      expect(got.size).toBe(option.length === 0 ? 6 : 9);
    }
  });

  it('may contain files whose names are not Unicode', async () => {
    const odd = Buffer.concat([Buffer.from(`${folder}/odd-`), Buffer.of(0xff, 0x0a), Buffer.from('.mdl')]);
    await writeFile(odd, await readFile(join(folder, 'valid', 'one-context.mdl')));
    await fleet.ok('scan', folder);
    await fleet.work();
    const found = [...(await fleet.report('--text', 'odd-')).values()];
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ verdict: 'valid', path: `file://${folder}/odd-%FF%0A.mdl` });
  });
});

describe.skipIf(inject('postgres') === '')('runs of a folder', () => {
  let fleet: Fleet;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleet-runs-'));
    await cp(join(ROOT, 'corpus/valid'), folder, { recursive: true });
    await cp(join(ROOT, 'corpus/invalid/action-unset.mdl'), join(folder, 'action-unset.mdl'));
    fleet = await Fleet.make();
    await fleet.ok('scan', folder);
    await fleet.work();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('queue only changed files, and `diff` reports the changes', async () => {
    expect(await fleet.ok('scan', folder)).toMatch(/ 0 queued/);
    const counts = async (run: string) =>
      JSON.parse(await fleet.ok('status', run, '--format', 'json')).counts;
    expect(await counts('2')).toEqual(await counts('1'));
    const victim = join(folder, 'small-network.hef');
    const bytes = await readFile(victim);
    await writeFile(victim, bytes.subarray(0, 5_000));
    await rm(join(folder, 'ddr.mdl'));
    expect(await fleet.ok('scan', folder)).toMatch(/run 3: .* 1 queued/);
    await fleet.work();
    const same = await fleet.run('diff', '1', '2');
    expect(same).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ 0 worse, 0 better, 0 changed, 0 unknown, 0 added, 0 gone/),
    });
    const { code, stdout } = await fleet.run('diff', '1', '3', '--format', 'ndjson');
    expect(code).toBe(1);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'worse', before: 'valid', after: 'invalid', contentChanged: true }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'gone' }));
    expect((await fleet.run('diff', '3', '1')).stdout).toMatch(/1 better, 0 changed, 0 unknown, 1 added/);
    expect(await fleet.ok('scan', folder, '--all')).toMatch(/ 0 unchanged/);
    await fleet.work();
    expect(await fleet.ok('scan', folder, '--runtime', '4.20.0')).toMatch(/ 0 unchanged/);
    await fleet.work();
  });

  it('are dropped with their partitions, and other runs stay as they are', async () => {
    const before = await fleet.report('2');
    expect(await fleet.ok('prune', '1')).toBe('dropped 1\n');
    expect((await fleet.run('status', '1')).code).toBe(2);
    expect(await fleet.query("select from pg_class where relname = 'result_1'")).toHaveLength(0);
    expect(await fleet.report('2')).toEqual(before);
    expect(await fleet.ok('prune', '--keep', '1')).toBe('dropped 2, 3, 4\n');
  });
});

describe.skipIf(inject('postgres') === '')('a list of addresses', () => {
  it('may name files and objects; missing ones are reported, and --checksum reads all bytes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fleet-list-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const bucket = new Bucket();
    await bucket.listen();
    onTestFinished(() => bucket.close());
    const wrong = 'invalid/frame-checksum-mismatch.hef';
    bucket.objects.set(wrong, stored(corpusFiles().get(wrong)!));
    const right = join(ROOT, 'corpus/valid/small-network.hef');
    const list = join(folder, 'list.txt');
    const lines = [right, `s3://models/${wrong}`, '', '/nowhere/at/all.hef', 's3://models/gone.hef'];
    await writeFile(list, lines.join('\n'));
    const fleet = await Fleet.make();
    const scan = ['scan', '--files-from', list, '--endpoint', bucket.url];
    const { code, stdout, stderr } = await fleet.run(...scan, '--checksum');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/2 objects listed, 2 queued/),
    });
    for (const missing of ['/nowhere/at/all.hef', 's3://models/gone.hef']) expect(stderr).toContain(missing);
    const watching = fleet.start('status', '--watch');
    await watching.said(' 0 of 2 objects');
    await fleet.work();
    // `status --watch` ends when the run is done.
    expect(await watching.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/done: 2 of 2/) });
    const options = ['--no-config', '--runtime', 'all', '--format', 'ndjson'];
    const wanted = linesByPath((await commandSaysOf(right, join(ROOT, 'corpus', wrong), ...options)).stdout);
    const got = await fleet.report();
    for (const [path, uri] of [
      [right, `file://${right}`],
      [join(ROOT, 'corpus', wrong), `s3://models/${wrong}`],
    ] as const) {
      expect(essence(got.get(uri)!)).toEqual(essence(wanted.get(path)!));
    }
    expect(got.get(`s3://models/${wrong}`)?.verdict).toBe('invalid');
    // The object is valid in a run that does not verify checksums.
    expect(await fleet.ok(...scan)).toMatch(/2 objects listed, 2 queued/);
    await fleet.work();
    expect((await fleet.report()).get(`s3://models/${wrong}`)?.verdict).toBe('valid');
    expect(await fleet.ok('prune', '--older-than', '1d')).toBe('no runs to drop\n');
    await fleet.query('update fleet.run set created_ms = created_ms - 2 * 86400000 where id = 1');
    expect(await fleet.ok('prune', '--older-than', '1d')).toBe('dropped 1\n');
  });
});
