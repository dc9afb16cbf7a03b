/** Rules about the models that releases of the runtime load. */
import type { Release } from '../../base/diagnostics/catalogue.js';
import { compareReleases, newestContainer, releasesFrom } from '../../base/diagnostics/releases.js';
import { asksForPeriphCalculation, takesExtension as isTaken } from '../../base/schema/extension-support.js';
import { fieldSince } from '../../base/schema/field-since.js';
import { enumByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { isKnownTo, valueSince } from '../../base/schema/since.js';
import type { Feature } from './features.js';
import type { ModelLayout, SmithFraming } from './settings.js';

/** Field number of the action `debug`. */
const DEBUG = 12;
/** HAILO10H in ProtoMDLHwArch. */
const ARCH_10H = 5;

/** Releases that do not load a model with the feature. */
const REFUSED_BY: Readonly<Partial<Record<Feature, readonly Release[]>>> = {
  'old-flags': releasesFrom('4.21.0'),
  'write-data': releasesFrom('4.17.0'),
  'received-trigger': releasesFrom('4.17.0'),
  'host-argmax': releasesFrom('4.19.0'),
  'later-extensions': ['4.8.0'],
  'later-formats': ['4.8.0'],
  planes: ['4.8.0'],
};

export function releaseOf(framing: SmithFraming): Release {
  return framing === 3 ? '4.23.0' : '4.20.0';
}

/** Returns the framings that a release reads. A bare message is read like a message in version 0. */
export function framingsOf(release: Release): readonly SmithFraming[] {
  return (['bare', 0, 1, 2, 3] as const).filter(
    (framing) => framing === 'bare' || framing <= newestContainer(release),
  );
}

/** Returns the framing that tool chains wrote at the time of the release. */
export function ownFraming(release: Release): SmithFraming {
  return newestContainer(release);
}

export function takesLayout(release: Release, layout: ModelLayout): boolean {
  return layout === 'classic' || release !== '4.8.0';
}

export function takesFeature(release: Release | undefined, feature: Feature): boolean {
  return release === undefined || REFUSED_BY[feature]?.includes(release) !== true;
}

/**
 * True if a release accepts a member of ProtoMDLAction that was added after the specification. The oldest
 * release accepts all members, because it does not read actions.
 */
export function takesAction(release: Release | undefined, number: number): boolean {
  if (release === undefined || release === '4.8.0') return true;
  // The action exists since 4.19. Earlier releases have another message with this field number.
  const since = number === DEBUG ? '4.19.0' : fieldSince('ProtoMDLAction', number);
  return isKnownTo(release, since);
}

export function fitsExtension(release: Release | undefined, type: number): boolean {
  return release === undefined || isTaken(release, type);
}

/** True if a release accepts an architecture. Releases from 4.14 on check the architecture. */
export function fitsArchitecture(release: Release | undefined, arch: number): boolean {
  if (release === undefined || release === '4.8.0') return true;
  // From 5.1 on, no device accepts this architecture, and lists of boxes are refused.
  if (arch === ARCH_10H && compareReleases(release, '5.1.0') >= 0) return false;
  const isThere = enumByName(MDL, 'ProtoMDLHwArch')?.values.some(({ number }) => number === arch) === true;
  return isThere && isKnownTo(release, valueSince('ProtoMDLHwArch', arch));
}

/** True if a release requires the extension that leaves the periphery calculation to the runtime. */
export function needsPeriphCalculation(release: Release | undefined): boolean {
  return release !== undefined && asksForPeriphCalculation(release);
}
