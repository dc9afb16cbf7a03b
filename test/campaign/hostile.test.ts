/** Campaigns with misbehaving commands or unusable folders, and campaigns that end early. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { structureMutagen } from '../../src/attack/campaign/model-parts.js';
import { runCampaign } from '../../src/attack/campaign/run-campaign.js';
import { type Disk, FindingsStore } from '../../src/attack/campaign/store.js';
import { examplesOf } from '../../src/cli/examples.js';
import { TOOL } from '../../src/show/report/tool.js';
import { ended, start } from '../cli/command.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { CORPUS, fuzz, indexOf, script, seed } from './programs.js';

const COMMAND = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));

/** A loader that accepts the unchanged files of the corpus, and runs the given code for all other files. */
const picky = (otherwise: string): string =>
  script(`if cmp -s "$1" ${seed()}; then exit 0; fi\n${otherwise}`);

describe('a command', () => {
  it.each([
    ['that is not there', ['./nowhere/loader', '{}'], /nowhere\/loader: there is no such file/],
    ['that is not in PATH', ['no-such-loader-anywhere'], /no-such-loader-anywhere: there is no such command/],
    ['that may not be executed', [seed(), '{}'], /may not be executed/],
    ['that is a folder', ['/tmp', '{}'], /is a directory/],
  ])('%s', async (_, command, message) => {
    const { code, err } = await fuzz(seed(), '--runs', '5', '--', ...command);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it('is refused if it is missing, or if there are too many commands', async () => {
    for (const [args, message] of [
      [[seed(), '--runs', '5'], /no loader to run/],
      [[seed(), '--'], /no loader to run/],
      [[seed(), '--', 'cat', '---', 'cat'], /for --differential/],
      [[seed(), '--differential', '--', 'cat', '---'], /no command on one side/],
      [[seed(), '--differential', '--', 'a', '---', 'b', '---', 'c'], /two loaders can be compared/],
      [['/nowhere.mdl', '--', 'cat'], /nowhere\.mdl/],
      [[seed(), '--with', 'no-such', '--', 'cat'], /there is no mutator no-such/],
      [[seed(), '--crash-codes', '300', '--', 'cat'], /codes from 1 to 255/],
      [[seed(), '--crash-output', '(', '--', 'cat'], /regular expression/],
    ] as const) {
      const { code, err } = await fuzz(...args);
      expect([code === 2 || code === 3, err], args.join(' ')).toEqual([true, expect.stringMatching(message)]);
    }
  });

  it('is not attacked if it accepts no seed', async () => {
    const { code, err } = await fuzz(
      seed(),
      '--runs',
      '5',
      '--',
      script('echo "no such option" >&2; exit 2'),
      '{}',
    );
    expect(code).toBe(2);
    expect(err).toMatch(/does not take the seed as it is.*refuses with 2: no such option/);
  });

  it('is reported as suspicious if it always exits with 0', async () => {
    const { code, out } = await fuzz(seed(), '--runs', '220', '--', 'true', '{}');
    expect(code).toBe(0);
    expect(out).toMatch(/note: .*does it read the file/);
    expect(out).toMatch(/nothing found\n$/);
  }, 30_000);

  it('is read to its end if it prints endlessly, and only a short part of the output is kept', async () => {
    const { code, folder } = await fuzz(
      seed(),
      '--runs',
      '2',
      '--timeout',
      '20s',
      '--no-reduce',
      '-j',
      '1',
      '--',
      picky('head -c 100000000 /dev/zero; kill -SEGV $$'),
      '{}',
    );
    expect(code).toBe(1);
    const [group] = indexOf(folder).groups;
    expect(group.title).toMatch(/^SIGSEGV/);
    expect(readFileSync(join(folder, group.folder, 'output.txt')).length).toBeLessThan(200_000);
  }, 60_000);

  it('is ended with all of its children if it hangs and ignores SIGTERM', async () => {
    const pids = join(temporaryDirectory(), 'pids');
    const loader = picky(
      `trap '' TERM ABRT; echo $$ >> ${pids}; setsid sh -c 'trap "" TERM; echo $$ >> ${pids}; while :; do sleep 1; done' & while :; do sleep 1; done`,
    );
    const { code, folder } = await fuzz(
      seed(),
      '--runs',
      '2',
      '--timeout',
      '300ms',
      '--no-reduce',
      '--',
      loader,
      '{}',
    );
    expect(code).toBe(1);
    expect(indexOf(folder).groups).toMatchObject([{ kind: 'hung', count: 2 }]);
    const started = readFileSync(pids, 'utf8').trim().split('\n');
    expect(started.length).toBeGreaterThan(3);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(started.filter((pid) => isRunning(pid))).toEqual([]);
  }, 60_000);

  it('crashes, by definition, if it exits with a code that the user has named', async () => {
    const loader = picky('echo out of order >&2; exit 70');
    const args = [seed(), '--runs', '3', '--no-reduce'];
    expect((await fuzz(...args, '--', loader, '{}')).code).toBe(0);
    const named = await fuzz(...args, '--crash-codes', '70', '--', loader, '{}');
    expect(named.code).toBe(1);
    expect(indexOf(named.folder).groups[0].title).toBe('exit code 70: out of order');
    const printed = await fuzz(...args, '--crash-output', 'out of order', '--', loader, '{}');
    expect(printed.code).toBe(1);
  });
});

function isRunning(pid: string): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a folder of findings', () => {
  const crashing = () => picky('kill -SEGV $$');
  const args = (folder: string) => [
    seed(),
    '--runs',
    '3',
    '--no-reduce',
    '--out',
    folder,
    '--',
    crashing(),
    '{}',
  ];

  it('is left unchanged if it is of another version', async () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'state.json'), '{"formatVersion":99}');
    const { code, err } = await fuzz(...args(folder));
    expect([code, err]).toEqual([2, expect.stringMatching(/its layout is version 99, this program's is 1/)]);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('is left unchanged if it is damaged, or belongs to another program', async () => {
    const damaged = temporaryDirectory();
    writeFileSync(join(damaged, 'state.json'), '{"formatVersion":1');
    expect((await fuzz(...args(damaged))).err).toMatch(/state\.json: cannot be taken up/);
    writeFileSync(join(damaged, 'state.json'), '{"formatVersion":1}');
    expect((await fuzz(...args(damaged))).err).toMatch(/does not hold a whole campaign/);
    const foreign = temporaryDirectory();
    writeFileSync(join(foreign, 'thesis.txt'), 'important');
    const { code, err } = await fuzz(...args(foreign));
    expect([code, err]).toEqual([2, expect.stringMatching(/holds other things \(thesis\.txt\)/)]);
    const file = join(foreign, 'thesis.txt');
    expect((await fuzz(...args(file))).err).toMatch(/is not a folder/);
    expect(readFileSync(file, 'utf8')).toBe('important');
  });

  it('accepts one campaign at a time, and a new one after a campaign was killed', async () => {
    const folder = join(temporaryDirectory(), 'findings');
    const store = FindingsStore.open(folder);
    const { code, err } = await fuzz(...args(folder));
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(new RegExp(`another campaign is at work here \\(process ${process.pid}\\)`)),
    ]);
    store.close();
    // The lock of a process that has ended, and of a process whose number now belongs to another process.
    for (const holder of [
      '{"host":"HOST","pid":999999999,"started":"1"}',
      '{"host":"HOST","pid":1,"started":"0"}',
      '',
    ]) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      const { hostname } = await import('node:os');
      writeFileSync(join(folder, 'campaign.lock'), holder.replace('HOST', hostname()));
      expect((await fuzz(...args(folder))).code).toBe(1);
      expect(existsSync(join(folder, 'campaign.lock'))).toBe(false);
    }
  }, 30_000);

  it('loses nothing on a full disk: old files stay, and new files are written to another folder', async () => {
    const folder = join(temporaryDirectory(), 'findings');
    const loader = picky(`case $(cksum < "$1") in *[02468]\\ *) kill -SEGV $$;; *) kill -ABRT $$;; esac`);
    let room = 3;
    const full: Disk = {
      write(path, content) {
        if (/finding\.mdl/.test(path) && --room < 3) {
          writeFileSync(path, content.slice(0, 10));
          throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        }
        writeFileSync(path, content);
      },
    };
    const request = {
      commands: [[loader, '{}']],
      seeds: [{ name: 'one.mdl', bytes: new Uint8Array(readFileSync(seed())) }],
      seed: 1,
      timeoutMs: 5000,
      jobs: 1,
      maxRuns: 10,
      maxFinishMs: 1000,
      maxSize: 1 << 20,
      folder,
      mutagen: structureMutagen(undefined, []),
      signal: new AbortController().signal,
      tool: TOOL,
    };
    const failure = await runCampaign({ ...request, disk: full }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'findings-unwritable',
      message: expect.stringMatching(/the disk is full/),
    });
    const rescued = /found last is (\S+)$/.exec((failure as Error).message)?.[1] as string;
    expect(readFileSync(rescued).length).toBeGreaterThan(10);
    rmSync(join(rescued, '..'), { recursive: true });
    expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.new'))).toEqual(
      [],
    );
    // With free space again, the campaign starts over and finds the same faults.
    const report = await runCampaign(request);
    expect(report.groups.length).toBe(2);
    expect(report.runs).toBe(10);
  }, 30_000);
});

