/** The corpus's own README: one line per file. */
import type { Specimen } from './specimen.js';

const HEAD = `# Corpus

Small model files of many shapes, each beside the report that \`protomdl validate\` gives of it
(\`NAME.report.json\`: the entry of \`files[]\` without \`path\` and \`bytes.read\`).

Everything here is made by \`scripts/corpus\`, this page too: \`npm run corpus:update\` writes it,
\`npm run corpus:check\` compares. A specimen is written down by schema names, and what is to be found in it by
labels on its records; a report that says anything else is not written.

\`.mdl\` is a bare message, \`.hef\` a framed file.
`;

export function listing(specimens: readonly Specimen[]): string {
  const list = (folder: Specimen['folder']): string =>
    specimens
      .filter((specimen) => specimen.folder === folder)
      .map(({ name, about, expected }) => {
        const codes = [...new Set(expected.map(({ code }) => `\`${code}\``))].join(', ');
        return `- [${name}](${folder}/${name}): ${about}${codes === '' ? '' : ` ${codes}`}\n`;
      })
      .join('');
  return [
    HEAD,
    '## Valid\n',
    'Nothing worse than a remark on a newer action, an odd encoding or an unknown field.\n',
    list('valid'),
    '## Invalid\n',
    'One file for each code. Where the code is a warning or a remark, the verdict still is `valid`.\n',
    list('invalid'),
  ].join('\n');
}
