import type { ProfileField } from '../team/organization.svelte.js';

/** Kinds of profile fields, by the server's numbers. */
export const FIELD_TYPES = [
  [1, 'Short text'],
  [2, 'Long text'],
  [3, 'List of choices'],
  [4, 'Date'],
  [5, 'Link'],
  [6, 'People'],
  [7, 'Account elsewhere'],
  [8, 'Pronouns'],
] as const;

export const FIELD = { longText: 2, list: 3, date: 4, link: 5, people: 6, account: 7 } as const;

const KNOWN_SERVICES: Readonly<Record<string, string>> = {
  github: 'https://github.com/%(username)s',
  twitter: 'https://twitter.com/%(username)s',
};

// biome-ignore lint/suspicious/noExplicitAny: the form depends on the type of the field.
const dataOf = ({ field_data }: ProfileField): any => (field_data === '' ? {} : JSON.parse(field_data));

export function choicesOf(field: ProfileField): [value: string, text: string][] {
  const entries = Object.entries(dataOf(field) as Record<string, { text: string; order: string }>);
  entries.sort(([, a], [, b]) => Number(a.order) - Number(b.order));
  return entries.map(([value, { text }]) => [value, text]);
}

/** Returns the text to show for a value, and for links and external accounts also the URL. */
export function shownValue(
  field: ProfileField,
  value: string,
  names: (ids: readonly number[]) => string,
): { text: string; href?: string } {
  if (field.type === FIELD.list)
    return { text: choicesOf(field).find(([one]) => one === value)?.[1] ?? value };
  if (field.type === FIELD.people) return { text: names(JSON.parse(value) as number[]) };
  const pattern =
    field.type === FIELD.account ? accountPattern(field) : field.type === FIELD.link ? value : undefined;
  const href = pattern?.replace('%(username)s', encodeURIComponent(value));
  return href !== undefined && /^https?:/.test(href) ? { text: value, href } : { text: value };
}

function accountPattern(field: ProfileField): string | undefined {
  const { subtype, url_pattern } = dataOf(field) as { subtype?: string; url_pattern?: string };
  return url_pattern ?? KNOWN_SERVICES[subtype ?? ''];
}
