import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliTools } from '@services/kit/cli';
import { afterAll, describe, expect, it } from 'vitest';
import { type CheckOptions, checkMessage } from '../../src/cli/check.js';
import { FINE_SMS, FRAUD_SMS } from '../service/fixture.js';

const folder = await mkdtemp(join(tmpdir(), 'fraud-check-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function printed(file: string | undefined, options: Partial<CheckOptions> = {}): Promise<string> {
  const lines: string[] = [];
  const tools: Pick<CliTools, 'path' | 'print'> = {
    path: (text) => join(folder, text),
    print: (line) => lines.push(line),
  };
  await checkMessage(file, { json: false, ...options }, tools as CliTools);
  return lines.join('\n');
}

describe('check prints', () => {
  it('the verdict, its explanation, and each reason with its title', async () => {
    const verdict = JSON.parse(await printed(undefined, { text: FRAUD_SMS, json: true }));
    expect(verdict).toMatchObject({ isFraud: true });
    const lines = (await printed(undefined, { text: FRAUD_SMS })).split('\n');
    const first = `fraud, probability ${verdict.confidenceScore}, severity ${verdict.severity}`;
    expect(lines.slice(0, 4)).toEqual([first, '', verdict.explanation, '']);
    const reasons = lines.slice(4);
    expect(reasons.map((line) => line.trim().split(/ {2,}/, 1)[0])).toEqual(
      verdict.indicators.map(({ code }: { code: string }) => code),
    );
    for (const line of reasons) expect(line).toMatch(/^ {2}\S+ +[A-Z]/);
  });

  it('no reasons for a harmless message', async () => {
    expect(await printed(undefined, { text: FINE_SMS })).toMatch(
      /^not fraud, probability \S+, severity \S+\n\n.+$/,
    );
  });

  it.each([
    ['mail.eml', undefined, 'This e-mail '],
    ['MAIL.EML', undefined, 'This e-mail '],
    ['text', undefined, 'This message '],
    ['mail.eml', 'sms', 'This message '],
  ] as const)('for the file %s and the type %s: %s…', async (name, type, start) => {
    await writeFile(join(folder, name), `From: a@b.example\nSubject: hello\n\n${FRAUD_SMS}`);
    const text = await printed(name, type === undefined ? {} : { type });
    expect(text.split('\n')[2]).toMatch(new RegExp(`^${start}`));
  });
});

describe('check refuses', () => {
  it.each([
    ['neither a file nor a text', undefined, {}, 'name a file'],
    ['a phone number that is none', undefined, { type: 'phone', text: 'no number' }, ''],
    ['an empty text', undefined, { text: '' }, ''],
  ] as const)('%s', async (_what, file, options, message) => {
    await expect(printed(file, options)).rejects.toMatchObject({
      name: 'ExitError',
      code: 2,
      message: expect.stringContaining(message),
    });
  });

  it('a file of more than 16 MiB, by its size alone', async () => {
    for (const [name, size, message] of [
      ['larger', 2 ** 24 + 1, /is too large$/],
      // This file is read, and refused as content.
      ['largest', 2 ** 24, /^(?!.*is too large$)/],
    ] as const) {
      await writeFile(join(folder, name), '');
      await truncate(join(folder, name), size);
      await expect(printed(name)).rejects.toMatchObject({ code: 2, message: expect.stringMatching(message) });
    }
  });
});
