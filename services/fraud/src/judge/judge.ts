import { LIST_HITS, MODEL_CONTENT } from '../detectors/catalogue.js';
import { type Finding, findings, type MailMessage, type Message } from '../detectors/detector.js';
import { isProgram } from '../detectors/email/attachments.js';
import { readCall } from '../detectors/phone/call.js';
import { CONTEXT_WEIGHTS, PHONE_DETECTORS } from '../detectors/phone/index.js';
import { PII_DETECTORS } from '../detectors/pii/index.js';
import { TEXT_DETECTORS } from '../detectors/text/index.js';
import { scamCallTold } from '../detectors/text/scam-call.js';
import { type ListEntry, listHit } from '../lists/entries.js';
import { sigmoid } from '../model/elementary.js';
import { examine } from '../model/features.js';
import type { Models } from '../model/models.js';
import { score } from '../model/score.js';
import { retoldCall } from '../text/calls.js';
import { decisionOf, isGraveMail, logOdds, reasonsOf } from './decision.js';
import { explain } from './explanation.js';
import { messageOf } from './message.js';
import { placesOf } from './places.js';
import { isCritical, severityOf } from './severity.js';
import { type CheckInput, ContentError, type Verdict } from './verdict.js';
import { strongestWords } from './words.js';

export const PHONE_THRESHOLD = 0.5;
const MOST_INDICATORS = 20;
/** Minimum score of a message with an attached program or the anti-virus test file. */
const PROGRAM_FLOOR = 0.9;

export interface JudgeOptions {
  /**
   * Mail servers whose Authentication-Results are trusted, besides the receiver's own server. A domain's name includes
   * the hosts below it.
   */
  authServers?: readonly string[];
  /** Share of fraud in the stream; by default, the share stored in the model. */
  prior?: number;
  /** Score from which a check is fraud; by default, the threshold stored in the model. */
  threshold?: number | undefined;
  lists?: readonly ListEntry[];
}

/**
 * An entry of the block list raises the log odds to at least this value; an entry of the allow list lowers them to at
 * most its negative.
 */
const LISTED_ODDS = 4;
/** A matching list entry changes the log odds by at least this much. */
const LEAST_LISTED = 1;

/**
 * Judges one message, without network or clock: the same content and models give the same verdict.
 * @throws ContentError if the content cannot be judged
 */
export async function judge(input: CheckInput, models: Models, options: JudgeOptions = {}): Promise<Verdict> {
  const checked = { ...input, content: input.content.toWellFormed() };
  if (!VISIBLE.test(checked.content)) throw new ContentError('The content holds nothing that can be read.');
  if (checked.dataType === 'phone') return judgePhone(checked, models, options);
  const model = checked.dataType === 'email' ? models.email : models.sms;
  const message = await messageOf(checked, options.authServers);
  const examined = examine(message);
  const { probability, contributions, words, view } = score(examined, model, options.prior);
  const floor = message.mail?.attachments.some(isProgram) ? PROGRAM_FLOOR : 0;
  const strength = (finding: Finding) =>
    (contributions.get(finding.detector.code) ?? 0) + RANK[finding.detector.class];
  return verdict({
    input: checked,
    message,
    raw: Math.max(probability, floor),
    threshold: options.threshold ?? model.threshold,
    lists: options.lists ?? [],
    findings: [...examined.findings].sort((a, b) => strength(b) - strength(a)),
    modelVersion: models.version,
    grave: isGraveMail(message, examined.findings),
    contributions,
    hashed: words,
    words: () => strongestWords(view.reading, model),
  });
}

// Any character except white space, control characters and zero-width characters.
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

// Findings are sorted by the model's weight; if two weights are nearly the same, the graver class comes first.
// Findings of the class `info` come last.
const RANK = { critical: 3, high: 0.3, low: 0, info: -5 } as const;

const CONTEXT_DETECTORS = TEXT_DETECTORS.filter((detector) => detector !== scamCallTold);

