import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE, hostileFile, hostileUnreadable } from './hostile.js';
import { FILES, rendered } from './rendered.js';

/** Parses commands as the runner does: `::name key=value,…::message`, each escaped in its own way. */
function commands(text: string) {
  return text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const [, name, properties = '', message = ''] = /^::(\w+) ([^:]*)::(.*)$/u.exec(line) ?? [];
      if (name === undefined) return { line };
      const unescaped = (part: string) =>
        part
          .replaceAll('%3A', ':')
          .replaceAll('%2C', ',')
          .replaceAll('%0D', '\r')
          .replaceAll('%0A', '\n')
          .replaceAll('%25', '%');
      const values = properties.split(',').map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), unescaped(pair.slice(at + 1))];
      });
      return { name, message: unescaped(message), ...Object.fromEntries(values) };
    });
}

describe('GitHub annotations', () => {
  it('have one command for each code in each file', async () => {
    const all = commands(await rendered('github', FILES));
    expect(all).toEqual([
      {
        name: 'error',
        file: 'models/bad one.hef',
        line: '1',
        title: 'odd-code',
        message: 'it is 7 at 12 [at 12 (0xc), 8 bytes] and 1,001 more',
      },
      {
        name: 'warning',
        file: 'models/bad one.hef',
        line: '1',
        title: 'other-code',
        message: 'another [header.#7 at 2000 (0x7d0), 1 byte]',
      },
      {
        name: 'notice',
        file: 'models/bad one.hef',
        line: '1',
        title: 'info',
        message: 'third-code',
      },
      { name: 'error', title: 'source-unreadable', message: 'no permission' },
      { line: expect.stringMatching(/^INVALID: 1,002 errors.*1 file could not be read/) },
    ]);
  });

  it('report that the run was not completed', async () => {
    expect(await rendered('github', FILES.slice(0, 1), { cut: true })).toMatch(
      /^INCOMPLETE: of 1 file looked at/,
    );
  });

  it.each(HOSTILE)('contain no other commands, whatever texts a file contains: %j', async (text) => {
    const all = commands(await rendered('github', [hostileFile(text), hostileUnreadable(text)]));
    expect(all.map((one) => ('name' in one ? one.name : undefined))).toEqual([
      'error',
      'warning',
      'error',
      undefined,
    ]);
    expect(all[0]).toMatchObject({ title: 'odd-code', line: '1' });
  });

  it('have names of files in the form that GitHub’s page needs', async () => {
    const [first] = commands(await rendered('github', [hostileFile('a,b:c%41ü.hef')]));
    expect(first).toMatchObject({ file: 'a,b:c%41ü.hef' });
  });

  it('have one line each, whatever texts a file contains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const all = commands(await rendered('github', [hostileFile(text), hostileUnreadable(text)]));
        expect(all).toHaveLength(4);
      }),
      { numRuns: 200 },
    );
  });
});
