import type { TextDetector } from '../detector.js';
import { accountSuspended } from './account-suspended.js';
import { advanceFee } from './advance-fee.js';
import { advertising } from './advertising.js';
import { callbackNumber } from './callback-number.js';
import { credentialRequest } from './credential-request.js';
import { cryptoTransfer } from './crypto-transfer.js';
import { deliveryFee } from './delivery-fee.js';
import { giftCard } from './gift-card.js';
import { impersonation } from './impersonation.js';
import { jobOrLoanOffer } from './job-or-loan-offer.js';
import { obfuscatedWords } from './obfuscated-words.js';
import { otpRequest } from './otp-request.js';
import { paymentRedirect } from './payment-redirect.js';
import { premiumNumber } from './premium-number.js';
import { prize } from './prize.js';
import { refundOrTax } from './refund-or-tax.js';
import { romanceOrFamily } from './romance-or-family.js';
import { scamCallTold } from './scam-call.js';
import { threat } from './threat.js';
import { unsubscribeLure } from './unsubscribe-lure.js';
import { urgency } from './urgency.js';
import { urlLookalike } from './url-lookalike.js';
import { urlShortener } from './url-shortener.js';
import { urlSuspicious } from './url-suspicious.js';

export const TEXT_DETECTORS: readonly TextDetector[] = [
  urgency,
  threat,
  prize,
  advanceFee,
  refundOrTax,
  deliveryFee,
  accountSuspended,
  credentialRequest,
  otpRequest,
  paymentRedirect,
  giftCard,
  cryptoTransfer,
  jobOrLoanOffer,
  romanceOrFamily,
  impersonation,
  premiumNumber,
  callbackNumber,
  obfuscatedWords,
  unsubscribeLure,
  urlSuspicious,
  urlShortener,
  urlLookalike,
  scamCallTold,
  advertising,
];
