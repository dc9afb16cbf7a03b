import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { systemRandom } from '@services/kit/clock';
import { array, sql } from '@services/kit/db';
import { SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { rotateTokenKeys, TokenKeys } from '../../src/auth/token-keys.js';
import { tokenKeysPath } from '../../src/open-app.js';
import { changeUser, listUsers, removeUser, setDisabled, setPassword } from '../../src/users/store.js';
import { PASSWORD, startFixture } from './fixture.js';

const service = await startFixture();
afterAll(() => service.stop());

const status = async (token: string) => (await service.call('GET', '/api/indicators', { token })).status;
const login = (username: string, password = PASSWORD) =>
  service.call('POST', '/api/auth/token', { body: { username, password } });

async function stored() {
  return JSON.parse(await readFile(tokenKeysPath(service.dataDir), 'utf8')) as {
    keys: { kid: string; jwk: Record<string, string> }[];
  };
}

const parts = (token: string) => token.split('.') as [string, string, string];
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

type Forged = { header?: object; claims?: object; key?: Parameters<SignJWT['sign']>[0] };
/** Returns a token that is valid except for the given changes. It is signed with the service's own key. */
async function forge({ header = {}, claims = {}, key }: Forged = {}) {
  const current = await service.app.tokens.options.keys.current();
  const now = Math.floor(service.clock.now() / 1000);
  const names = { iss: 'fraud-service', aud: 'fraud-service', scope: 'check', tier: 'free' };
  const all = { sub: String(userId), iat: now, exp: now + 60, jti: 'j', ...names, ...claims };
  return new SignJWT(JSON.parse(JSON.stringify(all)))
    .setProtectedHeader({ alg: 'EdDSA', kid: current.kid, ...header })
    .sign(key ?? current.signing);
}

const { id: userId } = await service.user('ann');
const { privateKey: foreignKey, publicKey: foreignPublic } = generateKeyPairSync('ed25519');
const rotate = (algorithm: 'EdDSA' | 'HS256' = 'EdDSA', dropOld = false) =>
  rotateTokenKeys(tokenKeysPath(service.dataDir), algorithm, {
    clock: service.clock,
    random: systemRandom,
    dropOld,
  });

describe('bearer tokens', () => {
  it('are signed by EdDSA and have the expected claims', async () => {
    const { json } = await login('ann');
    const [header, payload] = parts(json.token);
    expect(decode(header)).toEqual({ alg: 'EdDSA', kid: (await stored()).keys[0]!.kid, typ: 'JWT' });
    const claims = decode(payload);
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'scope', 'sub', 'tier']);
    expect(claims.exp - claims.iat).toBe(3600);
  });

  it('have only scopes that this version knows', async () => {
    const { id } = await service.user('from-a-newer-version');
    await service.db.run(
      sql`update users set scopes = ${array(['check', 'paint'], 'text')} where id = ${id}`,
    );
    const { json } = await login('from-a-newer-version');
    expect(decode(parts(json.token)[1]).scope).toBe('check');
    expect((await listUsers(service.db)).find((user) => user.id === id)?.scopes).toEqual(['check']);
  });

  it.each<[number, string, Forged]>([
    [200, 'without a change', {}],
    [401, 'another audience', { claims: { aud: 'chat-service' } }],
    [401, 'another issuer', { claims: { iss: 'elsewhere' } }],
    [401, 'no expiry', { claims: { exp: undefined } }],
    [401, 'no subject', { claims: { sub: undefined } }],
    [401, 'no id', { claims: { jti: undefined } }],
    [401, 'no time of issue', { claims: { iat: undefined } }],
    [401, 'a subject that is no number', { claims: { sub: 'ann' } }],
    [401, 'a subject that does not exist', { claims: { sub: '999999' } }],
    [401, 'a subject with more', { claims: { sub: '1 or 1=1' } }],
    [401, 'not yet valid', { claims: { nbf: 4_102_444_800 } }],
    [401, 'an unknown key id', { header: { kid: 'unknown' } }],
    [401, 'no key id', { header: { kid: undefined } }],
    [401, 'another key', { key: foreignKey }],
    [
      401,
      'a key of their own',
      { header: { jwk: foreignPublic.export({ format: 'jwk' }) }, key: foreignKey },
    ],
    [401, 'a key of their own beside', { header: { jwk: foreignPublic.export({ format: 'jwk' }) } }],
    [401, 'the address of keys', { header: { jku: 'https://example.com/keys' } }],
    [401, 'the address of a certificate', { header: { x5u: 'https://example.com/cert' } }],
  ])('get %i: %s', async (expected, _name, change) => {
    expect(await status(await forge(change))).toBe(expected);
  });

  it('expire, with a tolerance of five seconds', async () => {
    const now = Math.floor(service.clock.now() / 1000);
    expect(await status(await forge({ claims: { exp: now - 4 } }))).toBe(200);
    expect(await status(await forge({ claims: { exp: now - 6 } }))).toBe(401);
  });

  it('are refused with the algorithm "none"', async () => {
    const [header, payload] = parts(await forge());
    const none = encode({ ...decode(header), alg: 'none' });
    for (const signature of ['', parts(await forge())[2]]) {
      expect(await status(`${none}.${payload}.${signature}`)).toBe(401);
    }
  });

  it('are refused if signed by HS256 with the public key as its secret', async () => {
    const { kid, jwk } = (await stored()).keys[0]!;
    const publicKey = createPublicKey({ key: jwk as never, format: 'jwk' });
    for (const secret of [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
      Buffer.from(jwk.x!, 'base64url'),
    ]) {
      const input = `${encode({ alg: 'HS256', kid })}.${parts(await forge())[1]}`;
      const signature = createHmac('sha256', secret).update(input).digest('base64url');
      expect(await status(`${input}.${signature}`)).toBe(401);
    }
  });

  it('are refused after a change of any character', async () => {
    const token = await forge();
    for (let at = 0; at < token.length; at += 7) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      expect(await status(changed), `character ${at}`).toBe(401);
    }
  });
});

