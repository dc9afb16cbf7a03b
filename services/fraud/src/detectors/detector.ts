import type { Mail } from '../mail/mail.js';
import type { LinkTrait } from '../text/links.js';
import type { Phrase } from '../text/phrases.js';
import { matchPhrases } from '../text/phrases.js';
import type { Reading, TextLink } from '../text/reading.js';
import type { PhoneCall } from './phone/call.js';

export type IndicatorClass = 'info' | 'low' | 'high' | 'critical';
export type Span = [start: number, end: number];

export interface Description {
  /** Code in the form `type.name`, which never changes. */
  readonly code: string;
  readonly title: string;
  readonly class: IndicatorClass;
  /** A sentence that describes the indicator in the catalogue. */
  readonly meaning: string;
  /** Phrase for the explanation, without a full stop: "it asks for a password or a code". */
  readonly says: string;
}

export interface Evidence {
  /** Strength from 0 to 1. */
  strength: number;
  /** Positions of the evidence in the text; empty if it has no position. */
  spans: Span[];
  /** Strings in an e-mail that are the evidence; the response has their positions in the raw message. */
  quotes?: string[];
}

/** A detector is a pure function of parsed input. */
export interface Detector<Input> extends Description {
  detect(input: Input): Evidence | undefined;
}

export interface Message {
  readonly reading: Reading;
  /** Number of tokens of the subject. Each window of a long text is preceded by these tokens. */
  readonly head?: number;
  readonly mail?: Mail;
}
/**
 * `prior` is the weight, in log odds, towards which training pulls the code's weight. With enough evidence in the
 * corpora, training gives another weight.
 */
interface Weighed {
  readonly prior: number;
}
export type TextDetector = Detector<Message> & Weighed;

/** Links of the text and of the markup. */
export function linksOf({ reading, mail }: Message): readonly (TextLink & { token?: number })[] {
  return mail ? [...reading.links, ...mail.links] : reading.links;
}

/** An e-mail: its subject and body as one reading, and its structure. */
export interface MailMessage extends Message {
  readonly mail: Mail;
}
export type MailDetector = Detector<MailMessage> & Weighed;
export type PhoneDetector = Detector<PhoneCall> & { readonly weight: number };

export interface Finding extends Evidence {
  readonly detector: Description;
}

/** Makes a detector from phrases, with an optional further check. */
export function phraseDetector(
  description: Description & Weighed,
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

/** Runs the detectors in the given order. */
export function findings<Input>(detectors: readonly Detector<Input>[], input: Input): Finding[] {
  const found: Finding[] = [];
  for (const detector of detectors) {
    const evidence = detector.detect(input);
    if (evidence && evidence.strength > 0) found.push({ detector, ...evidence });
  }
  return found;
}

/** Returns evidence if at least one link has the trait. */
export function linksWith(message: Message, trait: LinkTrait): Evidence | undefined {
  const quotes = linksOf(message)
    .filter((link) => link.traits.has(trait) && !link.owner)
    .map((link) => link.raw);
  return quotes.length > 0 ? { strength: 1, spans: [], quotes: quotes.slice(0, 5) } : undefined;
}
