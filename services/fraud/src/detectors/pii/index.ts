import type { TextDetector } from '../detector.js';
import { cardNumber } from './card-number.js';
import { iban } from './iban.js';
import { nationalId } from './national-id.js';

export const PII_DETECTORS: readonly TextDetector[] = [cardNumber, iban, nationalId];
