import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { matchesPlace } from '../../src/base/diagnostics/policy.js';
import { readBaseline } from '../../src/check/config/baseline.js';
import { type Config, readConfig } from '../../src/check/config/config.js';
import { Selectors } from '../../src/check/config/selectors.js';
import { Settings } from '../../src/check/config/settings.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { agree, Disagreement, type Target } from '../target.js';

const SELECTORS = new Selectors(CATALOGUE);
const FILES = ['a.hef', 'models/new/b.mdl', '-', 'x y/[1]{2}.hef'];

/** Limit in milliseconds: the worst pattern takes a few, but a busy machine needs more. */
const MAX_MS = 3000;

const SEEDS = [
  '',
  'extends: recommended\n',
  '{"extends": ["strict", "runtime-4.8.0"], "severity": {"wire-*": "error"}}\n',
  `$schema: https://example.com/config.schema.json
extends: [recommended, runtime-4.20.0]
severity:
  edge-zero-transfer: error
  frame: info
  "wire-*": 'off'
ignore:
  - code: [frame, unknown-fields]
    path: network_groups[*].contexts[0].**
    files: "models/**/*.{hef,mdl}"
    reason: known
    expires: 2026-12-31
overrides:
  - files: ["*.hef", "!new/*"]
    severity: { action-unset: warning }
limits: { maxPerCode: 100, budget: 60s }
failOn: warning
baseline: .protomdl-baseline.json
`,
  'severity: &a { frame: info }\noverrides:\n  - { files: "*", severity: *a }\n',
  'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n',
  '%YAML 1.2\n---\nextends: !!str strict\n...\n',
  'ignore:\n  - { code: "*-[ab]?", reason: |\n      more\n      lines\n  , path: a.b[1-3]."c" }\n',
  '{"schemaVersion": 1, "tool": "protomdl", "files": {"a.hef": {"wire-truncated": {"0123abcd": 2, "*": 9}}}}\n',
];

const TOKENS = [
  ...[
    '$schema',
    'extends',
    'severity',
    'ignore',
    'overrides',
    'limits',
    'failOn',
    'baseline',
    'code',
    'path',
  ],
  ...['files', 'reason', 'expires', 'maxPerCode', 'budget', 'schemaVersion', 'tool', 'recommended', 'strict'],
  ...[
    'runtime-4.8.0',
    'error',
    'warning',
    'info',
    'off',
    'frame',
    'wire-*',
    '2026-02-30',
    '60s',
    '1e9',
    '**',
  ],
  ...[
    '<<: *a\n',
    '&a ',
    '*a',
    '!!binary ',
    '? ',
    ': ',
    '- ',
    '{',
    '}',
    '[',
    ']',
    '|\n',
    '>-\n',
    '---\n',
    '"',
    "'",
    '#',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'valueOf',
    '\u2028',
    '\ufeff',
    '\t',
    '\\u0000',
    '[*]',
    '{1..9999999}',
    '!(a|b)',
    '+(',
    '0x10',
  ],
];

export const configuration: Target = {
  name: 'configuration',
  about: 'any text is settings or a baseline, or is refused with a message that has a position',
  shape: 'text',
  maxLength: 2000,
  tokens: TOKENS,
  seeds: () => SEEDS.map((text) => Buffer.from(text)),
  async open() {
    return {
      run(input) {
        const text = Buffer.from(input).toString('utf8');
        const from = performance.now();
        const traits = [
          ...problemsOf('config', text, () => useConfig(readConfig(text, 'x.yaml', SELECTORS))),
          ...problemsOf('baseline', text, () => {
            const files = readBaseline(text, 'y.json');
            return [`${files.size > 0}`];
          }),
        ];
        const ms = performance.now() - from;
        if (ms > MAX_MS)
          throw new Disagreement('slow', `${text.length} characters took ${Math.round(ms)} ms`);
        return traits;
      },
    };
  },
};

/** Resolves the policies of some files; the second result must equal the first. */
function useConfig(config: Config): string[] {
  const settings = new Settings(config, {}, SELECTORS, '2026-12-31');
  for (const file of FILES) {
    const policy = settings.policyFor(file);
    agree('policy', plain(settings.policyFor(file)), plain(policy));
    for (const { path } of policy?.ignores ?? [])
      matchesPlace(path as string, 'network_groups[0].contexts[12].operations[3]');
  }
  return Object.keys(config);
}

function plain(policy: ReturnType<Settings['policyFor']>): unknown {
  return (
    policy && {
      ...policy,
      levels: [...(policy.levels ?? [])],
      ignores: policy.ignores?.map(({ path }) => `${path}`),
    }
  );
}

/** @returns the traits of a valid text, or a few words of the message about an invalid text */
function problemsOf(what: string, text: string, read: () => string[]): string[] {
  try {
    return read().map((trait) => `${what} ${trait}`);
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    if (error.code !== 'config-invalid') throw new Disagreement('code', error.code);
    if (!/^[xy]\.(yaml|json)\b/.test(error.message)) throw new Disagreement('no place', error.message);
    // Drops the user's own words and the suggestions that resemble them, so that few kinds of messages
    // remain.
    const words = error.message
      .split(/[\s:,;]+/)
      .filter((word) => /^[a-z]+$/.test(word) && !text.includes(word));
    return [`${what}: ${words.slice(0, 5).join(' ')}`];
  }
}
