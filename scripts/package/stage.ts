/**
 * Packs what is published: `npm run package` builds, stages into .cache/package what `files` names, with a manifest
 * and a README for users, and makes a tarball of it beside. What is published is what was tried (test/package).
 *
 * The checkout's own manifest is `private`: it has scripts and tools that a user's install must not see, `prepare`
 * above all, and links in its README lead into the checkout.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from '../build.js';
import { billOfMaterials } from './bill-of-materials.js';
import { thirdPartyNotices } from './notices.js';
import { packPage } from './packed-page.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const STAGE = join(ROOT, '.cache', 'package');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly repository: { readonly url: string };
  readonly [key: string]: unknown;
}

/** Of use in the checkout only. */
const LEFT_OUT = ['private', 'scripts', 'devDependencies', 'allowScripts', 'files'];

/** @returns the tarball's path */
export async function pack(): Promise<string> {
  await build({ types: true });
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  rmSync(STAGE, { recursive: true, force: true });
  mkdirSync(STAGE, { recursive: true });
  for (const name of [...manifest.files, 'LICENSE']) {
    mkdirSync(dirname(join(STAGE, name)), { recursive: true });
    cpSync(join(ROOT, name), join(STAGE, name), { recursive: true });
  }
  rmSync(join(STAGE, 'dist/build.json'));
  packPage(join(STAGE, 'dist'));
  for (const entry of readdirSync(STAGE, { recursive: true, encoding: 'utf8' })) {
    if (entry.endsWith('.schema.json'))
      rewrite(join(STAGE, entry), (text) => JSON.stringify(JSON.parse(text)));
  }
  const kept = Object.entries(manifest).filter(([key]) => !LEFT_OUT.includes(key));
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
  writeFileSync(
    join(STAGE, 'README.md'),
    withAbsoluteLinks(readFileSync(join(ROOT, 'README.md'), 'utf8'), manifest),
  );
  writeFileSync(join(STAGE, 'THIRD-PARTY.md'), thirdPartyNotices(ROOT));
  writeFileSync(join(STAGE, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(ROOT))}\n`);
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', dirname(STAGE)], {
    cwd: STAGE,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(dirname(STAGE), `${manifest.name}-${manifest.version}.tgz`);
}

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** Links that stay good outside the repository, at the tag of the version. */
function withAbsoluteLinks(text: string, { repository, version }: Manifest): string {
  const home = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  return text.replace(
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|#|mailto:)([^)\s]+)\)/g,
    (_, image, label, path) => {
      const kind = image === '' ? 'blob' : 'raw';
      return `${image}[${label}](${home}/${kind}/v${version}/${path})`;
    },
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await pack());
}
