import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { EXIT, type ExitCode } from '../../src/cli/exit-code.js';
import type { Host } from '../../src/cli/host.js';
import { run } from '../../src/cli/run.js';
import { type Answered, ask, served, stubPage } from '../serve/page.js';
import { capturedHost } from './captured-host.js';
import { ended } from './command.js';
import { VALID_FILE, validBytes } from './specimens.js';
import { temporaryDirectory, withFiles } from './temporary.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Viewing {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  /**
   * Pages that were opened, each with the program that opened it. Each page redirects to the address of the
   * server.
   */
  readonly opened: readonly Opened[];
}

interface Opened {
  readonly path: string;
  readonly program: string | undefined;
  /** Bits in the modes of the page's file and folder that would let other users read the file. */
  readonly open: number;
  /** Address to which the page redirects. */
  readonly target: string | undefined;
}

interface Looking {
  /** Called while the files are served, with the server's address without its fragment. */
  readonly look?: (address: string) => Promise<void>;
  readonly signal?: ExitCode;
  readonly parts?: Partial<Host> & { terminal?: boolean };
}

/** Runs the command until it has printed the address, calls `look`, and then sends a signal. */
async function view(args: readonly string[], { look, signal = EXIT.interrupted, parts }: Looking = {}) {
  const opened: Opened[] = [];
  let listener: ((code: ExitCode) => void) | undefined;
  const host = capturedHost({
    pageFolder: stubPage(),
    openAddress: async (path, program) => {
      const open = (statSync(path).mode | statSync(dirname(path)).mode) & 0o077;
      const target = /content="0; url=([^"]*)"/.exec(readFileSync(path, 'utf8'))?.[1];
      opened.push({ path, program, open, target });
    },
    onSignal: (next) => {
      listener = next;
    },
    ...parts,
  });
  const running = run(['view', ...args], host);
  let isOver = false;
  void running.then(() => {
    isOver = true;
  });
  while (!isOver && !host.out().includes('\n')) await wait(5);
  if (!isOver) {
    await look?.(host.out().trim().replace(/#.*/, ''));
    listener?.(signal);
  }
  const code = await running;
  return { code, out: host.out(), err: host.err(), opened } satisfies Viewing;
}

/** Returns the list of files that the page contains. */
function listOf({ body }: Answered): { name: string; url: string }[] {
  const content = /content="([^"]*)"/.exec(body.toString())?.[1] ?? '';
  return JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}

const ADDRESS = /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/;

