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

Every code that \`protomdl validate\` can report: what is wrong, why it matters, and what the runtime does with
such a file. Generated from the rules by \`npm run generate\`; \`protomdl explain CODE\` prints the same.

Codes never change their meaning. Their severity is the user's to change: with \`--severity\`, \`--only\` and
\`--ignore\`, or in \`protomdl.config.yaml\` ([its schema](schemas/config.schema.json)).

What stands here is what a finding weighs where no target is named. A rule may say less of a file of which it knows that
no loader minds: a padding that the host does not make, an index that nothing reads. With \`--target\` the releases
decide: what stops one of them is an error whatever stands here, what stops only others is silent, and what stops none
is a warning at most ([targets](runtime.md)).

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
