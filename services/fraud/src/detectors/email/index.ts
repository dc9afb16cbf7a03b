import type { MailDetector } from '../detector.js';
import { ATTACHMENT_DETECTORS } from './attachments.js';
import { BODY_DETECTORS } from './body.js';
import { LINK_DETECTORS } from './links.js';
import { SENDER_DETECTORS } from './sender.js';
import { STRUCTURE_DETECTORS } from './structure.js';

/** The detectors are sorted by code; their weights in a model have the same order. */
export const EMAIL_DETECTORS: readonly MailDetector[] = [
  ...ATTACHMENT_DETECTORS,
  ...BODY_DETECTORS,
  ...LINK_DETECTORS,
  ...SENDER_DETECTORS,
  ...STRUCTURE_DETECTORS,
].sort((a, b) => (a.code < b.code ? -1 : 1));
