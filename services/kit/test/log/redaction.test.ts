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
