import { getDomain } from 'tldts';

/** Returns the part after the last `@` of an address; without `@`, the whole text. */
export function hostOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Returns the registrable domain of an address; for an IP address or an unknown suffix, the host. */
export function domainOf(address: string): string {
  const host = hostOf(address);
  return getDomain(host) ?? host;
}

/** Returns the first label of a domain: `example` of `example.co.uk`. */
export function firstLabel(domain: string): string {
  return domain.split('.', 1)[0] as string;
}

/**
 * True for equal domains, or for one name under two suffixes: a firm's mail and pages often have different suffixes.
 */
export function isSameName(a: string, b: string): boolean {
  if (a === b) return a !== '';
  const label = firstLabel(a);
  return label.length >= 5 && label === firstLabel(b);
}
