import { PassThrough } from 'node:stream';
import { createLogger } from '@services/kit/log';
import { expect, it } from 'vitest';

function logged(object: object, redact: string[] = []): string {
  let text = '';
  const destination = {
    write: (line: string) => {
      text += line;
    },
  };
  createLogger({ destination, redact }).info(object, 'message');
  return text;
}

it('secrets are redacted at the top and one level down', () => {
  for (const name of [
    'password',
    'authorization',
    'cookie',
    'token',
    'api_key',
    'apiKey',
    'key',
    'secret',
    'set-cookie',
  ]) {
    const text = logged({ [name]: 'hush1', headers: { [name]: 'hush2' } });
    expect(text).not.toContain('hush');
    expect(text).toContain('[redacted]');
  }
  expect(logged({ card: { number: 'hush' } }, ['card.number'])).not.toContain('hush');
});

it('errors are logged with five causes at most, and with the constraint and table that the database names', () => {
  let error = new Error('cause 9');
  for (let n = 8; n >= 0; n--) error = new Error(`cause ${n}`, { cause: error });
  const text = logged({ error });
  expect(text).toContain('cause 5');
  expect(text).not.toContain('cause 6');
  const violation = Object.assign(new Error('twice'), { constraint: 'a_key', table: 'a', schema: 'hush' });
  expect(JSON.parse(logged({ err: violation })).err).toMatchObject({ constraint: 'a_key', table: 'a' });
  expect(JSON.parse(logged({ err: new Error('plain') })).err).not.toHaveProperty('code');
  expect(JSON.parse(logged({ err: { token: 'hush', any: 'hush' } })).err).toBe('[not an error]');
  expect(JSON.parse(logged({ err: 'a text' })).err).toBe('a text');
});

it('lines in a form for human readers are written on request', () => {
  const destination = new PassThrough();
  createLogger({ destination, pretty: true, level: 'warn' }).warn({ a: 1 }, 'message');
  const text = String(destination.read());
  expect([text.includes('message'), text.startsWith('{')]).toEqual([true, false]);
});

it('errors keep their code and stack, and lose members that quote rows or requests', () => {
  const cause = Object.assign(new Error('inner'), {
    detail: 'Key (email)=(hush@example.org)',
    code: '23505',
  });
  const error = Object.assign(new Error('outer', { cause }), { config: { headers: 'hush' }, where: 'hush' });
  const text = logged({ err: error });
  expect(text).not.toContain('hush');
  expect(JSON.parse(text)).toMatchObject({
    level: 'info',
    msg: 'message',
    err: { message: 'outer', stack: expect.stringContaining('redaction.test'), cause: { code: '23505' } },
  });
});
