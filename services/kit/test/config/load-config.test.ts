import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig, withSecretsMasked } from '@services/kit/config';
import * as Type from 'typebox/type';
import { describe, expect, it } from 'vitest';

const schema = Type.Object(
  {
    host: Type.String({ default: '127.0.0.1' }),
    port: Type.Integer({ default: 80, minimum: 0, maximum: 65_535 }),
    databaseUrl: Type.String({ default: '', secret: true }),
    trustProxy: Type.Array(Type.String(), { default: [] }),
    ports: Type.Array(Type.Integer(), { default: [] }),
    isOpen: Type.Boolean({ default: false }),
    mail: Type.Object(
      { url: Type.String({ default: '', secret: true }), from: Type.String({ default: 'a@b' }) },
      { default: {}, additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

function load(file: unknown, env: NodeJS.ProcessEnv = {}, flags: Record<string, unknown> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'services-config-'));
  if (file !== undefined) {
    writeFileSync(join(dataDir, 'chat.config.json'), typeof file === 'string' ? file : JSON.stringify(file));
  }
  return loadConfig({ name: 'CHAT', schema, dataDir, env, flags });
}

function problems(...args: Parameters<typeof load>): string {
  try {
    load(...args);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems.join('\n');
  }
  throw new Error('the configuration was accepted');
}

describe('sources', () => {
  it('override earlier sources: the file, then the environment, then flags', () => {
    expect(load(undefined)).toMatchObject({ host: '127.0.0.1', port: 80, mail: { url: '', from: 'a@b' } });
    expect(load({ port: 81, mail: { from: 'file' } })).toMatchObject({
      port: 81,
      mail: { url: '', from: 'file' },
    });
    const env = { CHAT_PORT: '82', CHAT_MAIL_URL: 'smtp://env', OTHER_PORT: '9' };
    expect(load({ port: 81, mail: { from: 'file' } }, env)).toMatchObject({
      port: 82,
      mail: { url: 'smtp://env', from: 'file' },
    });
    expect(load({ port: 81 }, env, { port: '83', host: undefined, 'mail.from': 'flag' })).toMatchObject({
      host: '127.0.0.1',
      port: 83,
      mail: { from: 'flag' },
    });
  });

  it('may give a group of settings as JSON; settings of single members override the group', () => {
    expect(load(undefined, {}, { mail: '{"from":"flag"}' })).toMatchObject({
      mail: { url: '', from: 'flag' },
    });
    const env = { CHAT_MAIL_FROM: 'member', CHAT_MAIL: '{"url":"smtp://group","from":"group"}' };
    expect(load(undefined, env)).toMatchObject({ mail: { url: 'smtp://group', from: 'member' } });
    expect(problems(undefined, {}, { mail: 'smtp://x' })).toMatch(/flag mail: mail: an object is expected/);
    expect(problems(undefined, {}, { mail: '{"form":"x"}' })).toMatch(/flag mail: .*did you mean mail.from/);
  });

  it('values of the environment are converted to the types of their settings', () => {
    const env = {
      CHAT_TRUST_PROXY: '10.0.0.1, 10.0.0.2',
      CHAT_PORTS: '80,443',
      CHAT_IS_OPEN: 'true',
      CHAT_HOST: '12',
      CHAT_MAIL_FROM: '["x"]',
    };
    expect(load(undefined, env)).toMatchObject({
      trustProxy: ['10.0.0.1', '10.0.0.2'],
      ports: [80, 443],
      isOpen: true,
      host: '12',
      mail: { from: '["x"]' },
    });
    expect(load(undefined, { CHAT_TRUST_PROXY: '', CHAT_PORTS: '[1]' })).toMatchObject({
      trustProxy: [],
      ports: [1],
    });
  });

  it('secrets are read from files, without the last line end', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'services-config-')), 'secret');
    writeFileSync(path, 'postgres://x y\n');
    expect(load(undefined, { CHAT_DATABASE_URL_FILE: path }).databaseUrl).toBe('postgres://x y');
    expect(problems(undefined, { CHAT_DATABASE_URL_FILE: path, CHAT_DATABASE_URL: 'x' })).toMatch(
      'set as well',
    );
    expect(problems(undefined, { CHAT_DATABASE_URL_FILE: '/does/not/exist' })).toMatch('ENOENT');
    expect(problems(undefined, { CHAT_HOST_FILE: path })).toMatch('unknown variable CHAT_HOST_FILE');
  });
});

describe('problems', () => {
  it('are reported for unknown names, with a suggestion', () => {
    expect(problems({ prot: 1 })).toMatch(/unknown setting prot, did you mean port\?/);
    expect(problems({ mail: { form: 'x' } })).toMatch(/unknown setting mail.form, did you mean mail.from\?/);
    expect(problems(undefined, { CHAT_PROT: '1' })).toMatch(
      /unknown variable CHAT_PROT, did you mean CHAT_PORT\?/,
    );
    expect(problems(undefined, {}, { hots: 'x' })).toMatch(/unknown flag hots, did you mean host\?/);
    expect(problems({ zzzzzzzzzzzz: 1 })).toMatch(/unknown setting zzzzzzzzzzzz$/);
  });

  it('are reported for wrong values, all at once, with their source', () => {
    const text = problems({ mail: { from: 5 } }, { CHAT_PORT: '8o', CHAT_IS_OPEN: 'yes' }, { ports: 'x' });
    expect(text).toMatch(/CHAT_PORT: port: must be integer/);
    expect(text).toMatch(/CHAT_IS_OPEN: isOpen: must be boolean/);
    expect(text).toMatch(/chat\.config\.json: mail\.from: must be string/);
    expect(text).toMatch(/flag ports: ports\.0: must be integer/);
    expect(problems(undefined, { CHAT_PORT: '70000' })).toMatch('port: must be <= 65535');
    expect(problems(undefined, { CHAT_PORT: '' })).toMatch('port: must be integer');
  });

  it('are reported for files that are not JSON objects', () => {
    expect(problems('{')).toMatch('chat.config.json');
    expect(problems('[1]')).toMatch('an object is expected');
    expect(problems({ mail: 'x' })).toMatch('mail: an object is expected');
    expect(problems('{"__proto__": {"port": 1}}')).toMatch('unknown setting __proto__');
  });
});

it('secrets are masked when the configuration is printed', () => {
  const shown = withSecretsMasked(schema, load({ databaseUrl: 'postgres://u:p@h/d', host: 'h' }));
  expect(shown).toMatchObject({ databaseUrl: '***', host: 'h', mail: { url: '' } });
  expect(JSON.stringify(shown)).not.toContain('u:p');
});
