import { asksForPeriphCalculation, takesExtension } from '../../base/schema/extension-support.js';
import type { FileFacts } from '../rules/facts/file.js';
import type { Features } from './features.js';
import type { ReleaseFacts } from './release.js';
import { faultOf, type RuntimeFault } from './verdict.js';

/** Returns the fault of a release in the list of extensions, which it reads last. */
export function extensionFault(
  file: FileFacts,
  features: Features,
  release: ReleaseFacts,
): RuntimeFault | undefined {
  for (const { typeIndex, typePlace } of file.extensions) {
    if (!takesExtension(release.release, typeIndex)) {
      return faultOf(release.notSupported, 'extension-not-loadable', typePlace);
    }
  }
  if (!asksForPeriphCalculation(release.release) || features.periphCalculation) return undefined;
  const message =
    'the extension PERIPH_CALCULATION_IN_HAILORT (26) is missing, which releases from 4.21 on require: the file is outdated';
  // The place is the list of extensions, which is only checked if the header has a version.
  const at = file.extensions.at(-1) ?? file.header?.version ?? file.header?.hwArch;
  return { ...faultOf(release.notSupported, 'extension-not-loadable', at), message };
}
