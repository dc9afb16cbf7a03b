import { describe, expect, it, vi } from 'vitest';
import { allVerbs, defineAll } from '../../src/cli/definitions.js';
import { withNewNames } from '../../src/cli/old-names.js';
import { run } from '../../src/cli/run.js';
import { capturedHost } from './captured-host.js';
import { protomdl } from './protomdl.js';
import { VALID_FILE } from './specimens.js';
import { withFiles } from './temporary.js';

async function failing(...argv: string[]): Promise<string> {
  const host = capturedHost();
  expect(await run(argv, host)).toBe(2);
  expect(host.out()).toBe('');
  expect(host.err()).not.toMatch(/\n {4}at /);
  return host.err();
}

describe('a wrong command line', () => {
  it('names the nearest option', async () => {
    expect(await failing('validate', '--frm', 'bare', 'x.mdl')).toMatch(/--frm.*\n.*--from\?/);
  });

  it('names the nearest command', async () => {
    expect(await failing('validat', 'x.mdl')).toMatch(/validat'\n.*validate\?/);
  });

  it('suggests a command if a file is named without one', async () => {
    const root = withFiles({ 'a.mdl': '' });
    expect(await failing(`${root}/a.mdl`)).toContain(`protomdl validate ${root}/a.mdl`);
  });

  it('shows the help if there is no command at all', async () => {
    expect(await failing()).toMatch(/Usage: protomdl[\s\S]*validate[\s\S]*info/);
  });

  it.each([
    ['--format', 'yaml', /human, json/],
    ['--fail-on', 'fatal', /error, warning, info, runtime, never/],
    ['--severity', 'x=fatal', /code=level.*error, warning, info, off/],
    ['--time', '60', /60s, 5m or 1h/],
    ['--format', 'sarif=', /sarif=out\.sarif/],
    ['--from', 'boxed', /auto, bare, framed/],
    ['--color', 'red', /auto, always, never/],
    ['-j', '0', /whole number/],
    ['-j', '1.5', /whole number/],
    ['-j', '9999999999999999999', /whole number/],
    ['--max-per-code', '0', /whole number/],
    ['--max-per-code', 'x', /whole number/],
  ])('refuses %s %s and lists the valid values', async (option, value, expected) => {
    expect(await failing('validate', option, value, 'x.mdl')).toMatch(expected);
  });

  it('reports that it has no files to validate', async () => {
    expect(await failing('validate')).toMatch(/no files to validate: name files/);
    const root = withFiles({ 'readme.txt': '', list: '\n\n' });
    expect(await failing('validate', root)).toMatch(
      /no files to validate.*is a directory without \.mdl or \.hef files/,
    );
    expect(await failing('validate', `${root}/*.mdl`)).toMatch(/no files to validate/);
    expect(await failing('validate', '--files-from', `${root}/list`)).toMatch(/list of files is empty/);
    expect(await failing('validate', '--files-from', `${root}/gone`)).toMatch(/no such file/);
    expect(await failing('validate', '-', '--files-from', '-')).toMatch(/standard input/);
  });
});

describe('help and version', () => {
  it.each([['--help'], ['help'], ['-h']])('is help (%s)', async (argument) => {
    const host = capturedHost();
    expect(await run([argument], host)).toBe(0);
    expect(host.out()).toMatch(/\nCheck:\n {2}validate[\s\S]*\n\nLook:\n {2}info/);
    expect(host.err()).toBe('');
  });

  it('print the help of a command', async () => {
    for (const argv of [
      ['validate', '--help'],
      ['help', 'validate'],
    ]) {
      const host = capturedHost();
      expect(await run(argv, host)).toBe(0);
      expect(host.out()).toMatch(/--fail-on.*\n/);
    }
  });

  it('print the version', async () => {
    const host = capturedHost();
    expect(await run(['--version'], host)).toBe(0);
    expect(host.out()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('a bug of the command', () => {
  const broken = (env: Record<string, string> = {}) => {
    const host = capturedHost({ env });
    vi.spyOn(host.stdout, 'write').mockImplementation(() => {
      throw new TypeError('undefined is not \u001b a function');
    });
    return host;
  };

  it('is reported in one line, which names where to report it', async () => {
    const host = broken();
    expect(await run(['--version'], host)).toBe(4);
    expect(host.err()).toMatch(
      /^protomdl: internal error: TypeError: undefined is not \\x1b a function .*CONTRIBUTING.*\n$/,
    );
  });

  it('shows its stack on request', async () => {
    const host = broken({ PROTOMDL_DEBUG: '1' });
    expect(await run(['--version'], host)).toBe(4);
    expect(host.err()).toMatch(/\n {4}at /);
  });
});

describe('help of a command', () => {
  it.each([
    [['help', 'corpus', 'coverage'], /^Usage: protomdl corpus coverage /],
    [['help', 'validate'], /^Usage: protomdl validate /],
    [['help', 'corpus'], /^Usage: protomdl corpus /],
  ])('is printed for a command by all its names: %s', async (argv, text) => {
    const { code, out } = await protomdl(...argv);
    expect(code).toBe(0);
    expect(out).toMatch(text);
    expect(out).not.toContain('(default: [])');
  });

  it.each([
    [['help', 'nosuch'], /unknown command 'nosuch'/],
    [['help', 'corpus', 'nosuch'], /unknown command 'nosuch'/],
    [['help', 'validat'], /Did you mean validate\?/],
    [['lint', 'a.hef'], /unknown command 'lint'\n\(Did you mean validate\?\)\n\(protomdl --help/],
    [['version'], /\(Did you mean --version\?\)/],
    [['info', '--json', 'a.hef'], /unknown option '--json'\n\(Did you mean --format json\?\)/],
    [['validate', '--json', 'a.hef'], /\(Did you mean --format json\?\)/],
    [['info', 'a.hef', '--format', 'jsn'], /Allowed choices are human, json\.\n\(Did you mean json\?\)/],
    [['validate', 'a.hef', '--format', 'jsn'], /\(Did you mean json\?\)/],
    [
      ['explain', 'HAILO_DRIVER_FAIL(3)'],
      /neither a code, nor a status or message of the runtime .* validate/,
    ],
    [['explain', 'nope'], /no code or group of codes is called nope \(protomdl explain lists them\)/],
    [['explain', 'wire-trunc'], /did you mean wire-truncated\?/],
  ])('is refused for an unknown name: %s', async (argv, text) => {
    const { code, out, err } = await protomdl(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(text);
  });
});

it('every command takes --color and -q', async () => {
  for (const verb of allVerbs(await defineAll()).filter(
    ({ path, verbs }) => path.length > 0 && verbs.length === 0,
  )) {
    const options = verb.options.map(({ long }) => long);
    expect(options, verb.path.join(' ')).toEqual(expect.arrayContaining(['--color', '--quiet']));
  }
});

it('-q hides remarks, but not the reason why nothing was done', async () => {
  const root = withFiles({ 'a.mdl': Uint8Array.from([0x12, 0x09]) });
  const broken = `${root}/a.mdl`;
  for (const quiet of [[], ['-q']]) {
    const host = capturedHost();
    expect(await run(['stats', broken, ...quiet], host)).toBe(1);
    expect(host.err() === '').toBe(quiet.length > 0);
    const none = capturedHost();
    expect(await run(['stats', `${root}/*.hef`, ...quiet], none)).toBe(2);
    expect(none.err()).toMatch(/no files to count/);
  }
});

describe('a former name', () => {
  it('of an option works, with a remark for each former name', async () => {
    const args = ['--budget', '1m', '--runtime=4.20.0', VALID_FILE];
    const { code, out, err } = await protomdl('check-compat', ...args);
    expect([code, err]).toEqual([
      0,
      'protomdl: --budget is now called --time; the next version removes the old name\n' +
        'protomdl: --runtime is now called --target; the next version removes the old name\n',
    ]);
    expect(out).toBe((await protomdl('check-compat', '--time', '1m', '--target', '4.20.0', VALID_FILE)).out);
  });

  it('of the framing of an input works in every command with this option', async () => {
    const verbs = allVerbs(await defineAll());
    const having = (flag: string) =>
      verbs.filter(({ options }) => options.some(({ long }) => long === flag)).map(({ path }) => path);
    // In these commands, `--framing` is about the written file, or about the file that a loader reads.
    expect(having('--framing')).toEqual([['convert'], ['assemble'], ['smith'], ['corpus', 'afl']]);
    const inputs = having('--from').filter(([name]) => name !== 'convert');
    expect(inputs.length).toBeGreaterThan(15);
    for (const path of inputs) {
      const host = capturedHost();
      expect(await withNewNames([...path, 'x', '--framing', 'bare'], host)).toEqual([
        ...path,
        'x',
        '--from',
        'bare',
      ]);
      expect(host.err()).toContain('--framing is now called --from');
    }
    for (const path of [['convert'], ['corpus', 'afl']])
      expect(await withNewNames([...path, '--framing=bare'], capturedHost())).toEqual([
        ...path,
        '--framing=bare',
      ]);
  });

  it('of the option of objdump for rows works, although the name has a new meaning', async () => {
    const { out, err } = await protomdl('objdump', VALID_FILE, '--from', '0x22', '--to=100');
    expect(err).toMatch(/--from is now called --start.*\n.*--to is now called --end/);
    expect(out).toBe(
      (await protomdl('objdump', VALID_FILE, '--start', '34', '--end', '100', '--from', 'auto')).out,
    );
    expect((await protomdl('objdump', VALID_FILE, '--from', 'framed')).err).toBe('');
  });

  it('is not replaced among the options of a program after --', async () => {
    const { err } = await protomdl('fuzz', '/no/such/seed.hef', '--', 'sh', '--only');
    expect(err).not.toContain('now called');
  });

  it('adds the option that gives the same output under the new name', async () => {
    const { out, err } = await protomdl('rules', 'frame');
    expect(err).toMatch(/^protomdl: rules is now called explain --list;/);
    expect(out).toBe((await protomdl('explain', '--list', 'frame')).out);
    expect((await protomdl('explain')).out).toContain(out.split('\n')[1] as string);
  });

  it('of a command works, with a remark', async () => {
    const { code, err } = await protomdl('bench', '/no/such/file.hef');
    expect(code).toBe(3);
    expect(err).toMatch(/^protomdl: bench is now called measure; the next version removes the old name\n/);
  });
});

describe('a path with backslashes', () => {
  it.skipIf(process.platform === 'win32')('is one name, and the complaint says so', async () => {
    const { code, out } = await protomdl('validate', 'models\\a.hef');
    expect(code).toBe(3);
    expect(out).toContain('/ separates folders here');
  });
});
