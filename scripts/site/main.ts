/**
 * Builds the site into `.cache/site`, one folder that any host can serve: the page that opens files, the
 * documentation, a page for every code, and the API reference. `npm run site`; `src/show/report/tool.ts` has
 * the site's address, to which reports link.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { rulesMarkdown } from '../../src/show/report/rules.js';
import { build } from '../build.js';
import { homeOf, ROOT, readManifest } from '../package/stage.js';
import { brokenLinks } from './links.js';
import { htmlOf, type LinkTarget } from './markdown.js';

export const SITE = join(ROOT, '.cache', 'site');

/** Pages at the top, by their Markdown. */
const TOP = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
/** Files that pages show or link to, copied unchanged. */
const COPIED = ['docs/images', 'docs/charts', 'docs/schemas', 'docs/problem-matchers', 'LICENSE'];

/**
 * @param api false leaves out the API reference, which takes half a minute
 * @throws Error for a link that leads nowhere, or a page that would load from another host
 */
export async function buildSite({ folder = SITE, api = true } = {}): Promise<readonly string[]> {
  await build({ types: false });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'dist/page'), join(folder, 'page'), { recursive: true });
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  cpSync(join(ROOT, 'scripts/site/style.css'), join(folder, 'style.css'));
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const sources = [...TOP, ...docs.map((name) => `docs/${name}`)];
  for (const source of sources) {
    const text = readFileSync(join(ROOT, source), 'utf8');
    write(
      folder,
      addressOfPage(source),
      htmlOf(text, (target) => linkTo(target, source, sources)),
    );
  }
  writeCodePages(folder);
  if (api) {
    const typedoc = join(ROOT, 'node_modules/typedoc/bin/typedoc');
    execFileSync(process.execPath, [typedoc, '--out', join(folder, 'api')], { cwd: ROOT, stdio: 'inherit' });
  }
  const broken = brokenLinks(folder, api ? [] : ['api/']);
  if (broken.length > 0) throw new Error(`the site has links that lead nowhere:\n${broken.join('\n')}`);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

/** Writes the page of each code, at the address that `pageOf` returns. */
export function writeCodePages(folder: string): void {
  for (const [code, info] of CATALOGUE) {
    const [, , text = ''] =
      /(\n### )([\s\S]*)/.exec(rulesMarkdown({ catalogue: CATALOGUE, codes: [info] })) ?? [];
    // Codes link to each other as sections of one page.
    const html = htmlOf(`# ${text}`, (target) => ({ href: target.replace(/^#(.*)$/, '$1.html') }));
    write(folder, `codes/${code}.html`, html);
  }
}

const addressOfPage = (source: string): string =>
  source === 'README.md'
    ? 'index.html'
    : source.replace(/\.md$/, '.html').replace('docs/README', 'docs/index');

/** Returns the target of a link: another page, a file of the site, or the repository. */
function linkTo(target: string, source: string, sources: readonly string[]): LinkTarget {
  if (/^(\w+:|#)/.test(target)) return { href: target };
  const [path = '', anchor] = target.split('#');
  const file = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, '');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (sources.includes(file)) return { href: relativeTo(source, addressOfPage(file)) + hash };
  // Links to folders lead to the repository, because a host may not show a page for a folder.
  if (COPIED.some((name) => (file === name || file.startsWith(`${name}/`)) && /\.|LICENSE$/.test(file)))
    return { href: relativeTo(source, file) };
  return { href: `${homeOf(readManifest())}/blob/main/${file}${hash}` };
}

const relativeTo = (source: string, path: string): string =>
  posix.relative(posix.dirname(source), path) || posix.basename(path);

function write(folder: string, address: string, body: string): void {
  const top = '../'.repeat(address.split('/').length - 1);
  const [, title = 'protomdl'] = /<h1[^>]*>(.*?)<\/h1>/s.exec(body) ?? [];
  const path = join(folder, address);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title.replace(/<[^>]*>/g, '')}</title>
<link rel="stylesheet" href="${top}style.css">
</head>
<body>
<nav><a href="${top}index.html">protomdl</a> <a href="${top}page/index.html">Open a file</a> <a href="${top}docs/index.html">Documentation</a> <a href="${top}docs/rules.html">Codes</a> <a href="${top}api/index.html">API</a></nav>
<main>
${body}</main>
</body>
</html>
`,
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = await buildSite();
  console.log(`${SITE}: ${files.length} files`);
}
