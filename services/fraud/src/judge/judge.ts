import { type Finding, findings, type Message } from '../detectors/detector.js';
import { type PhoneCall, readCall } from '../detectors/phone/call.js';
import { CONTEXT_WEIGHTS, PHONE_DETECTORS } from '../detectors/phone/index.js';
import { PII_DETECTORS } from '../detectors/pii/index.js';
import { TEXT_DETECTORS } from '../detectors/text/index.js';
import type { Models } from '../model/models.js';
import { readText } from '../text/reading.js';
import { explain } from './explanation.js';
import { isCritical, severityOf } from './severity.js';
import { type CheckInput, ContentError, type Verdict } from './verdict.js';

export const PHONE_THRESHOLD = 0.5;
const MOST_INDICATORS = 20;

/**
 * Judges one message. Pure: same content and models give the same verdict; no network, no clock.
 * @throws ContentError for content that cannot be judged.
 */
export async function judge(input: CheckInput, models: Models): Promise<Verdict> {
  if (!/\S/.test(input.content)) throw new ContentError('The content is empty.');
  if (input.dataType === 'phone') return judgePhone(input, models);
  const message: Message = { reading: readText(input.content) };
  const found = [...findings(TEXT_DETECTORS, message), ...findings(PII_DETECTORS, message)];
  return verdict(found, rulesScore(found), 0.5, models.version, input);
}

function judgePhone(input: CheckInput, models: Models): Verdict {
  const call: PhoneCall = readCall(input.content, input.metadata?.receiver);
  const message: Message = { reading: call.reading };
  const found: Finding[] = [];
  let missing = 1;
  for (const detector of PHONE_DETECTORS) {
    const evidence = detector.detect(call);
    if (!evidence) continue;
    found.push({ detector, ...evidence });
    missing *= 1 - detector.weight * evidence.strength;
  }
  for (const finding of [...findings(TEXT_DETECTORS, message), ...findings(PII_DETECTORS, message)]) {
    found.push(finding);
    missing *= 1 - CONTEXT_WEIGHTS[finding.detector.class] * finding.strength;
  }
  return verdict(found, 1 - missing, PHONE_THRESHOLD, models.version, input);
}

const RULE_WEIGHTS = { info: 0, low: 0.15, high: 0.45, critical: 0.9 } as const;

function rulesScore(found: readonly Finding[]): number {
  let missing = 1;
  for (const { detector, strength } of found) missing *= 1 - RULE_WEIGHTS[detector.class] * strength;
  return 1 - missing;
}

function verdict(
  found: readonly Finding[],
  raw: number,
  threshold: number,
  modelVersion: string,
  input: CheckInput,
): Verdict {
  const confidenceScore = Math.round(Math.min(1, Math.max(0, raw)) * 10_000) / 10_000;
  const isFraud = confidenceScore >= threshold;
  const order = { critical: 3, high: 2, low: 1, info: 0 } as const;
  const sorted = found
    .map((finding, at) => ({ finding, at }))
    .sort(
      (a, b) =>
        order[b.finding.detector.class] - order[a.finding.detector.class] ||
        b.finding.strength - a.finding.strength ||
        a.at - b.at,
    )
    .map(({ finding }) => finding)
    .slice(0, MOST_INDICATORS);
  return {
    isFraud,
    confidenceScore,
    severity: severityOf(confidenceScore, threshold, isCritical(sorted.map(({ detector }) => detector))),
    indicators: sorted.map(({ detector, spans }) => ({ code: detector.code, spans })),
    explanation: explain({ dataType: input.dataType, isFraud, score: confidenceScore, findings: sorted }),
    modelVersion,
  };
}
