import { join } from 'node:path';
import { type Corpus, readCorpus, type Sample } from './corpora.js';

/** A corpus from which weights may be made and published by its terms. It is identified by its bytes. */
export interface Source {
  file: string;
  sha256: string;
  title: string;
  years: string;
  terms: string;
  /** Weight of each message of the corpus. */
  weight: number;
  /**
   * Share of the messages of its class in real traffic that the source represents, in calibration and for the
   * threshold.
   */
  share: number;
  /** Jaccard similarity above which two messages belong to one cluster. */
  likeness: number;
  /** Returns a sample in the form that is used for training; `undefined` for a sample to leave out. */
  part?: (sample: Sample) => Sample | undefined;
}

export const SOURCES: Readonly<Record<'sms' | 'email', readonly Source[]>> = {
  sms: [
    {
      file: 'sms/uci.tsv',
      sha256: '76405a0d457e7fcae7d9d688a1db78d4c7666ace301e18a4f0d9f628764344df',
      title: 'UCI SMS Spam Collection',
      years: '2004–2011',
      terms: 'CC BY 4.0',
      weight: 1,
      share: 1,
      likeness: 0.5,
    },
    {
      file: 'recent/sms/smishtank.tsv',
      sha256: 'c9d8a38f312ae9b89325c56aad28b41121e26fc4ec1f463a99c576ec9c81c1b0',
      title: 'reported smishing (smishtank.com by AwkParadox/RAGTriad)',
      years: '2022–2023',
      terms: 'none told; nothing redistributed',
      weight: 2.5,
      share: 1,
      likeness: 0.4,
    },
    {
      file: 'recent/sms/banksms.tsv',
      sha256: '7dd85312d293df88ff73371cb564b8941b219aea646f642776a57063e331e4e2',
      title: 'honest messages of banks and wallets (pennywiseai-tracker, transaction-sms-parser)',
      years: '2019–2026',
      terms: 'AGPL-3.0, MIT; no string of it is here',
      weight: 24,
      share: 0.2,
      likeness: 0.4,
    },
    {
      file: 'recent/sms/turkish.tsv',
      sha256: '304737f31891c2c8910ce8ee568f57687a7a912b2b536bc3216cd7e956f21d07',
      title: 'Turkish SMS, the honest ones (Karasoy and Ballı)',
      years: '2014–2016',
      terms: 'none told; citation asked',
      weight: 0.5,
      share: 0.5,
      likeness: 0.5,
      part: (sample) => (sample.fraud ? undefined : sample),
    },
    {
      file: 'recent/sms/turkish.tsv',
      sha256: '304737f31891c2c8910ce8ee568f57687a7a912b2b536bc3216cd7e956f21d07',
      title: 'Turkish advertising (Karasoy and Ballı)',
      years: '2014–2016',
      terms: 'none told; citation asked',
      weight: 0.1,
      share: 0,
      likeness: 0.5,
      // The "spam" of this corpus is advertising, mostly of real firms, and not fraud, so it is left out.
      part: (sample) => (sample.fraud ? { ...sample, fraud: false } : undefined),
    },
  ],
  email: [
    {
      file: 'email/spamassassin-1.tar.xz',
      sha256: '4ce11328867823a5a21514c0bfac7cac98f8366a1eff1dad6f321c696636a750',
      title: 'SpamAssassin public corpus, part 1 and half of hard-ham',
      years: '2002',
      terms: 'senders keep their rights; not redistributed',
      weight: 1,
      share: 1,
      likeness: 0.5,
    },
    {
      file: 'recent/email/nazario.tar.xz',
      sha256: '3507d242d3c2e72faf44c537b727d675b3856e33d4901032a268aa2e2ee3186a',
      title: 'phishing to one mailbox (Jose Nazario)',
      years: '2015–2022',
      terms: 'public corpus; MIT for the repository it was taken from',
      weight: 1,
      share: 1,
      likeness: 0.4,
    },
    {
      file: 'recent/email/listmail.tar.xz',
      sha256: 'b6d45bd4665242a64e4ac423b8b822e4364ed55ad67127476049543f2b8010e3',
      title: 'honest list mail (r-mailing-lists)',
      years: '2015–2026',
      terms: 'writers keep their rights; MIT for the repository',
      weight: 1,
      share: 1,
      likeness: 0.4,
    },
    {
      file: 'recent/email/bounces.tar.xz',
      sha256: 'd7e872b0a138e861b23c79e5ed53f2965a66b4b571c01c64904503ca2d3827b2',
      title: 'reports of failed delivery (sisimai/set-of-emails)',
      years: '2010–2025',
      terms: 'BSD-2-Clause',
      weight: 2,
      share: 0.5,
      likeness: 0.45,
    },
  ],
};

/** A corpus of a model, and its use in training. */
export interface Lot {
  source: Source;
  samples: readonly Sample[];
}

export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** @throws SourceError if a file of the folder is not the one that the weights were made from */
export async function readLots(folder: string, type: Corpus['type']): Promise<Lot[]> {
  const lots: Lot[] = [];
  for (const source of SOURCES[type]) {
    const corpus = await readCorpus(join(folder, source.file), type);
    if (corpus.sha256 !== source.sha256)
      throw new SourceError(
        `${source.file} is not the file that these weights are made from: SHA-256 ${corpus.sha256}.`,
      );
    const { part } = source;
    lots.push({ source, samples: part ? corpus.samples.flatMap((one) => part(one) ?? []) : corpus.samples });
  }
  return lots;
}