function judgePhone(input: CheckInput, models: Models, { threshold, lists = [] }: JudgeOptions): Verdict {
  const call = readCall(input.content, input.metadata?.receiver);
  const message: Message = { reading: call.reading };
  const found: { finding: Finding; weight: number }[] = [];
  for (const detector of PHONE_DETECTORS) {
    const evidence = detector.detect(call);
    if (evidence)
      found.push({ finding: { detector, ...evidence }, weight: detector.weight * evidence.strength });
  }
  const told = retoldCall(call.reading);
  if (told > 0) found.push({ finding: { detector: scamCallTold, strength: told, spans: [] }, weight: told });
  for (const finding of [...findings(CONTEXT_DETECTORS, message), ...findings(PII_DETECTORS, message)]) {
    found.push({ finding, weight: CONTEXT_WEIGHTS[finding.detector.class] * finding.strength });
  }
  return verdict({
    input,
    message,
    raw: 1 - found.reduce((missing, { weight }) => missing * (1 - weight), 1),
    threshold: threshold ?? PHONE_THRESHOLD,
    lists,
    findings: found.sort((a, b) => b.weight - a.weight).map(({ finding }) => finding),
    modelVersion: models.version,
    grave: false,
    contributions: new Map(
      found.map(({ finding, weight }) => [finding.detector.code, -Math.log(1 - Math.min(0.99, weight))]),
    ),
    hashed: 0,
    words: () => [],
  });
}

interface Judged {
  input: CheckInput;
  message: Message | MailMessage;
  raw: number;
  threshold: number;
  lists: readonly ListEntry[];
  /** Findings, the strongest first. */
  findings: readonly Finding[];
  modelVersion: string;
  /** True for an e-mail that a person should review, whatever its score is. */
  grave: boolean;
  contributions: ReadonlyMap<string, number>;
  /** Contribution of the hashed words to the log odds. */
  hashed: number;
  words(): string[];
}

function verdict(judged: Judged): Verdict {
  const { input, message, threshold, modelVersion, words } = judged;
  const hit = listHit(judged.lists, message, input.metadata?.sender);
  const odds = logOdds(judged.raw);
  const listed = !hit
    ? 0
    : hit.list === 'block'
      ? Math.max(LEAST_LISTED, LISTED_ODDS - odds)
      : Math.min(-LEAST_LISTED, -LISTED_ODDS - odds);
  const raw = hit ? sigmoid(odds + listed) : judged.raw;
  const confidenceScore = Math.round(Math.min(1, Math.max(0, raw)) * 10_000) / 10_000;
  const found: readonly Finding[] = hit
    ? [
        { detector: LIST_HITS[hit.list], strength: 1, spans: hit.spans, quotes: hit.quotes },
        ...judged.findings,
      ]
    : judged.findings;
  const contributions = hit
    ? new Map([...judged.contributions, [LIST_HITS[hit.list].code, listed]])
    : judged.contributions;
  const isFraud = confidenceScore >= threshold;
  const kept = found.slice(0, MOST_INDICATORS);
  let strongest: string[] = [];
  if (isFraud && !kept.some(({ detector }) => detector.class !== 'info')) {
    strongest = words();
    kept.unshift({ detector: MODEL_CONTENT, strength: 1, spans: [] });
    kept.length = Math.min(kept.length, MOST_INDICATORS);
  }
  const critical = isCritical(kept.map(({ detector }) => detector));
  const allowed = hit?.list === 'allow';
  const decision = decisionOf(confidenceScore, threshold, (critical || judged.grave) && !allowed);
  return {
    isFraud,
    confidenceScore,
    severity: severityOf(confidenceScore, threshold, critical),
    decision,
    reasons: reasonsOf(
      confidenceScore,
      contributions,
      judged.hashed,
      new Map(found.map(({ detector }) => [detector.code, detector.says])),
    ),
    indicators: kept.map((finding) => ({
      code: finding.detector.code,
      spans: placesOf(finding, message, input.content),
    })),
    explanation: explain({
      dataType: input.dataType,
      message,
      decision,
      score: confidenceScore,
      findings: kept,
      words: strongest,
    }),
    modelVersion,
  };
}
