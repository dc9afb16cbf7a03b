const paths = (text: string) => text.trim().split(/\s+/);

/** Tests of pure functions, whose result does not depend on the version of Node or on the database. */
const COMPUTES = paths(`
  chat/test/emoji/** chat/test/linkifiers/match.test.ts chat/test/markdown/**
  chat/test/messages/content-diff.test.ts chat/test/messages/narrow-terms.test.ts
  fraud/test/advice/claims.test.ts fraud/test/advice/figures.test.ts fraud/test/advice/knowledge.test.ts
  fraud/test/advice/prompts.test.ts fraud/test/detectors/** fraud/test/judge/** fraud/test/mail/**
  fraud/test/model/** fraud/test/text/** fraud/test/transactions/** fraud/test/users/** kit/test/clock/**
  kit/test/config/** kit/test/imports/** kit/test/outgoing/addresses.test.ts`);

/** Files that depend on Node, and open no database. */
const WITHOUT_DATABASE = paths(`
  chat/test/mail/mail.test.ts fraud/test/evaluate/** fraud/test/vault/envelope.test.ts kit/test/data-dir/**
  kit/test/http/** kit/test/lifecycle/** kit/test/log/** kit/test/passwords/**`);

/** Files that test a page in a browser, which does not depend on the version of Node and the database. */
const PAGE = ['chat/test/page/**', 'fraud/test/page/**'];

/** Files that take minutes of processor time, or need rights that few users have. They only run in the full check. */
const LONG = paths(`
  chat/test/page/situations.test.ts chat/test/reliability/disk-full.test.ts
  chat/test/reliability/slow-clients.test.ts chat/test/reliability/soak.test.ts
  fraud/test/reliability/disk-full.test.ts fraud/test/reliability/soak.test.ts`);

/**
 * Files that open a database, but run on both kinds of database only in the full check. They start their own server,
 * they test how programs use the service, which many other files test on both kinds of database, or they test requests
 * and answers for which the database only has to be there.
 */
export const ON_ONE_DATABASE = [
  'chat/test/cli/**',
  'chat/test/clients/**',
  'chat/test/http/decoding.test.ts',
  'chat/test/http/openapi.test.ts',
  'chat/test/http/protection.test.ts',
  'chat/test/http/requests.test.ts',
  'chat/test/reliability/outage.test.ts',
  'chat/test/uploads/bucket.test.ts',
  'chat/test/uploads/slow.test.ts',
  'fraud/test/advice/model-answer.test.ts',
  'fraud/test/cli/commands.test.ts',
  ...PAGE,
  'fraud/test/reliability/outage.test.ts',
  'fraud/test/service/evaluation.test.ts',
  'kit/test/db/outage.test.ts',
];

/**
 * Files whose use of Node is covered by tests of the kit or by another file: killed processes
 * (`kit/test/jobs/kill.test.ts`), starts as a program (`kit/test/cli`), responses to clients (`http`, `uploads`).
 */
const ASKED_ELSEWHERE = paths(`
  chat/test/cli/** chat/test/clients/** chat/test/events/conversation.test.ts
  chat/test/events/killed.test.ts chat/test/http/decoding.test.ts chat/test/http/fuzz.test.ts
  chat/test/webhooks/** fraud/test/advice/model-answer.test.ts fraud/test/cli/crash.test.ts
  fraud/test/service/fuzz.test.ts fraud/test/service/webhooks.test.ts`);

/**
 * Files that test rules of a service in JavaScript and SQL; other files cover their use of Node: HTTP, files,
 * processes, hashes.
 */
const RULES = paths(`
  chat/test/access/** chat/test/archive/realm.test.ts chat/test/channels/** chat/test/db/upgrade.test.ts
  chat/test/docs/** chat/test/events/parts.test.ts chat/test/events/queue.test.ts
  chat/test/http/errors.test.ts chat/test/http/fixed-limits.test.ts chat/test/http/limits.test.ts
  chat/test/http/refusals.test.ts chat/test/invitations/** chat/test/linkifiers/linkifiers.test.ts
  chat/test/mail/notifications.test.ts chat/test/messages/** chat/test/organization/**
  chat/test/reliability/clock.test.ts chat/test/settings/** chat/test/uploads/parts.test.ts
  chat/test/users/** fraud/test/advice/calculations.test.ts fraud/test/checks/**
  fraud/test/pages/model-card.test.ts fraud/test/reliability/clock.test.ts fraud/test/service/advice.test.ts
  fraud/test/service/batches.test.ts fraud/test/service/evaluation.test.ts fraud/test/service/limits.test.ts
  fraud/test/service/payment-facts.test.ts fraud/test/service/second-look.test.ts
  fraud/test/service/sessions.test.ts fraud/test/service/statuses.test.ts fraud/test/service/tiers.test.ts
  fraud/test/service/tokens.test.ts fraud/test/service/transactions.test.ts fraud/test/vault/service.test.ts
  kit/test/db/metrics.test.ts kit/test/db/parts.test.ts kit/test/limiter/** kit/test/migrations/**
  kit/test/repeats/** kit/test/suite/**`);

interface Suite {
  readonly exclude: readonly string[];
}

/**
 * Suites, of which `SERVICES_TESTS` selects one: `all` is all files except long files; `of-database` and `of-node` are
 * the files that are useful on a second database or a second version of Node; `full` is all files.
 */
const SUITES = {
  full: { exclude: [] },
  all: { exclude: LONG },
  'of-database': { exclude: [...LONG, ...COMPUTES, ...WITHOUT_DATABASE, ...ON_ONE_DATABASE] },
  'of-node': {
    exclude: [
      ...LONG,
      ...COMPUTES,
      ...PAGE,
      ...RULES,
      ...ASKED_ELSEWHERE,
      'chat/test/reliability/outage.test.ts',
      'fraud/test/reliability/outage.test.ts',
      'kit/test/db/outage.test.ts',
    ],
  },
} satisfies Record<string, Suite>;

/** @throws Error for an unknown name */
export function suiteNamed(name: string): Suite {
  if (!Object.hasOwn(SUITES, name)) {
    throw new Error(`SERVICES_TESTS is ${Object.keys(SUITES).join(', ')}, not ${name}`);
  }
  return SUITES[name as keyof typeof SUITES];
}
