import { describe, expect, it } from 'vitest';
import { HOSTILE, hostileFile, hostileUnreadable } from './hostile.js';
import { FILES, rendered } from './rendered.js';
import { diagnostic, reported } from './specimen.js';

const issues = async (files: Parameters<typeof rendered>[1]) => JSON.parse(await rendered('gitlab', files));

describe('a GitLab code quality report', () => {
  it('has the keys that GitLab requires', async () => {
    const all = await issues(FILES);
    expect(all).toHaveLength(5);
    expect(all[1]).toEqual({
      description: 'it is 8 [network_groups[0].contexts[2] at 1042 (0x412), 6 bytes]',
      check_name: 'odd-code',
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      severity: 'critical',
      location: { path: 'models/bad one.hef', lines: { begin: 1 } },
    });
    expect(all.map(({ severity }: { severity: string }) => severity)).toEqual([
      'critical',
      'critical',
      'minor',
      'info',
      'blocker',
    ]);
  });

  it('has a different fingerprint for every finding, in every file', async () => {
    const same = [1, 2, 3].map((offset) => diagnostic({ code: 'odd-code', offset, message: 'm' }));
    const files = ['a.hef', 'b.hef'].map((path) => reported({ path, diagnostics: same }));
    const prints = (await issues(files)).map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    expect(new Set(prints).size).toBe(6);
  });

  it.each([0, 1])('is a list even for %i valid files', async (count) => {
    expect(await issues(FILES.slice(0, count))).toEqual([]);
  });

  it.each(HOSTILE)('contains plain text only, whatever a file contains: %j', async (text) => {
    const all = await issues([hostileFile(text), hostileUnreadable(text)]);
    expect(all).toHaveLength(3);
    for (const { description } of all) expect(description).not.toMatch(/[\p{Cc}\u202e\u2066]/u);
  });
});
