import type { Clock, Random } from '@services/kit/clock';
import { randomText } from '@services/kit/clock';
import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import type { Scope } from './scopes.js';
import type { TokenKeys } from './token-keys.js';

/** Tolerated difference between the clocks of the machines of one service. */
export const CLOCK_TOLERANCE_S = 5;

export interface TokenClaims {
  userId: number;
  jti: string;
  /** Time in seconds since 1970. */
  issuedAt: number;
  expiresAt: number;
  scopes: string[];
}

/**
 * Thrown for a bearer token that is malformed, expired or not issued by this service. The message is for the log, not
 * for the caller.
 */
export class TokenError extends Error {
  override name = 'TokenError';
}

export interface TokenIssuerOptions {
  keys: TokenKeys;
  clock: Clock;
  random: Random;
  lifetimeS: number;
  issuer: string;
  audience: string;
}

export interface TokenOwner {
  id: number;
  tier: string;
  scopes: readonly Scope[];
  /** Seconds since 1970; tokens that were issued earlier are refused. */
  revokedBefore: number;
}

/** Headers by which a token could supply its own key; our own tokens never have one. */
const KEY_HEADERS = ['jwk', 'jku', 'x5c', 'x5u', 'crit'] as const;

/**
 * Maximum number of tokens whose checked signature is cached: a client sends the same token with each request for an
 * hour.
 */
const REMEMBERED = 2_000;

export class Tokens {
  /** Tokens whose signature has been checked. Their keys and times are still checked for each request. */
  readonly #signed = new Map<string, { header: JWTHeaderParameters; claims: TokenClaims }>();

  constructor(readonly options: TokenIssuerOptions) {}

  async issue(owner: TokenOwner): Promise<{ token: string; jti: string; expiresAt: number }> {
    const { keys, clock, random, lifetimeS, issuer, audience } = this.options;
    const key = await keys.current();
    // A token that is issued in the second of a revocation would otherwise be refused as too old.
    const issuedAt = Math.max(Math.floor(clock.now() / 1000), owner.revokedBefore);
    const expiresAt = issuedAt + lifetimeS;
    const jti = randomText(random, 22);
    const token = await new SignJWT({ tier: owner.tier, scope: owner.scopes.join(' ') })
      .setProtectedHeader({ alg: keys.algorithm, kid: key.kid, typ: 'JWT' })
      .setSubject(String(owner.id))
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(jti)
      .setIssuer(issuer)
      .setAudience(audience)
      .sign(key.signing);
    return { token, jti, expiresAt };
  }

  /** Checks signature, algorithm, key, issuer, audience and times. Throws TokenError. */
  async verify(token: string): Promise<TokenClaims> {
    const { keys, clock, issuer, audience } = this.options;
    const known = this.#signed.get(token);
    if (known) {
      await this.keyFor(known.header);
      if (known.claims.expiresAt <= Math.floor(clock.now() / 1000) - CLOCK_TOLERANCE_S) {
        this.#signed.delete(token);
        throw new TokenError('The token has expired.');
      }
      return known.claims;
    }
    try {
      const { payload, protectedHeader } = await jwtVerify(token, (header) => this.keyFor(header), {
        algorithms: [keys.algorithm],
        issuer,
        audience,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(clock.now()),
        requiredClaims: ['sub', 'iat', 'exp', 'jti'],
      });
      const { sub, iat, exp, jti, scope } = payload;
      const userId = Number(sub);
      if (!Number.isSafeInteger(userId) || typeof scope !== 'string') throw new TokenError('claims');
      const claims = {
        userId,
        jti: jti as string,
        issuedAt: iat as number,
        expiresAt: exp as number,
        scopes: scope.split(' '),
      };
      if (this.#signed.size >= REMEMBERED) this.#signed.clear();
      this.#signed.set(token, { header: protectedHeader, claims });
      return claims;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError)
        throw new TokenError(error.message);
      throw error;
    }
  }

  private async keyFor(header: JWTHeaderParameters) {
    const { keys, clock, lifetimeS } = this.options;
    if (KEY_HEADERS.some((name) => name in header)) throw new TokenError('The token brings a key.');
    if (typeof header.kid !== 'string') throw new TokenError('The token names no key.');
    const key = await keys.find(header.kid);
    if (!key) throw new TokenError('The key is unknown.');
    // The file may still contain a retired key; its tokens have expired, so it must not make new ones valid.
    if (key.retiredAt !== undefined) {
      const lastUse = key.retiredAt + (lifetimeS + CLOCK_TOLERANCE_S) * 1000;
      if (clock.now() > lastUse) throw new TokenError('The key was retired.');
    }
    return key.verifying;
  }
}
