import type { Mail } from '../mail/mail.js';
import type { Phrase } from '../text/phrases.js';
import { matchPhrases } from '../text/phrases.js';
import type { Reading } from '../text/reading.js';
import type { PhoneCall } from './phone/call.js';

export type IndicatorClass = 'info' | 'low' | 'high' | 'critical';
export type Span = [start: number, end: number];

export interface Description {
  /** `type.name`, stable. */
  readonly code: string;
  readonly title: string;
  readonly class: IndicatorClass;
  /** One sentence for the catalogue. */
  readonly meaning: string;
  /** What the explanation says when it fired, without a full stop: "it asks for a password or a code". */
  readonly says: string;
}

export interface Evidence {
  /** 0 to 1. */
  strength: number;
  /** Places in the text that was read; empty where the evidence is no place. */
  spans: Span[];
}

/** A detector is a pure function of parsed input. */
export interface Detector<Input> extends Description {
  detect(input: Input): Evidence | undefined;
}

export interface Message {
  readonly reading: Reading;
  readonly mail?: Mail;
}
export type TextDetector = Detector<Message>;
export type MailDetector = Detector<Mail>;
export type PhoneDetector = Detector<PhoneCall> & { readonly weight: number };

export interface Finding extends Evidence {
  readonly detector: Description;
}

/** A detector of phrases, with an optional second look at what they do not tell. */
export function phraseDetector(
  description: Description,
  phrases: readonly Phrase[],
  more?: (message: Message, found: Evidence | undefined) => Evidence | undefined,
): TextDetector {
  return {
    ...description,
    detect(message) {
      const found = matchPhrases(message.reading, phrases);
      return more ? more(message, found) : found;
    },
  };
}

/** Runs detectors in their order. */
export function findings<Input>(detectors: readonly Detector<Input>[], input: Input): Finding[] {
  const found: Finding[] = [];
  for (const detector of detectors) {
    const evidence = detector.detect(input);
    if (evidence && evidence.strength > 0) found.push({ detector, ...evidence });
  }
  return found;
}
