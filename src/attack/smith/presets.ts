import { FEATURE_NAMES, isUncommon } from './features.js';
import type { SmithOptions } from './settings.js';

/** Names of presets: combinations of shapes and sizes. */
export const PRESET_NAMES = [
  'smallest',
  'small',
  'metadata',
  'blobs',
  'many-contexts',
  'everything',
] as const;
/** Name of a preset. */
export type Preset = (typeof PRESET_NAMES)[number];

/** Purpose of each preset. */
export const PRESETS_ABOUT: Readonly<Record<Preset, string>> = {
  smallest: 'a group, a context, an input and an output',
  small: 'a few kilobytes of everything: for tests',
  metadata: 'operations and actions, no blobs: 5 MB',
  blobs: 'configuration writes of 13 KB: 16 MB',
  'many-contexts': '200 contexts that hand tensors on',
  everything: 'every feature that the validator does not warn of',
};

export const SMITH_PRESETS: Readonly<Record<Preset, Omit<SmithOptions, 'preset' | 'seed'>>> = {
  smallest: {
    framing: 'bare',
    groups: 1,
    networks: 1,
    contexts: 1,
    actions: 0,
    blobs: 0,
    without: FEATURE_NAMES,
  },
  small: { blob: 24, blobs: 4, actions: 40 },
  metadata: { groups: 1, contexts: 8, actions: 200_000, blobs: 0, with: ['lcus', 'sequencers'] },
  blobs: { groups: 1, contexts: 2, actions: 3000, blob: 13_312, blobs: 1200 },
  'many-contexts': {
    groups: 1,
    contexts: 200,
    actions: 20_000,
    blob: 1000,
    blobs: 1000,
    with: ['inter-context'],
  },
  everything: {
    groups: 2,
    networks: 3,
    contexts: 4,
    actions: 2000,
    blob: 200,
    blobs: 40,
    with: FEATURE_NAMES.filter(
      (feature) =>
        !isUncommon(feature) &&
        !['old-flags', 'long-names', 'test-architectures', 'legacy-l3', 'notes', 'decoders'].includes(
          feature,
        ),
    ),
  },
};
