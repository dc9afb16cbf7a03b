import type { MailDetector } from '../detector.js';

export const EMAIL_DETECTORS: readonly MailDetector[] = [];
