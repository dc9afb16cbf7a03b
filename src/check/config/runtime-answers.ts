import { type Catalogue, type CodeInfo, codeText } from '../../base/diagnostics/catalogue.js';
import { STATUS, type StatusName } from '../../base/diagnostics/statuses.js';
import { RUNTIME_MESSAGES } from '../rules/runtime-messages.js';

/** Minimum length of a sentence: shorter texts occur in nearly every message of the runtime. */
const MIN_SENTENCE = 8;

/**
 * Returns the codes that explain a response of the runtime: a sentence from the runtime's log, or a status by
 * number (`26`) or name (`HEF_NOT_SUPPORTED`, also with the prefix `HAILO_`). A sentence takes precedence over
 * the status in the same text. Returns undefined for other texts.
 */
export function codesBehind(text: string, catalogue: Catalogue): readonly string[] | undefined {
  const codes = codesOfSentence(text);
  const status = statusIn(text, codes);
  if (status === undefined) return codes;
  return [...catalogue.values()].flatMap((info) => (answers(info, status) ? [info.code] : []));
}

/** True if a text names a status and has no known sentence. */
export function isStatus(text: string): boolean {
  return statusIn(text, codesOfSentence(text)) !== undefined;
}

function codesOfSentence(text: string): readonly string[] | undefined {
  const said = plain(text);
  if (said.length < MIN_SENTENCE || !said.includes(' ')) return undefined;
  const codes = RUNTIME_MESSAGES.flatMap(([sentence, behind]) => {
    const known = plain(sentence);
    return said.includes(known) || known.includes(said) ? behind : [];
  });
  return codes.length === 0 ? undefined : [...new Set<string>(codes)];
}

/**
 * Finds a status that is the whole text, or stands in a message without a known sentence:
 * `status=HAILO_INVALID_HEF(26)`.
 */
function statusIn(text: string, codes: readonly string[] | undefined): StatusName | undefined {
  const whole = statusNamed(text.trim());
  if (whole !== undefined || codes !== undefined) return whole;
  const [, name, number] = /\b(HAILO_[A-Z_]+)|\b(?:status|error)\W{1,3}(\d{1,3})\b/i.exec(text) ?? [];
  return statusNamed(name ?? number ?? '');
}

function statusNamed(text: string): StatusName | undefined {
  const wanted = text.toUpperCase().replace(/^HAILO_/, '');
  const number = /^\d{1,3}$/.test(text) ? Number(text) : undefined;
  return (Object.keys(STATUS) as StatusName[]).find(
    (name) => name !== 'SUCCESS' && (name === wanted || STATUS[name] === number),
  );
}

/** Matches the name of a status as a whole word: HEF_NOT_SUPPORTED does not match inside a longer name. */
function answers(info: CodeInfo<string>, status: StatusName): boolean {
  return new RegExp(`(?<![A-Z_])${status}(?![A-Z_])`).test(codeText(info).runtime ?? '');
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
