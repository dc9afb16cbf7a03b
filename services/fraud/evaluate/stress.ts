import type { Corpus, Sample } from '../train/corpora.js';
import type { Scorer } from './scorers.js';

/** Result of one kind of variants, compared with the unchanged messages. */
export interface StressRow {
  kind: string;
  rows: number;
  caught: number;
  honest: number;
  flagged: number;
  /** Largest difference by which a variant's score is below the score of the unchanged message. */
  worstDrop: number;
}

const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5' };

/** Ways to rewrite the body of a message so that it evades filters. */
const EVASIONS: Readonly<Record<string, (body: string) => { body: string; encoding?: string }>> = {
  'spaced letters': (body) => ({
    body: body.replace(/\b(?:account|verify|password|payment|mailbox|invoice)\b/gi, (word) =>
      [...word].join(' '),
    ),
  }),
  leet: (body) => ({
    body: body.replace(/\b(?:account|verify|password|payment|mailbox|invoice|security)\b/gi, (word) =>
      word.replace(/[aeios]/gi, (letter) => LEET[letter.toLowerCase()] as string),
    ),
  }),
  base64: (body) => ({
    body: Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n'),
    encoding: 'base64',
  }),
};

/** Returns the message with its body rewritten. */
function evaded(content: string, write: (body: string) => { body: string; encoding?: string }): string {
  const gap = /\r?\n\r?\n/.exec(content);
  if (!gap) return write(content).body;
  const { body, encoding } = write(content.slice(gap.index + gap[0].length));
  const head = content.slice(0, gap.index);
  return `${encoding ? `${head.replace(/\r?\nContent-Transfer-Encoding:[^\n]*/i, '')}\nContent-Transfer-Encoding: ${encoding}` : head}\n\n${body}`;
}

const BARE = /lures/;

/**
 * Judges every set of a folder of stress sets. Judges its frauds again after each kind of change that is meant to
 * evade filters.
 */
export async function stress(corpora: readonly Corpus[], scorer: Scorer): Promise<StressRow[]> {
  const bare = corpora.find(({ name }) => BARE.test(name));
  const scores: number[] = [];
  const rows: StressRow[] = [];
  const measure = async (kind: string, type: Corpus['type'], samples: readonly Sample[], paired: boolean) => {
    const row: StressRow = { kind, rows: 0, caught: 0, honest: 0, flagged: 0, worstDrop: 0 };
    for (const { content, fraud } of samples) {
      const verdict = await scorer(type, content);
      const score = verdict?.confidenceScore ?? 0;
      if (fraud) {
        if (paired) row.worstDrop = Math.max(row.worstDrop, (scores[row.rows] ?? 0) - score);
        if (kind === bare?.name) scores.push(score);
        row.rows++;
        if (verdict?.isFraud) row.caught++;
      } else {
        row.honest++;
        if (verdict?.isFraud) row.flagged++;
      }
    }
    rows.push(row);
  };
  if (bare) await measure(bare.name, bare.type, bare.samples, false);
  for (const corpus of corpora) {
    if (corpus === bare) continue;
    const frauds = corpus.samples.filter(({ fraud }) => fraud).length;
    // Each changed fraud has the same position as the unchanged fraud, so their scores can be compared.
    await measure(corpus.name, corpus.type, corpus.samples, frauds === scores.length);
  }
  for (const [kind, write] of Object.entries(EVASIONS))
    if (bare)
      await measure(
        kind,
        bare.type,
        bare.samples.map((sample) => ({ ...sample, content: evaded(sample.content, write) })),
        true,
      );
  return rows;
}

const share = (part: number, of: number) => (of === 0 ? '–' : `${part} of ${of}`);

export function stressTable(rows: readonly StressRow[]): string {
  return [
    '| kind | caught | honest flagged | worst drop of a score |',
    '|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.kind} | ${share(row.caught, row.rows)} | ${share(row.flagged, row.honest)} | ${row.worstDrop.toFixed(3)} |`,
    ),
  ].join('\n');
}

/** Maximum length of a check of a phone number. */
const LONGEST_CALL = 1000;
const CALLER = '+44 20 7946 0018';

/** Judges each text as a report of a call from one and the same number. */
export async function calls(corpora: readonly Corpus[], scorer: Scorer): Promise<string> {
  const rows = await stress(corpora, (_, text) =>
    scorer('phone', `${CALLER} ${text}`.slice(0, LONGEST_CALL)),
  );
  return [
    '| calls | caught | honest flagged |',
    '|---|---|---|',
    ...rows.map(
      (row) => `| ${row.kind} | ${share(row.caught, row.rows)} | ${share(row.flagged, row.honest)} |`,
    ),
  ].join('\n');
}
