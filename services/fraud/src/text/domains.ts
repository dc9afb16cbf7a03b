import { getDomain } from 'tldts';

/** What stands after the last `@` of an address; all of it where there is none. */
export function hostOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** The registrable domain of an address, or its host where that has none (an IP address, an unknown suffix). */
export function domainOf(address: string): string {
  const host = hostOf(address);
  return getDomain(host) ?? host;
}

/** What a domain begins with: `example` of `example.co.uk`. */
export function firstLabel(domain: string): string {
  return domain.split('.', 1)[0] as string;
}
