/** What a release of the runtime has to find, or may not find, in a model that it is to load. */
import type { Release } from '../../base/diagnostics/catalogue.js';
import { newestContainer, releasesFrom } from '../../base/diagnostics/releases.js';
import { asksForPeriphCalculation, takesExtension as isTaken } from '../../base/schema/extension-support.js';
import { enumByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { fieldSince, isKnownTo, valueSince } from '../../base/schema/since.js';
import type { Feature } from './features.js';
import type { Layout, SmithFraming } from './settings.js';

/** Number of the action `debug`. */
const DEBUG = 12;

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

/** The release that wrote such files, or read them first: what a model loads on by default. */
export function releaseOf(framing: SmithFraming): Release {
  return framing === 3 ? '4.23.0' : '4.20.0';
}

/** Frames that a release reads: a bare message is taken as one of version 0. */
export function framingsOf(release: Release): readonly SmithFraming[] {
  return (['bare', 0, 1, 2, 3] as const).filter(
    (framing) => framing === 'bare' || framing <= newestContainer(release),
  );
}

/** Version that tool chains of the release's time wrote. */
export function ownFraming(release: Release): SmithFraming {
  return newestContainer(release);
}

export function takesLayout(release: Release, layout: Layout): boolean {
  return layout === 'classic' || release !== '4.8.0';
}

export function takesFeature(release: Release | undefined, feature: Feature): boolean {
  return release === undefined || REFUSED_BY[feature]?.includes(release) !== true;
}

/** Members of ProtoMDLAction that came after the specification. The oldest release does not look at actions. */
export function takesAction(release: Release | undefined, number: number): boolean {
  if (release === undefined || release === '4.8.0') return true;
  // Earlier releases have another message in its place.
  const since = number === DEBUG ? '4.19.0' : fieldSince('ProtoMDLAction', number);
  return isKnownTo(release, since);
}

export function takesExtension(release: Release | undefined, type: number): boolean {
  return release === undefined || isTaken(release, type);
}

/** Architectures are looked at from 4.14 on. */
export function takesArchitecture(release: Release | undefined, arch: number): boolean {
  if (release === undefined || release === '4.8.0') return true;
  const isThere = enumByName(MDL, 'ProtoMDLHwArch')?.values.some(({ number }) => number === arch) === true;
  return isThere && isKnownTo(release, valueSince('ProtoMDLHwArch', arch));
}

/** Whether it takes only files that leave a calculation to it, which an extension says. */
export function needsPeriphCalculation(release: Release | undefined): boolean {
  return release !== undefined && asksForPeriphCalculation(release);
}
