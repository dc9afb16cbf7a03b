/**
 * Packs the npm package: `npm run package` builds, copies the files that `files` names into .cache/package,
 * with a manifest and a README for users, and makes a tarball beside the folder. The tests in test/package
 * use the package that is published.
 *
 * The checkout's own manifest is `private`: its scripts and tools, above all `prepare`, must not run in a
 * user's install, and links in its README point into the checkout.
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

/** Fields of package.json that packing reads. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly repository: { readonly url: string };
  readonly [key: string]: unknown;
}

/** Limits on the package's size in bytes: as downloaded from the registry, and unpacked. */
export const MOST_BYTES = { packed: 1_000_000, unpacked: 3_000_000 } as const;

/** Fields that are useful in the checkout only. */
const LEFT_OUT = ['private', 'scripts', 'devDependencies', 'allowScripts', 'files'];

/**
 * @param stage folder for the package's files; the tarball and the bill of materials, `sbom.cdx.json`, are
 * written beside it
 * @param isRelease refuses to pack while the repository's address has no owner
 * @returns the tarball's path
 */
export async function pack({ isRelease = false, stage = STAGE } = {}): Promise<string> {
  const manifest = readManifest();
  const home = homeOf(manifest);
  if (isRelease && home.includes('PUBLISHER')) {
    throw new Error('package.json: repository.url names PUBLISHER; put the owner of the repository there');
  }
  await build({ types: true });
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  for (const name of [...manifest.files, 'LICENSE']) {
    mkdirSync(dirname(join(stage, name)), { recursive: true });
    cpSync(join(ROOT, name), join(stage, name), { recursive: true });
  }
  rmSync(join(stage, 'dist/build.json'));
  packPage(join(stage, 'dist'));
  for (const entry of readdirSync(stage, { recursive: true, encoding: 'utf8' })) {
    if (entry.endsWith('.schema.json'))
      rewrite(join(stage, entry), (text) => JSON.stringify(JSON.parse(text)));
  }
  const kept = Object.entries(manifest).filter(([key]) => !LEFT_OUT.includes(key));
  const published = { ...Object.fromEntries(kept), homepage: `${home}#readme`, bugs: `${home}/issues` };
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  writeFileSync(
    join(stage, 'README.md'),
    withAbsoluteLinks(readFileSync(join(ROOT, 'README.md'), 'utf8'), manifest),
  );
  writeFileSync(join(stage, 'THIRD-PARTY.md'), thirdPartyNotices(ROOT));
  writeFileSync(join(dirname(stage), 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(ROOT))}\n`);
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', dirname(stage)], {
    cwd: stage,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(dirname(stage), `${manifest.name}-${manifest.version}.tgz`);
}

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
}

/** Returns the address of the repository's page. */
export function homeOf({ repository }: Manifest): string {
  return repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
}

/** Returns the owner of the repository, who publishes the package. */
export function ownerOf(manifest: Manifest): string {
  return new URL(homeOf(manifest)).pathname.split('/')[1] as string;
}

/** Makes links valid outside the repository, at the tag of the version. */
function withAbsoluteLinks(text: string, manifest: Manifest): string {
  const { version } = manifest;
  const home = homeOf(manifest);
  return text.replace(
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|#|mailto:)([^)\s]+)\)/g,
    (_, image, label, path) => {
      const kind = image === '' ? 'blob' : 'raw';
      return `${image}[${label}](${home}/${kind}/v${version}/${path})`;
    },
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await pack({ isRelease: process.argv.includes('--release') }));
}
