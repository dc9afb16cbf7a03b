import { systemRandom } from '@services/kit/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open, rewrap, type Sealed, seal, VaultError } from '../../src/vault/envelope.js';
import { LocalMasterKeys, masterKeyId, parseMasterKeys } from '../../src/vault/master-keys.js';

const keyText = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const keys = LocalMasterKeys.fromText(keyText(1), systemRandom);
const context = { tenant: 7, type: 'custom', id: 'tok_1' };
const plain = Buffer.from('4111 1111 1111 1111');
const sealed = await seal(keys, systemRandom, plain, context);

/** Yields copies of the record, each with another bit of a base64 member flipped. */
function* flipped(member: 'w' | 'n' | 'c' | 't'): Generator<Sealed> {
  const bytes = Buffer.from(sealed[member], 'base64');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    yield { ...sealed, [member]: changed.toString('base64') };
  }
}

describe('a sealed record', () => {
  it('opens to the original data, of any length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const record = await seal(keys, systemRandom, bytes, context);
        expect(await open(keys, record, context)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each(['w', 'n', 'c', 't'] as const)('does not open after any bit of %s was flipped', async (member) => {
    let tried = 0;
    for (const record of flipped(member)) {
      await expect(open(keys, record, context)).rejects.toThrow(VaultError);
      tried += 1;
    }
    expect(tried).toBe({ w: 480, n: 96, c: plain.length * 8, t: 128 }[member]);
  });

  it('does not open with another tenant, type or id, nor with another key id or version', async () => {
    for (const other of [{ tenant: 8 }, { type: 'email' }, { id: 'tok_2' }])
      await expect(open(keys, sealed, { ...context, ...other })).rejects.toThrow(VaultError);
    await expect(open(keys, { ...sealed, k: '00000000' }, context)).rejects.toThrow(/not here/);
    await expect(open(keys, { ...sealed, v: 3 as 1 }, context)).rejects.toThrow(/Version/);
  });

  it('does not open when the unused bits of base64 were changed, or a member is missing', async () => {
    const next = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1);
    const last = sealed.c.replace(/.(?==+$)/, next);
    expect(last).not.toBe(sealed.c);
    for (const change of [{ c: last }, { t: undefined as never }, { n: '' }])
      await expect(open(keys, { ...sealed, ...change }, context)).rejects.toThrow(VaultError);
  });

  it('has a fresh data key and a fresh nonce each time', async () => {
    const again = await seal(keys, systemRandom, plain, context);
    for (const member of ['w', 'n', 'c', 't'] as const) expect(again[member]).not.toBe(sealed[member]);
  });

  it('keeps its ciphertext when another key wraps its data key', async () => {
    const both = LocalMasterKeys.fromText(`${keyText(2)}\n${keyText(1)}`, systemRandom);
    const wrapped = await rewrap(both, sealed, context);
    expect({ ...wrapped, k: '', w: '' }).toEqual({ ...sealed, k: '', w: '' });
    expect(wrapped.k).toBe(masterKeyId(Buffer.alloc(32, 2)));
    const onlyNew = LocalMasterKeys.fromText(keyText(2), systemRandom);
    expect(await open(onlyNew, wrapped, context)).toEqual(plain);
    await expect(open(onlyNew, sealed, context)).rejects.toThrow(VaultError);
  });

  it('agrees with the WebCrypto implementation of AES-GCM', async () => {
    const subtle = globalThis.crypto.subtle;
    const aad = (text: string) => Buffer.from(text + JSON.stringify([7, 'custom', 'tok_1', 1]));
    const decrypt = async (key: Uint8Array, whole: Uint8Array, additionalData: Uint8Array) => {
      const imported = await subtle.importKey('raw', key as never, 'AES-GCM', false, ['decrypt']);
      const iv = whole.subarray(0, 12);
      const options = { name: 'AES-GCM', iv, additionalData } as never;
      return Buffer.from(await subtle.decrypt(options, imported, whole.subarray(12) as never));
    };
    const dataKey = await decrypt(Buffer.alloc(32, 1), Buffer.from(sealed.w, 'base64'), aad('wrap\0'));
    const body = Buffer.concat(['n', 'c', 't'].map((name) => Buffer.from(sealed[name as 'n'], 'base64')));
    expect(await decrypt(dataKey, body, aad(''))).toEqual(plain);
  });
});

it('master keys are 32 bytes; an error names a bad key by its line, not by its text', () => {
  expect(() => parseMasterKeys('')).toThrow(/no master key/);
  expect(() => parseMasterKeys(`${keyText(1)},c2hvcnQ=`)).toThrow(/^Master key 2 is not 32 bytes/);
  expect(parseMasterKeys(` ${keyText(1)} \n\n${keyText(2)}\n`)).toHaveLength(2);
});
