import { hashPassword, passwordProblem, verifyPassword } from '@services/kit/passwords';
import { argon2id, argon2Verify } from 'hash-wasm';
import { describe, expect, it } from 'vitest';

describe('hashes', () => {
  it('are argon2id that another implementation reads and writes', async () => {
    const hash = await hashPassword('correct horse é');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await argon2Verify({ password: 'correct horse é', hash })).toBe(true);
    const options = {
      memorySize: 256,
      iterations: 1,
      parallelism: 1,
      hashLength: 32,
      outputType: 'encoded',
    } as const;
    const other = await argon2id({ ...options, password: 'other', salt: new Uint8Array(16) });
    expect(await verifyPassword('other', other)).toBe(true);
  });

  it('verify the password in any Unicode form, and nothing else', async () => {
    const hash = await hashPassword('caf\u00e9 noir');
    expect(await verifyPassword('cafe\u0301 noir', hash)).toBe(true);
    expect(await verifyPassword('cafe noir', hash)).toBe(false);
    expect(await verifyPassword('caf\u00e9 noir', undefined)).toBe(false);
    expect(await verifyPassword('x', 'no hash')).toBe(false);
    expect(await verifyPassword('x', '')).toBe(false);
  });
});

describe('rules', () => {
  it.each([
    'short',
    'a'.repeat(101),
    'Password1!',
    'qwertyuiop',
    '12345678',
    'abcdefgh',
    'aaaaaaaaa',
    'iloveyou22',
    'nul\0inside',
  ])('%j is refused', (text) => expect(passwordProblem(text)).toMatch(/^The password .*\.$/));

  it.each([
    'correct horse',
    'tr0ub4dor&3',
    'a'.repeat(50) + 'bcdefg'.repeat(8),
    'пароль-у-моря',
    '😀🚀🎉✨🔥🌊🍀🎈',
  ])('%j is accepted', (text) => expect(passwordProblem(text)).toBeUndefined());
});