describe('view', () => {
  it('prints the address, opens it, and serves the file until it is stopped', async () => {
    let address = '';
    const { code, out, err, opened } = await view([VALID_FILE], {
      look: async (url) => {
        address = url;
        const [file, ...others] = listOf(await ask(url));
        expect([file?.name, others]).toEqual([VALID_FILE, []]);
        expect((await ask(url + file?.url)).body).toEqual(Buffer.from(validBytes()));
      },
    });
    expect({ code, err }).toEqual({ code: 130, err: '' });
    expect(address).toMatch(ADDRESS);
    expect(out).toBe(`${address}\n`);
    expect(opened).toMatchObject([{ program: undefined, open: 0, target: address }]);
    // The address with the secret is not in the arguments of a process, because all users can read these.
    const token = new URL(address).pathname.slice(1, -1);
    expect(opened[0]?.path).not.toContain(token);
    expect(existsSync(opened[0]?.path as string)).toBe(false);
    await expect(ask(address)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('opens no browser with --no-open, and another one with --browser', async () => {
    const silent = await view([VALID_FILE, '--no-open'], { signal: EXIT.terminated });
    expect([silent.code, silent.opened]).toEqual([143, []]);
    const { out, opened } = await view([VALID_FILE, '--browser', 'netscape']);
    expect(opened).toMatchObject([{ target: out.trim(), program: 'netscape' }]);
  });

  it('continues if no browser can be opened', async () => {
    const openAddress = () => Promise.reject(new Error('spawn xdg-open ENOENT'));
    const { code, err } = await view([VALID_FILE], {
      parts: { openAddress },
      look: async (url) => expect((await ask(url)).status).toBe(200),
    });
    expect(code).toBe(130);
    expect(err).toBe(
      'protomdl: no browser could be opened (spawn xdg-open ENOENT): open the address above\n',
    );
  });

  it('explains how to stop it if the output is a terminal', async () => {
    const { err } = await view([VALID_FILE], { parts: { terminal: true } });
    expect(err).toContain('until Ctrl-C');
  });

  it('accepts folders and patterns, and no file at all', async () => {
    const folder = withFiles({ 'a.mdl': 'x', 'b/c.hef': 'y', 'd.txt': 'z' });
    const names: string[][] = [];
    const look = async (url: string) => {
      names.push(listOf(await ask(url)).map(({ name }) => name.replace(`${folder}/`, '')));
    };
    await view([folder], { look });
    await view([join(folder, '*.txt'), join(folder, 'a.mdl')], { look });
    await view([], { look });
    expect(names).toEqual([['a.mdl', 'b/c.hef'], ['d.txt', 'a.mdl'], []]);
  });

  it('opens the comparison with --compare', async () => {
    const { 'a.mdl': a, 'b.mdl': b } = pair();
    const { code, out, opened } = await view(['--compare', a, b]);
    expect(code).toBe(130);
    expect(out).toMatch(/\/#view=compare\n$/);
    expect(opened).toMatchObject([{ target: out.trim(), program: undefined }]);
  });

  it.each<[string, () => string[], string]>([
    ['--compare with one file', () => ['--compare', VALID_FILE], '--compare takes two files, not 1'],
    ['--compare without files', () => ['--compare'], '--compare takes two files, not 0'],
    ['a folder without models', () => [temporaryDirectory()], 'no files to view'],
    ['a port that is none', () => [VALID_FILE, '--port', '65536'], 'a whole number from 1 to 65535'],
  ])('refuses %s', async (_what, args, message) => {
    const { code, out, err } = await view(args());
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('refuses more files than a page can list', async () => {
    const folder = temporaryDirectory();
    for (let i = 0; i < 1001; i++) writeFileSync(join(folder, `${i}.mdl`), '');
    const { code, err } = await view([folder]);
    expect(code).toBe(2);
    expect(err).toContain('1001 files are too many for one page: it shows 1000 at most');
  });

  it('serves nothing if one of the files cannot be read', async () => {
    const missing = join(temporaryDirectory(), 'nothing\u001b[31m.mdl');
    const { code, out, err, opened } = await view([VALID_FILE, missing]);
    expect([code, out, opened]).toEqual([3, '', []]);
    expect(err).toContain('nothing\\x1b[31m.mdl: error: there is no such file [source-not-found]');
  });

  it('reports a port that is in use', async () => {
    const { port } = await served();
    const { code, out, err } = await view([VALID_FILE, '--port', String(port)]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(`protomdl: --port ${port}: another program listens there\n`);
  });

  it('reports that the page is missing', async () => {
    const { code, err } = await view([VALID_FILE], { parts: { pageFolder: temporaryDirectory() } });
    expect(code).toBe(2);
    expect(err).toMatch(/^protomdl: the page is not there: .*: this protomdl was built without it\n$/);
  });
});

/**
 * Returns the names of the command's own files in a folder. (A newer Node may have added files of its own.)
 */
function ours(temporary: string): readonly string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('protomdl-'));
}

function pair(): { 'a.mdl': string; 'b.mdl': string } {
  const folder = withFiles({ 'a.mdl': 'x', 'b.mdl': 'y' });
  return { 'a.mdl': join(folder, 'a.mdl'), 'b.mdl': join(folder, 'b.mdl') };
}

describe('the built command', () => {
  /** Copies the command and a page; returns the command's path and its folder for temporary files. */
  function installed(): { command: string; temporary: string } {
    expect(inject('buildFailure')).toBe('');
    const root = temporaryDirectory();
    for (const part of ['cli', 'chunks', 'command.js']) {
      cpSync(join(ROOT, 'dist', part), join(root, part), { recursive: true });
    }
    cpSync(stubPage(), join(root, 'page'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    mkdirSync(join(root, 'tmp'));
    return { command: join(root, 'cli/protomdl.js'), temporary: join(root, 'tmp') };
  }

  /** Starts a copy of the command, calls a function once the address is printed, and sends a signal. */
  async function viewing(
    args: readonly string[],
    signal: NodeJS.Signals,
    look: (address: string, temporary: string) => Promise<void>,
    input: string | Uint8Array = '',
  ) {
    const { command, temporary } = installed();
    const child = spawn(process.execPath, [command, 'view', ...args], {
      env: { ...process.env, TMPDIR: temporary },
    });
    const end = ended(child);
    Readable.from([input]).pipe(child.stdin);
    let out = '';
    for await (const chunk of child.stdout) {
      out += chunk;
      if (!out.includes('\n')) continue;
      await look(out.trim(), temporary);
      child.kill(signal);
      break;
    }
    return { ...(await end), temporary };
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends with %s, together with its connections', async (signal, code) => {
    const ending = await viewing([VALID_FILE, '--no-open'], signal, async (url) => {
      expect(url).toMatch(ADDRESS);
      expect((await ask(url)).status).toBe(200);
      // This connection stays open, and must not delay the end.
      expect((await ask(`${url}files/0`, { headers: { Connection: 'keep-alive' } })).status).toBe(200);
    });
    expect(ending).toMatchObject({ code, err: '' });
  });

  it('serves standard input, and leaves nothing behind', async () => {
    const ending = await viewing(
      ['-', '--no-open'],
      'SIGTERM',
      async (url, temporary) => {
        const [file] = listOf(await ask(url));
        expect(file?.name).toBe('-');
        expect((await ask(url + file?.url)).body).toEqual(Buffer.from(validBytes()));
        expect(ours(temporary)).toHaveLength(1);
      },
      validBytes(),
    );
    expect(ending).toMatchObject({ code: 143, err: '' });
    expect(ours(ending.temporary)).toEqual([]);
  });

  it.runIf(existsSync('/usr/bin/mkfifo'))('serves a FIFO, as often as it is asked for', async () => {
    const fifo = join(temporaryDirectory(), 'pipe.mdl');
    spawnSync('mkfifo', [fifo]);
    const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', VALID_FILE, fifo]);
    const ending = await viewing([fifo, '--no-open'], 'SIGINT', async (url) => {
      for (let times = 0; times < 2; times++) {
        expect((await ask(`${url}files/0`)).body).toEqual(Buffer.from(validBytes()));
      }
    });
    writer.kill();
    expect(ending).toMatchObject({ code: 130, err: '' });
  });

  it('starts the program that --browser names, with a page that redirects to the address', async () => {
    const folder = withFiles({
      browser: '#!/bin/sh\ncat "$1" > "$0.opened.new"\nmv "$0.opened.new" "$0.opened"\n',
    });
    const browser = join(folder, 'browser');
    spawnSync('chmod', ['755', browser]);
    let opened = '';
    const ending = await viewing([VALID_FILE, '--browser', browser], 'SIGINT', async () => {
      for (let tries = 0; tries < 1000 && !existsSync(`${browser}.opened`); tries++) await wait(10);
      opened = readFileSync(`${browser}.opened`, 'utf8');
    });
    expect(ending).toMatchObject({ code: 130, err: '' });
    expect(opened).toContain(`url=${ending.out.trim()}"`);
    expect(ours(ending.temporary)).toEqual([]);
  });

  it('continues if that program is missing', async () => {
    const { code, err } = await viewing(
      [VALID_FILE, '--browser', '/nowhere/browser'],
      'SIGINT',
      async (url) => {
        expect((await ask(url)).status).toBe(200);
        await wait(300);
      },
    );
    expect(code).toBe(130);
    expect(err).toMatch(
      /^protomdl: no browser could be opened \(.*\/nowhere\/browser.*\): open the address above\n$/,
    );
  });
});
