import { readBrandRows } from './brand-rows.js';

/** True if mail from a registrable domain comes from the brand itself. */
export function fromBrand(domain: string, brand: Brand): boolean {
  const dot = domain.indexOf('.');
  return dot > 0 && ownsDomain(brand, domain, domain.slice(0, dot), domain.slice(dot + 1));
}

/** True if mail from a registrable domain comes from one of the brands on the list. */
export function isBrandDomain(domain: string): boolean {
  const dot = domain.indexOf('.');
  return dot > 0 && ownerOf(domain, domain.slice(0, dot), domain.slice(dot + 1)) !== undefined;
}

/** Returns all brands that a name or subject mentions, including brands whose names are ordinary words. */
export function brandsIn(text: string): Brand[] {
  const words = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .split(/[^a-z0-9&.+-]+/, 60)
    .filter((word) => word !== '');
  return words.flatMap((word, at) => brandAt(word, (ahead) => words[at + ahead])?.brand ?? []);
}

export interface Brand {
  /** Name in its usual spelling, in lower case. */
  name: string;
  /** Name without spaces and signs, as in host names. */
  label: string;
  /** True if the name is also an ordinary word; then it does not count in running text. */
  word: boolean;
  domains: ReadonlySet<string>;
  /** Only for a group of companies: pattern of the registrable domains of its members. */
  group?: RegExp;
}

const rows = readBrandRows();

/**
 * Names that fraud imitates. A group without a domain only has the pattern of its members, and is not among these
 * names.
 */
export const BRANDS: readonly Brand[] = rows
  .filter(({ domains }) => domains.length > 0)
  .map(({ name, word, domains, group }) => ({
    name,
    label: name.replace(/[^a-z0-9]/g, ''),
    word,
    domains: new Set(domains),
    ...(group ? { group } : {}),
  }));

const GROUPS = rows.flatMap(({ name, group }) =>
  group ? [{ group, brand: BRANDS.find((brand) => brand.name === name) }] : [],
);

/**
 * Returns the brand whose members have registrable domains of this form ("sparkasse-bremen.de"). Anyone can register
 * such a name, so the form does not prove that the domain is a member's: it only removes the suspicion of an
 * imitation.
 */
export function memberOf(domain: string): { brand: Brand | undefined } | undefined {
  const found = GROUPS.find(({ group }) => group.test(domain));
  return found && { brand: found.brand };
}

const byFirstWord = new Map<string, { rest: string[]; brand: Brand }[]>();
for (const brand of BRANDS) {
  const [first, ...rest] = brand.name.split(' ') as [string, ...string[]];
  const known = byFirstWord.get(first) ?? [];
  known.push({ rest, brand });
  byFirstWord.set(first, known);
}

export function startsBrand(word: string): boolean {
  return byFirstWord.has(word);
}

/** Returns the brand whose name starts with `word` and continues with the words from `wordAt`. */
export function brandAt(
  word: string,
  wordAt: (ahead: number) => string | undefined,
): { brand: Brand; length: number } | undefined {
  for (const { rest, brand } of byFirstWord.get(word) ?? []) {
    if (rest.every((part, at) => wordAt(at + 1) === part)) return { brand, length: rest.length + 1 };
  }
  return undefined;
}

// A brand's own name under a country's suffix nearly always belongs to the brand (amazon.co.uk, dhl.fr);
// under cheap generic suffixes it usually does not.
const COUNTRY_SUFFIX = /^(?:com|net|org|(?:co|com|gov|org|net)\.[a-z]{2}|[a-z]{2}|bank)$/;

const placeOf = new Map(BRANDS.map((brand, at) => [brand, at]));
const byDomain = new Map<string, Brand>();
const byLabel = new Map<string, Brand[]>();
for (const brand of BRANDS) {
  for (const domain of brand.domains) if (!byDomain.has(domain)) byDomain.set(domain, brand);
  byLabel.set(brand.label, [...(byLabel.get(brand.label) ?? []), brand]);
}

/** Returns the first brand of the list that owns a registrable domain. */
export function ownerOf(domain: string, label: string, suffix: string): Brand | undefined {
  const found: Brand[] = (byLabel.get(label) ?? []).filter((brand) =>
    ownsDomain(brand, domain, label, suffix),
  );
  for (let at = 0; at >= 0; at = domain.indexOf('.', at) + 1 || -1) {
    const brand = byDomain.get(domain.slice(at));
    if (brand) found.push(brand);
  }
  const within = byDomain.get(suffix);
  if (within) found.push(within);
  return found.sort((a, b) => (placeOf.get(a) as number) - (placeOf.get(b) as number))[0];
}

/** True if a registrable domain belongs to the brand. */
export function ownsDomain(brand: Brand, domain: string, label: string, suffix: string): boolean {
  if (brand.domains.has(domain)) return true;
  for (const own of brand.domains) if (domain.endsWith(`.${own}`) || own === suffix) return true;
  return (
    label === brand.label &&
    label.length >= 3 &&
    COUNTRY_SUFFIX.test(suffix) &&
    !/^(?:tk|ml|ga|cf|gq|cc|ws|pw|ru|su|cn|to|me|io|co)$/.test(suffix)
  );
}
