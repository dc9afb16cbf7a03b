import type { MailDetector } from '../detector.js';
import { archiveEncrypted } from './archive-encrypted.js';
import { authFailed } from './auth-failed.js';
import { credentialForm } from './credential-form.js';
import { dangerousAttachment } from './dangerous-attachment.js';
import { deepSubdomain } from './deep-subdomain.js';
import { displayNameSpoof } from './display-name-spoof.js';
import { doubleExtension } from './double-extension.js';
import { excessiveStructure } from './excessive-structure.js';
import { forgedDate } from './forged-date.js';
import { freeHosting } from './free-hosting.js';
import { htmlAttachment } from './html-attachment.js';
import { htmlHiddenText } from './html-hidden-text.js';
import { imageOnly } from './image-only.js';
import { ipHost } from './ip-host.js';
import { linkTextMismatch } from './link-text-mismatch.js';
import { lookalikeDomain } from './lookalike-domain.js';
import { missingHeaders } from './missing-headers.js';
import { oddPort } from './odd-port.js';
import { punycodeHost } from './punycode-host.js';
import { qrCode } from './qr-code.js';
import { replyToMismatch } from './reply-to-mismatch.js';
import { returnPathMismatch } from './return-path-mismatch.js';
import { shortener } from './shortener.js';
import { undecodable } from './undecodable.js';
import { urlUserinfo } from './url-userinfo.js';
import { zeroWidthText } from './zero-width-text.js';

export const EMAIL_DETECTORS: readonly MailDetector[] = [
  archiveEncrypted,
  authFailed,
  credentialForm,
  dangerousAttachment,
  deepSubdomain,
  displayNameSpoof,
  doubleExtension,
  excessiveStructure,
  forgedDate,
  freeHosting,
  htmlAttachment,
  htmlHiddenText,
  imageOnly,
  ipHost,
  linkTextMismatch,
  lookalikeDomain,
  missingHeaders,
  oddPort,
  punycodeHost,
  qrCode,
  replyToMismatch,
  returnPathMismatch,
  shortener,
  undecodable,
  urlUserinfo,
  zeroWidthText,
];
