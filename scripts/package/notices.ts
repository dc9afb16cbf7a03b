import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ShippedPackage, shippedPackages } from './installed-packages.js';

/**
 * Returns the licences of code inside dist/. Packages that npm installs contain their own licences, and are
 * listed by name.
 * @param isWhole true if nothing is installed beside the code
 * @throws Error for a bundled package without a licence: it could not be shipped
 */
export function thirdPartyNotices(root: string, isWhole = false): string {
  const packages = shippedPackages(root);
  const titleOf = ({ name, version, license }: ShippedPackage) => `${name} ${version} (${license})`;
  const bundled = packages.filter(({ bundled }) => bundled);
  const beside = packages.filter(({ bundled }) => !bundled).map((one) => `- ${titleOf(one)}`);
  return [
    '# Third-party code\n',
    ...(isWhole
      ? []
      : [
          'These packages are installed beside this one, each with its own licence:\n',
          `${beside.join('\n')}\n`,
        ]),
    'Code of these is within the files of this package:\n',
    ...bundled.map((one) => `## ${titleOf(one)}\n\n\`\`\`text\n${licenceOf(one, root)}\n\`\`\`\n`),
  ].join('\n');
}

function licenceOf({ folder, license }: ShippedPackage, root: string): string {
  const path = join(root, folder);
  const name = readdirSync(path).find((file) => /^licen[cs]e/i.test(file));
  if (name !== undefined) return readFileSync(join(path, name), 'utf8').trim();
  const ids = license.match(/[\w.-]+/g)?.filter((word) => !['AND', 'OR', 'WITH'].includes(word)) ?? [];
  if (license === 'unknown' || ids.length === 0) throw new Error(`${folder}: no licence`);
  return ids.map((id) => `https://spdx.org/licenses/${id}.html`).join('\n');
}
