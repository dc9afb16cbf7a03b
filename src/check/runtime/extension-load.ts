import { HW_PADDING } from '../rules/facts/features.js';
import type { FileFacts } from '../rules/facts/file.js';
import type { Features } from './features.js';
import type { ReleaseFacts } from './release.js';
import { type Fault, faultOf } from './verdict.js';

/** Extensions of the specification that every release takes in the mandatory list. */
const LOADABLE = [0, 1, 2, 3, 4, 5, 6, 9, 10, 12];

/** Whether a release takes an extension in the mandatory list. */
export function takesExtension(release: ReleaseFacts, typeIndex: number): boolean {
  const known = release.isFrom('4.16.0') ? [...LOADABLE, HW_PADDING] : LOADABLE;
  return release.knowsValue('ProtoMDLExtensionType', typeIndex, known);
}

/** What a release makes of the list of extensions, which it looks at last. */
export function extensionFault(
  file: FileFacts,
  features: Features,
  release: ReleaseFacts,
): Fault | undefined {
  for (const { typeIndex } of file.extensions) {
    if (!takesExtension(release, typeIndex)) {
      return faultOf(release.notSupported, 'extension-not-loadable');
    }
  }
  // From 4.21 on releases only take files that leave a calculation to them.
  if (!release.isFrom('4.21.0') || features.periphCalculation) return undefined;
  const message =
    'the extension PERIPH_CALCULATION_IN_HAILORT (26) is missing, which releases from 4.21 on ask for';
  return { ...faultOf('HEF_NOT_SUPPORTED', 'extension-not-loadable'), message };
}
