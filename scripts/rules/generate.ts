/**
 * Writes the files made from the catalogue: docs/rules.md, the schema of the settings with all names in it,
 * and the type of all codes.
 *
 *   tsx scripts/rules/generate.ts           writes changed files
 *   tsx scripts/rules/generate.ts --check   writes nothing; exit 1 if a file is out of date
 */
import { CATALOGUE } from '../../src/check/rules/index.js';
import { rulesMarkdown } from '../../src/show/report/rules.js';
import { bringUpToDate, filled } from '../generated-files.js';
import { configSchema } from './config-schema.js';

const INTRODUCTION = `# Rules

Every code that \`protomdl validate\` can report: the fault, why it matters, and the runtime's reaction to
such a file. Generated from the rules by \`npm run generate\`; \`protomdl explain CODE\` prints the same.

Codes never change their meaning. You can change their severity with \`--severity\`, \`--only\` and
\`--ignore\`, or in \`protomdl.config.yaml\` ([its schema](schemas/config.schema.json)).

The severities on this page apply without \`--target\`. If every loader accepts a particular file, a rule may report a lower
severity; for example, for padding that the host does not add. With \`--target\`, a fault that stops a target release is an
error, a fault that stops only other releases is not reported, and any other fault is at most a warning
([targets](runtime.md)).

`;

const codes = [...CATALOGUE.keys()].sort();
const TYPE = `// Generated from the catalogue by \`npm run generate\` (scripts/rules/generate.ts).

/** Every code that a finding can have. */
export type Code =
${filled(
  codes.map((code) => `| '${code}'`),
  '  ',
).trimEnd()};
`;

const texts = new Map([
  ['src/base/diagnostics/code.gen.ts', TYPE],
  ['docs/rules.md', INTRODUCTION + rulesMarkdown({ catalogue: CATALOGUE, codes: [...CATALOGUE.values()] })],
  ['docs/schemas/config.schema.json', `${JSON.stringify(configSchema(CATALOGUE), null, 2)}\n`],
]);

bringUpToDate(texts, 'Not what the catalogue says');
