import { type FileFacts, hasExtension, headerVersion } from '../rules/facts/index.js';
import type { ReleaseFacts } from './release.js';
import type { Fault } from './verdict.js';

/** Extensions that every release takes in the mandatory list. */
const LOADABLE = [0, 1, 2, 3, 4, 5, 6, 9, 10, 12];
/** From 4.21 on releases only take files that leave a calculation to them. */
const PERIPH_CALCULATION_IN_HAILORT = 26;

/** What a release makes of the list of extensions, which it looks at last. */
export function extensionFault(file: FileFacts, release: ReleaseFacts): Fault | undefined {
  const loadable = ({ typeIndex }: { readonly typeIndex: number }): boolean =>
    release.knowsValue('ProtoMDLExtensionType', typeIndex, LOADABLE);
  if (!file.extensions.every(loadable))
    return { ending: release.notSupported, code: 'extension-not-loadable' };
  if (!release.isFrom('4.21.0')) return undefined;
  if (headerVersion(file) > 0 && hasExtension(file, PERIPH_CALCULATION_IN_HAILORT)) return undefined;
  return { ending: 'HEF_NOT_SUPPORTED', code: 'extension-not-loadable' };
}

/** Architectures of the specification. */
const ARCHITECTURES = [0, 1, 2, 100, 101, 102, 103, 104, 105];

/** Newer releases look up properties of the architecture as soon as they read a layer. */
export function architectureFault(file: FileFacts, release: ReleaseFacts): Fault | undefined {
  const arch = file.header?.hwArch.value ?? 0;
  if (!release.isFrom('4.14.0') || release.knowsValue('ProtoMDLHwArch', arch, ARCHITECTURES))
    return undefined;
  return { ending: 'INVALID_ARGUMENT', code: 'hw-arch-unknown' };
}
