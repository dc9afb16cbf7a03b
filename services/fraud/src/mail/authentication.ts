import { getDomain } from 'tldts';
import { domainOf } from '../text/domains.js';
import type { Mail } from './mail.js';

const READ_CHARACTERS = 2_000;
const READ_RECEIVED = 5;

/**
 * Returns the results of the receiver's own server for its checks of the sender (RFC 8601), in lower case. A fraudster
 * can write such a header, too. Only the topmost header counts. Its server must be configured, or belong to the domain
 * that accepted the message. That domain is found in the `Received` lines: the first host after `by`, from the top,
 * because the receiver's servers add their lines at the top.
 */
export function trustedAuthentication(
  headers: ReadonlyMap<string, readonly string[]>,
  trusted: readonly string[] = [],
): string | undefined {
  const results = headers.get('authentication-results')?.[0]?.slice(0, READ_CHARACTERS).toLowerCase();
  if (results === undefined) return undefined;
  const server = /^\s*([a-z0-9.-]{1,255})(?:\s+\d{1,9})?\s*(?:;|$)/.exec(results)?.[1];
  if (server !== undefined && trusted.some((name) => isWithin(server, name.toLowerCase()))) return results;
  const receiver = receiverOf(headers);
  if (receiver === undefined) return undefined;
  // Microsoft's servers do not name themselves in their results.
  const own = server === undefined ? receiver === 'outlook.com' : getDomain(server) === receiver;
  return own ? results : undefined;
}

// Lines for hops within a provider are skipped: they have an address instead of a host ("by 2002:a05:…").
function receiverOf(headers: ReadonlyMap<string, readonly string[]>): string | undefined {
  for (const line of (headers.get('received') ?? []).slice(0, READ_RECEIVED)) {
    const host = /\bby\s+([a-z0-9.-]{1,255})/i.exec(line.slice(0, READ_CHARACTERS))?.[1];
    const domain = host && getDomain(host.toLowerCase());
    if (domain) return domain;
  }
  return undefined;
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

const DOMAIN = String.raw`[a-z0-9._-]{1,253}`;
const SIGNED = new RegExp(
  String.raw`\bdkim\s?=\s?pass\b[^;]{0,400}?\bheader\.(?:d|i)\s?=\s?@?(?:[^\s;@]{1,64}@)?(${DOMAIN})`,
  'g',
);
const SENT = new RegExp(
  String.raw`\bspf\s?=\s?pass\b[^;]{0,400}?\bsmtp\.(?:mailfrom|mail)\s?=\s?(?:[^\s;@]{1,64}@)?(${DOMAIN})`,
  'g',
);

/** True if a trusted server has confirmed that the mail comes from the domain in From. */
export function isAligned({
  authentication = '',
  fromDomain,
}: Pick<Mail, 'authentication' | 'fromDomain'>): boolean {
  if (fromDomain === '') return false;
  if (/\bdmarc\s?=\s?pass\b/.test(authentication)) return true;
  return [SIGNED, SENT].some((proof) =>
    [...authentication.matchAll(proof)].some(([, domain]) => domainOf(domain as string) === fromDomain),
  );
}