describe('revocation', () => {
  it('refuses a disabled user immediately, and earlier tokens stay invalid when the user is enabled', async () => {
    const { id, token } = await service.user('ben');
    expect(await status(token)).toBe(200);
    await setDisabled(service.db, id, true, service.clock.now());
    expect(await status(token)).toBe(401);
    expect((await login('ben')).status).toBe(401);
    await setDisabled(service.db, id, false, service.clock.now());
    expect(await status(token)).toBe(401);
    const again = await login('ben');
    expect(await status(again.json.token)).toBe(200);
  });

  it('of all tokens follows a new password, or the removal of the user', async () => {
    const { id, token } = await service.user('cleo');
    await setPassword(service.db, id, 'no hash', service.clock.now());
    expect(await status(token)).toBe(401);
    const dora = await service.user('dora');
    await removeUser(service.db, dora.id);
    expect(await status(dora.token)).toBe(401);
  });

  it('removes lost scopes of the user from older tokens', async () => {
    const { id, token } = await service.user('eve');
    await changeUser(service.db, id, { scopes: ['chat'] });
    const body = { data_type: 'sms', content: 'x' };
    expect((await service.call('POST', '/api/fraud-check', { token, body })).status).toBe(403);
  });
});

describe('rotation of the signing keys', () => {
  it('keeps tokens of the previous key valid until they expire, but not tokens of older keys', async () => {
    const { token } = await service.user('fred');
    const second = await rotate();
    expect(await status(token)).toBe(200);
    const newer = (await login('fred')).json.token;
    expect(decode(parts(newer)[0]).kid).toBe(second);
    await rotate();
    expect(await status(newer)).toBe(200);
    expect(await status(token)).toBe(401);
    await rotate('EdDSA', true);
    expect(await status(newer)).toBe(401);
    expect((await stored()).keys).toHaveLength(1);
  });

  it('refuses tokens of a retired key once the last token that the key signed has expired', async () => {
    const keys = service.app.tokens.options.keys;
    const retired = await keys.current();
    await rotate();
    const forged = () => forge({ header: { kid: retired.kid }, key: retired.signing });
    expect(await status(await forged())).toBe(200);
    service.clock.advance(3_606_000);
    expect(await status(await forged())).toBe(401);
  });

  it('keeps separate keys for HS256 in the same file', async () => {
    await rotate('HS256');
    const keys = await TokenKeys.open(tokenKeysPath(service.dataDir), 'HS256');
    expect((await keys.current()).signing.type).toBe('secret');
    expect((await stored()).keys.map((key) => (key as { alg?: string }).alg)).toContain('EdDSA');
  });
});

describe('signing in', () => {
  it('is refused for a name after five failures, even with the right password, until the failures expire', async () => {
    await service.user('gina');
    const attempts = await Promise.all(Array.from({ length: 6 }, () => login('GINA', 'wrong')));
    expect(attempts.map((attempt) => attempt.status).sort()).toEqual([401, 401, 401, 401, 401, 429]);
    const closed = await login('gina');
    expect(closed.status).toBe(429);
    expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0);
    service.clock.advance(2 * 900_000);
    expect((await login('gina')).status).toBe(200);
  });

  it('is refused for every name after twenty failures from an address', async () => {
    const statuses = [];
    for (let i = 0; i < 21; i += 1) statuses.push((await login(`name-${i}`, 'wrong')).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses[20]).toBe(429);
    service.clock.advance(2 * 900_000);
  });
});
