/**
 * The command starts in the same way whatever happened to its code pack, which has the compiled code; the
 * output does not depend on the destination.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { cutBytes, VALID_FILE } from './specimens.js';
import { temporaryDirectory, withFiles } from './temporary.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the command that tests damage, in a folder from which our dependencies are found. */
let folder = '';
let cache = '';

beforeEach(() => {
  expect(inject('buildFailure')).toBe('');
  const root = temporaryDirectory();
  folder = join(root, 'dist');
  cache = join(root, 'cache');
  for (const part of ['cli', 'chunks', 'command.js', 'worker.js', 'package.json']) {
    cpSync(join(ROOT, part === 'package.json' ? '' : 'dist', part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
});

function run(args: readonly string[], node: readonly string[] = [], env: Record<string, string> = {}) {
  const all = [...node, join(folder, 'cli/protomdl.js'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, {
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...process.env, XDG_CACHE_HOME: cache, ...env },
  });
  return { status, stdout, stderr };
}

/** Returns the output of the command in a few runs that load different parts. */
function says(node?: readonly string[], env?: Record<string, string>) {
  const broken = join(withFiles({ 'broken.hef': cutBytes() }), 'broken.hef');
  const lines = [
    ['--version'],
    ['validate', VALID_FILE, '--format', 'json'],
    ['validate', broken],
    ['info', '/nowhere'],
  ];
  return lines.map((args) => {
    const { status, stdout, stderr } = run(args, node, env);
    return { args: args.slice(0, 1), status, stdout: stdout.replaceAll(broken, 'broken'), stderr };
  });
}

/** Returns the path of the command's chunk that contains this text. */
function chunkWith(text: string): string {
  const chunks = readdirSync(join(folder, 'chunks')).map((name) => join(folder, 'chunks', name));
  return chunks.find((file) => readFileSync(file, 'utf8').includes(text)) ?? '';
}

const packs = join('protomdl', 'code');

/** Path of the pack that `validate` uses. */
function pack(): string {
  const names = readdirSync(join(cache, packs)).filter((name) => name.endsWith('-validate.pack'));
  expect(names).toHaveLength(1);
  return join(cache, packs, names[0] ?? '');
}

/** Returns the names of the chunks in the pack, without their hashes. */
function names(): string[] {
  const bytes = readFileSync(pack());
  const { chunks } = JSON.parse(bytes.toString('latin1', 0, bytes.indexOf('\n')));
  return chunks.map(([name]: [string]) => name.replace(/-[\w-]+\.js$/, ''));
}

/** Returns the names of the files that a run compiles, because V8 does not accept cached code for them. */
function compiled(args: readonly string[], node: readonly string[] = []): string[] {
  const hook = join(
    withFiles({
      'hook.cjs': `const vm = require('node:vm');
const { Script } = vm;
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    if (this.cachedDataRejected !== false) require('node:fs').writeSync(2, options.filename + '\\n');
  }
};`,
    }),
    'hook.cjs',
  );
  return run(args, [...node, '--require', hook]).stderr.match(/(?<=^protomdl\/dist\/).*$/gm) ?? [];
}

/** Node 22.1 and later cache compiled code themselves, so these tests need an older version. */
const nodeKeeps = 'enableCompileCache' in module;

describe.skipIf(nodeKeeps)('the code pack', () => {
  it('is made by the first run, from the code for validation, readable by the user only', () => {
    run(['validate', VALID_FILE]);
    expect(names()).toEqual(
      expect.arrayContaining(['command.js', 'chunks/start', 'chunks/validation', 'worker.js']),
    );
    expect(readdirSync(join(cache, packs))).toHaveLength(1);
    expect(statSync(pack()).mode & 0o777).toBe(0o600);
    expect(statSync(join(cache, packs)).mode & 0o777).toBe(0o700);
  });

  it('starts without Node’s modules for processes and threads', () => {
    const hook = join(
      withFiles({
        'hook.cjs': `process.on('exit', () => require('node:fs').writeSync(2, process.moduleLoadList.join('\\n')));`,
      }),
      'hook.cjs',
    );
    const { status, stderr } = run(['validate', VALID_FILE], ['--require', hook]);
    expect(status).toBe(0);
    const loaded = stderr.split('\n');
    expect(loaded).toContain('NativeModule v8');
    for (const name of ['child_process', 'dgram', 'worker_threads']) {
      expect(loaded).not.toContain(`NativeModule ${name}`);
    }
  });

  it('is not made without a folder for it, without work, or if it is switched off', () => {
    const file = join(withFiles({ file: '' }), 'file');
    expect(run(['validate', VALID_FILE], [], { XDG_CACHE_HOME: file }).status).toBe(0);
    expect(run(['validate', VALID_FILE], [], { XDG_CACHE_HOME: '', HOME: '' }).status).toBe(0);
    expect(run(['validate', '--nonsense']).status).toBe(2);
    expect(run(['validate', VALID_FILE], [], { NODE_DISABLE_COMPILE_CACHE: '1' }).status).toBe(0);
    expect(existsSync(cache)).toBe(false);
  });

  it('is not made in a folder in which other users can write, and not used if other users could have written it', () => {
    mkdirSync(join(cache, packs), { recursive: true });
    chmodSync(join(cache, packs), 0o777);
    run(['validate', VALID_FILE]);
    expect(readdirSync(join(cache, packs))).toEqual([]);
    chmodSync(join(cache, packs), 0o700);
    run(['validate', VALID_FILE]);
    expect(compiled(['validate', VALID_FILE])).toEqual([]);
    chmodSync(pack(), 0o620);
    expect(compiled(['validate', VALID_FILE])).toContain('command.js');
  });

  it('gets the code of a later run in addition to its own', () => {
    run(['validate', VALID_FILE]);
    expect(names()).not.toContain('chunks/junit');
    run(['validate', VALID_FILE, '--format', 'junit']);
    expect(names()).toEqual(expect.arrayContaining(['chunks/validation', 'chunks/junit']));
    const before = readFileSync(pack());
    run(['validate', VALID_FILE]);
    expect(readFileSync(pack()).equals(before)).toBe(true);
  });

  it('is made again after an update', () => {
    run(['validate', VALID_FILE]);
    const main = join(folder, 'command.js');
    writeFileSync(main, `${readFileSync(main, 'latin1')}\n// updated\n`);
    expect(compiled(['validate', VALID_FILE])).toEqual(['command.js']);
    expect(compiled(['validate', VALID_FILE])).toEqual([]);
  });

  it('is removed when there are 32 newer packs', () => {
    mkdirSync(join(cache, packs), { recursive: true, mode: 0o700 });
    for (let i = 0; i < 40; i++) writeFileSync(join(cache, packs, `old-${i}.pack`), '');
    for (let i = 0; i < 40; i++) utimesSync(join(cache, packs, `old-${i}.pack`), i, i);
    run(['validate', VALID_FILE]);
    const left = readdirSync(join(cache, packs));
    expect(left).toHaveLength(32);
    expect(left).toContain('old-39.pack');
    expect(left).not.toContain('old-8.pack');
  });

  it('is used at the start instead of the command’s files', () => {
    expect(compiled(['validate', VALID_FILE])).toContain('command.js');
    expect(compiled(['validate', VALID_FILE])).toEqual([]);
    // V8 refuses code that was made with other flags; the pack stays as it is.
    const before = readFileSync(pack());
    expect(compiled(['validate', VALID_FILE, '--format', 'junit'], ['--no-opt'])).toContain('command.js');
    expect(readFileSync(pack()).equals(before)).toBe(true);
  });

  it('can be used even if V8 optimised sooner in the run that made it', () => {
    const models = temporaryDirectory();
    for (let i = 0; i < 3000; i++) writeFileSync(join(models, `${i}.hef`), '');
    expect(run(['validate', '--quiet', '-j', '1', models]).status).toBe(1);
    expect(compiled(['validate', VALID_FILE])).not.toContain('command.js');
  });

  it.each<[string, () => void]>([
    ['empty', () => writeFileSync(pack(), '')],
    ['no pack at all', () => writeFileSync(pack(), 'true\nnonsense')],
    ['cut', () => writeFileSync(pack(), readFileSync(pack()).subarray(0, -1))],
    ['cut in its head', () => writeFileSync(pack(), readFileSync(pack()).subarray(0, 100))],
    ['half of it', () => writeFileSync(pack(), readFileSync(pack()).subarray(0, statSync(pack()).size / 2))],
    [
      'longer than it was',
      () => writeFileSync(pack(), Buffer.concat([readFileSync(pack()), Buffer.from([0])])),
    ],
    ["another engine's", () => writeFileSync(pack(), patched(/"engine":"v\d+/, '"engine":"v0'))],
    [
      'twice with another length',
      () => writeFileSync(pack(), patched(/"chunks":\[/, '"chunks":[["x","",0,9,9],')),
    ],
    [
      'a directory',
      () => {
        const path = pack();
        rmSync(path);
        mkdirSync(path);
      },
    ],
    ['not ours to read', () => chmodSync(pack(), 0)],
  ])('changes nothing if it is %s', (_, damage) => {
    const json = () => run(['validate', VALID_FILE, '--format', 'json']);
    const before = json();
    damage();
    expect(json()).toEqual(before);
    // The second run uses the pack that the first run has left or made.
    expect(json()).toEqual(before);
  });

  it('changes no result if one of its bits is flipped', () => {
    run(['validate', VALID_FILE]);
    const before = run(['validate', VALID_FILE, '--format', 'json']);
    const whole = readFileSync(pack());
    // Damages every part of the pack: head, sources, code, and the second copy of the code. V8 itself would
    // crash on some of the damaged code.
    for (let i = 0; i < 16; i++) {
      const bytes = Buffer.from(whole);
      const at = Math.floor((bytes.length - 1) * (i / 15));
      bytes[at] = (bytes[at] as number) ^ (1 << (i % 8));
      writeFileSync(pack(), bytes);
      expect(run(['validate', VALID_FILE, '--format', 'json']), `byte ${at}`).toEqual(before);
    }
  });

  it('changes no result if V8 runs with other flags', () => {
    const before = says();
    expect(says(['--no-opt'])).toEqual(before);
    expect(says([], { NODE_OPTIONS: '--stack-trace-limit=5 --enable-source-maps' })).toEqual(before);
  });

  it('is ignored for files that have changed', () => {
    run(['validate', VALID_FILE]);
    // The change keeps the length of the file: V8 itself would only notice another length.
    const change = (file: string, from: string) => {
      const text = readFileSync(file, 'utf8');
      expect(text).toContain(from);
      writeFileSync(file, text.replace(from, from.toUpperCase()));
    };
    change(chunkWith('checksum verified'), 'checksum verified');
    expect(run(['validate', VALID_FILE]).stdout).toContain('CHECKSUM VERIFIED');
    change(chunkWith('Validate and look into'), 'look into');
    expect(run(['--help']).stdout).toContain('LOOK INTO');
  });

  it('is found through the link that npm makes', () => {
    const link = join(temporaryDirectory(), 'protomdl');
    symlinkSync(join(folder, 'cli/protomdl.js'), link);
    const { status, stdout } = spawnSync(process.execPath, [link, '--version'], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, run(['--version']).stdout]);
  });

  it('keeps names, lines and columns in stack traces', () => {
    const bug = join(
      withFiles({ 'bug.cjs': 'TextDecoder.prototype.decode = () => { throw new Error("planted"); };' }),
      'bug.cjs',
    );
    const frames = () => {
      const { status, stderr } = run(['validate', VALID_FILE], ['--require', bug], { PROTOMDL_DEBUG: '1' });
      expect(status).toBe(4);
      // The outer frames depend on whether a read has yielded to signals, so only the inner frames are
      // compared.
      return stderr.match(/(?<=\/)dist\/(?:command|chunks\/[\w-]+)\.js:\d+:\d+/g)?.slice(0, 5);
    };
    run(['validate', VALID_FILE]);
    const packed = frames();
    expect(packed?.length).toBeGreaterThan(1);
    rmSync(pack());
    expect(frames()).toEqual(packed);
  });

  it.runIf(existsSync('/proc/self/fd'))('leaves real imports working', () => {
    const pipe = join(temporaryDirectory(), 'pipe');
    spawnSync('mkfifo', [pipe]);
    const script = 'cat "$3" > "$2" & "$0" "$1" validate "$2" --format json';
    const { stdout } = spawnSync(
      'bash',
      ['-c', script, process.execPath, join(folder, 'cli/protomdl.js'), pipe, VALID_FILE],
      { encoding: 'utf8' },
    );
    expect(JSON.parse(stdout).files).toMatchObject([{ verdict: 'valid' }]);
  });
});

/** Returns the pack with a part of its head replaced, in both copies. */
function patched(what: RegExp, by: string): Buffer {
  const both = readFileSync(pack());
  const bytes = both.subarray(0, both.length / 2);
  const head = bytes.indexOf('\n');
  const text = bytes.toString('latin1', 0, head);
  expect(text).toMatch(what);
  const changed = Buffer.concat([Buffer.from(text.replace(what, by)), bytes.subarray(head)]);
  return Buffer.concat([changed, changed]);
}