it('is complete after an interrupt: exit code 130, no process left, and the next session continues', async () => {
  const folder = join(temporaryDirectory(), 'findings');
  const pids = join(temporaryDirectory(), 'pids');
  const loader = picky(
    `echo $$ >> ${pids}; sleep 0.2; case $(cksum < "$1") in *[02468]\\ *) kill -SEGV $$;; esac; exit 3`,
  );
  const args = [
    'fuzz',
    seed(),
    '--seed',
    '1',
    '--out',
    folder,
    '--format',
    'json',
    '-j',
    '2',
    '--timeout',
    '20s',
  ];
  const child = start([...args, '--', loader, '{}']);
  const end = ended(child);
  for (let tries = 0; tries < 200 && !existsSync(join(folder, 'groups')); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGINT');
  const { code, out } = await end;
  expect(code).toBe(130);
  const report = JSON.parse(out);
  expect(report.end).toBe('interrupted');
  expect(report.groups.length).toBe(1);
  expect(existsSync(join(folder, 'campaign.lock'))).toBe(false);
  expect(indexOf(folder)).toEqual(report);
  expect(readFileSync(pids, 'utf8').trim().split('\n').filter(isRunning)).toEqual([]);
  const state = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
  expect(state.runs).toBe(report.runs);
  expect(state.issued).toBe(report.runs + state.unfinished.length);
  const more = await fuzz(
    seed(),
    '--out',
    folder,
    '--runs',
    String(state.issued + 2),
    '--timeout',
    '20s',
    '--no-reduce',
    '--format',
    'json',
    '--',
    loader,
    '{}',
  );
  expect(JSON.parse(more.out).runs).toBe(state.issued + 2);
}, 60_000);

it('is documented by examples in the help that match the behaviour', async () => {
  await fuzz('--help');
  const folder = temporaryDirectory();
  cpSync(join(CORPUS), join(folder, 'valid'), { recursive: true });
  const examples = examplesOf('fuzz');
  expect(examples.length).toBeGreaterThan(2);
  for (const { line } of examples) {
    const [name, ...args] = line.split(' ');
    expect(name).toBe('protomdl');
    const { status, stderr, stdout } = spawnSync(process.execPath, [COMMAND, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr], line).toEqual([0, '']);
    expect(stdout).toContain('20 runs');
  }
}, 60_000);
