import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/**
 * Returns the links of the site's own pages to missing files and anchors, and the resources that a page would
 * load from another host. Links within the API reference are checked when the reference is built.
 * @param absent folders that were not built, with a slash
 */
export function brokenLinks(folder: string, absent: readonly string[] = []): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsOf = (file: string): ReadonlySet<string> => {
    const known = anchors.get(file) ?? new Set(idsIn(readFileSync(file, 'utf8')));
    anchors.set(file, known);
    return known;
  };
  const broken: string[] = [];
  for (const page of pages) {
    const text = readFileSync(join(folder, page), 'utf8');
    for (const [, tag = '', address = ''] of text.matchAll(
      /<(a|img|link|script|iframe)\b[^>]*?(?:href|src)="([^"]*)"/g,
    )) {
      if (/^[a-z]+:/i.test(address)) {
        if (tag !== 'a' && !address.startsWith('data:')) broken.push(`${page}: loads ${address}`);
        continue;
      }
      if (/^api[\\/]/.test(page)) continue;
      const [path = '', anchor] = address.split('#');
      const file = path === '' ? join(folder, page) : resolve(folder, dirname(page), decodeURI(path));
      if (absent.some((name) => relative(folder, file).startsWith(name))) continue;
      if (!existsSync(file) || statSync(file).isDirectory()) broken.push(`${page}: ${address}`);
      else if (anchor && file.endsWith('.html') && !anchorsOf(file).has(decodeURIComponent(anchor)))
        broken.push(`${page}: ${address} (no such section)`);
    }
  }
  return broken;
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id = '']) => id);
}
