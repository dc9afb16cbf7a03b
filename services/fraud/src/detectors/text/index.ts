import type { TextDetector } from '../detector.js';
import { advertising } from './advertising.js';
import { ASK_DETECTORS } from './asks.js';
import { CHANNEL_DETECTORS } from './channels.js';
import { LINK_DETECTORS } from './links.js';
import { PEOPLE_DETECTORS } from './people.js';
import { scamCallTold } from './scam-call.js';
import { STORY_DETECTORS } from './stories.js';

/** The detectors in the order of their weights in a model. */
export const TEXT_DETECTORS: readonly TextDetector[] = [
  ...STORY_DETECTORS,
  ...ASK_DETECTORS,
  ...PEOPLE_DETECTORS,
  ...CHANNEL_DETECTORS,
  ...LINK_DETECTORS,
  scamCallTold,
  advertising,
];
