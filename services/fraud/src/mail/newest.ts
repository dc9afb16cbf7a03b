/** A body, split into the writer's own words and the rest. */
export interface Parts {
  newest: string;
  /** Older messages, signature, legal notice. */
  rest: string;
}

// Matches the line before a quoted message, "On Mon, 2 Sep 2002, Jamie Holt wrote:", over at most two lines, in the
// languages of common programs.
const ATTRIBUTION =
  /^[ \t>]{0,8}(?:(?:On|Am|Le|El|Il|Em|Op|W dniu|Den|Dnia|Pada|Vào|Dne|På)\s(?=[^\n]{0,200}\d)[^\n]{4,200}\n?[^\n]{0,120}?(?:wrote|writes|schrieb|écrit|escribi[óo]|escreveu|ha scritto|scrisse|schreef|napisał(?:\(a\))?|skrev|menulis|đã viết|napsal(?:\(a\))?)\s?:|[^\n]{3,120}(?:さんは書きました|写道|님이 작성)[:：]?)[ \t]*$/mu;
// Matches the header that programs write above the message that is answered.
const OLDER = [
  /^[ \t>]{0,8}-{2,}\s?(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Mensagem original|Messaggio originale|Oorspronkelijk bericht|Wiadomość oryginalna|Weitergeleitete Nachricht|Message transféré)\b[^\n]{0,40}$/imu,
  /^_{10,}\s*\n\s*\*?(?:From|Von|De|Da|Van|Od)\s?:/mu,
  /^\s{0,4}\*?(?:From|Von|De|Da|Van|Od)\s?:[^\n]{3,200}\n\s{0,4}\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviad[ao](?: em)?|Inviato|Verzonden|Wysłano|Fecha|Data|To|An|À|Para|A|Aan|Do)\s?:/mu,
];
const SIGNATURE = /^-- ?$/m;
const LEGAL =
  /^[ \t*]{0,4}(?:(?:confidentiality|legal|privacy) (?:notice|note|disclaimer)|disclaimer\b|this (?:e-?mail|message|communication)[^\n]{0,60}(?:confidential|intended (?:only|solely))|the information (?:contained )?in this (?:e-?mail|message)|diese e-?mail (?:enthält|kann)|ce (?:message|courriel)[^\n]{0,60}confidentiel|este (?:mensaje|correo|e-?mail)[^\n]{0,60}confidencial|questo messaggio[^\n]{0,60}riservat)/imu;
// Maximum length of a signature or notice; a longer text counts as part of the letter.
const LONGEST_TAIL_WORDS = 90;
const LEAST_WORDS = 3;

const words = (text: string) => text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;

/**
 * Splits a body at quoted lines, at the head of an older message, at a signature and at a legal notice. If almost all
 * words of a body would be removed, the whole body counts as the newest part.
 */
export function newestPart(body: string): Parts {
  const text = body.replace(/\r\n?/g, '\n');
  let newest = text;
  for (const older of OLDER) newest = newest.slice(0, older.exec(newest)?.index ?? newest.length);
  const attributed = ATTRIBUTION.exec(newest);
  if (attributed) {
    const below = newest.slice(attributed.index + attributed[0].length);
    // If the lines below are quoted by marks, the writer's answers may be between them. Without marks, all text below
    // is the older message.
    const above = newest.slice(0, attributed.index);
    newest = /^\s{0,3}>/m.test(below) ? `${above}\n${below}` : words(above) >= LEAST_WORDS ? above : newest;
  }
  newest = newest
    .split('\n')
    .filter((line) => !/^\s{0,3}(?:>|\|\s)/.test(line))
    .join('\n');
  for (const tail of [SIGNATURE, LEGAL]) {
    const at = tail.exec(newest)?.index;
    if (at !== undefined && at > 0 && words(newest.slice(at)) <= LONGEST_TAIL_WORDS)
      newest = newest.slice(0, at);
  }
  if (words(newest) < LEAST_WORDS) return { newest: text, rest: '' };
  return newest.length === text.length ? { newest, rest: '' } : { newest, rest: text };
}
