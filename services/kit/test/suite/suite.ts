/** Which files of tests a run has. */

/** What is the same on every Node and every database, since it only computes. */
const COMPUTES = [
  'chat/test/emoji/**',
  'chat/test/linkifiers/match.test.ts',
  'chat/test/markdown/**',
  'chat/test/messages/content-diff.test.ts',
  'chat/test/messages/narrow-terms.test.ts',
  'fraud/test/advice/claims.test.ts',
  'fraud/test/advice/figures.test.ts',
  'fraud/test/advice/knowledge.test.ts',
  'fraud/test/advice/prompts.test.ts',
  'fraud/test/detectors/**',
  'fraud/test/judge/**',
  'fraud/test/mail/**',
  'fraud/test/model/**',
  'fraud/test/transactions/**',
  'kit/test/clock/**',
  'kit/test/config/**',
  'kit/test/imports/**',
  'kit/test/outgoing/addresses.test.ts',
];

/** What asks something of Node, and opens no database. */
const WITHOUT_DATABASE = [
  'chat/test/mail/mail.test.ts',
  'fraud/test/evaluate/**',
  'fraud/test/vault/envelope.test.ts',
  'kit/test/data-dir/**',
  'kit/test/http/**',
  'kit/test/lifecycle/**',
  'kit/test/log/**',
  'kit/test/passwords/**',
];

/** The page runs in a browser, whatever serves it. */
const PAGE = ['fraud/test/page/**'];

interface Suite {
  /** Patterns of files. */
  readonly exclude: readonly string[];
}

/** `SERVICES_TESTS` names one: `of-database` is what is worth a second database, `of-node` a second Node. */
const SUITES = {
  all: { exclude: [] },
  'of-database': { exclude: [...COMPUTES, ...WITHOUT_DATABASE] },
  'of-node': { exclude: [...COMPUTES, ...PAGE] },
} satisfies Record<string, Suite>;

/** @throws Error for a name that there is not */
export function suiteNamed(name: string): Suite {
  if (!Object.hasOwn(SUITES, name)) {
    throw new Error(`SERVICES_TESTS is ${Object.keys(SUITES).join(', ')}, not ${name}`);
  }
  return SUITES[name as keyof typeof SUITES];
}
