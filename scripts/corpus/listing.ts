/** The corpus's own README: one line per file. */
import type { Specimen } from './specimen.js';

const HEAD = `# Corpus

Small model files of many kinds. Beside each file is its report by \`protomdl validate\` (\`NAME.report.json\`: the entry of
\`files[]\` without \`path\` and \`bytes.read\`).

\`scripts/corpus\` generates all files, including this page: \`npm run corpus:update\` writes the files, and
\`npm run corpus:check\` compares them. A specimen is described by schema names, and its expected findings by labels on its
records. A report with other findings is not written.

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
    'These files have no findings except remarks on newer actions, unusual encodings and unknown fields.\n',
    list('valid'),
    '## Invalid\n',
    'One file for each code. If the code is a warning or a remark, the verdict is still `valid`.\n',
    list('invalid'),
  ].join('\n');
}
