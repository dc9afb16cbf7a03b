import { loadConfig } from '@services/kit/config';

import { toCheckInput } from '../src/checks/rules.js';
import { configSchema } from '../src/config/schema.js';
import { ApiError } from '../src/http/api-error.js';
import { ContentError, judge, loadModels, type Verdict } from '../src/judge/index.js';
import type { Corpus } from '../train/corpora.js';

export type Judged = Pick<Verdict, 'isFraud' | 'confidenceScore'> & { codes: string[] };

/** Judges one content; returns undefined if the content is refused. */
export type Scorer = (type: Corpus['type'] | 'phone', content: string) => Promise<Judged | undefined>;

export interface Way {
  judge: Scorer;
  /** Returns the model's version; undefined until the first content has been judged. */
  modelVersion(): string;
}

/**
 * Judges with the library. Content that the service would refuse is refused here as well, so that the library and the
 * service judge the same rows.
 */
export async function libraryWay(): Promise<Way> {
  const models = await loadModels();
  const { limits } = loadConfig({
    name: 'FRAUD',
    schema: configSchema,
    dataDir: import.meta.dirname,
    env: {},
    flags: {},
  });
  return {
    modelVersion: () => models.version,
    async judge(type, content) {
      try {
        const input = toCheckInput({ data_type: type, content }, limits);
        const { isFraud, confidenceScore, indicators } = await judge(input, models);
        return { isFraud, confidenceScore, codes: indicators.map(({ code }) => code) };
      } catch (error) {
        if (error instanceof ContentError || error instanceof ApiError) return undefined;
        throw error;
      }
    },
  };
}

/** Judges with a running service. If the user's hourly limit is used up, waits for the time in the headers. */
export function httpWay(url: string, token: string): Way {
  const target = new URL('/api/fraud-check', url);
  let version = '';
  const ask: Scorer = async (dataType, content) => {
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
      if (response.status === 401) throw new Error('The service refused the token: it lives for an hour.');
      if (!response.ok) throw new Error(`The service answered ${response.status}.`);
      version = response.headers.get('x-model-version') ?? version;
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
  return { judge: ask, modelVersion: () => version };
}

/** Judges each content only once, because tests that leave out rows of a corpus score its other rows again. */
export function remembering(scorer: Scorer): Scorer {
  const known = new Map<string, Judged | undefined>();
  return async (type, content) => {
    const key = `${type}\n${content}`;
    if (!known.has(key)) known.set(key, await scorer(type, content));
    return known.get(key);
  };
}
