import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedPackages } from './installed-packages.js';

/**
 * Returns a software bill of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): our package,
 * and each package whose code reaches users, with its licence and the hash of its tarball.
 */
export function billOfMaterials(root: string): object {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const purl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const components = shippedPackages(root).map((one) => ({
    type: 'library',
    'bom-ref': `${one.folder}@${one.version}`,
    name: one.name,
    version: one.version,
    purl: purl(one.name, one.version),
    licenses: [{ expression: one.license }],
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(one.integrity.replace('sha512-', ''), 'base64').toString('hex'),
      },
    ],
    properties: [{ name: 'cdx:npm:package:bundled', value: String(one.bundled) }],
  }));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        purl: purl(name, version),
        licenses: [{ expression: license }],
      },
    },
    components,
    dependencies: [
      { ref: `${name}@${version}`, dependsOn: components.map((component) => component['bom-ref']) },
      ...components.map((component) => ({ ref: component['bom-ref'] })),
    ],
  };
}
