import { judge, loadModels, type Verdict } from '../src/judge/index.js';
import type { Corpus } from '../train/corpora.js';

export type Judged = Pick<Verdict, 'isFraud' | 'confidenceScore'> & { codes: string[] };

/** Judges one content; undefined where it is refused. */
export type Scorer = (type: Corpus['type'], content: string) => Promise<Judged | undefined>;

export async function libraryScorer(): Promise<Scorer> {
  const models = await loadModels();
  return async (dataType, content) => {
    try {
      const { isFraud, confidenceScore, indicators } = await judge({ dataType, content }, models);
      return { isFraud, confidenceScore, codes: indicators.map(({ code }) => code) };
    } catch (error) {
      if (error instanceof Error && error.name === 'ContentError') return undefined;
      throw error;
    }
  };
}

/** Judges by a running service. Waits as told when the tier's hour is used up. */
export function httpScorer(url: string, token: string): Scorer {
  const target = new URL('/api/fraud-check', url);
  return async (dataType, content) => {
    for (;;) {
      const response = await fetch(target, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ data_type: dataType, content }),
      });
      if (response.status === 429 || response.status === 503) {
        await response.arrayBuffer();
        await new Promise((resolve) =>
          setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 1000),
        );
        continue;
      }
      if (response.status === 400 || response.status === 413) {
        await response.arrayBuffer();
        return undefined;
      }
      if (!response.ok) throw new Error(`The service answered ${response.status}.`);
      const { result } = (await response.json()) as {
        result: { is_fraud: boolean; confidence_score: number; fraud_indicators: string[] };
      };
      return {
        isFraud: result.is_fraud,
        confidenceScore: result.confidence_score,
        codes: result.fraud_indicators,
      };
    }
  };
}

/** Asks once for each content: tests that leave rows out of a corpus score the same rows again. */
export function remembering(scorer: Scorer): Scorer {
  const known = new Map<string, Judged | undefined>();
  return async (type, content) => {
    const key = `${type}\n${content}`;
    if (!known.has(key)) known.set(key, await scorer(type, content));
    return known.get(key);
  };
}
