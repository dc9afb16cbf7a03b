import { CATALOGUE, memorySource, RELEASES, validate } from 'protomdl';
import { PLAIN, reporterOf, TOOL } from 'protomdl/node';

/** A message takes 10,000 characters; the rest is for what is around. */
const MOST_CHARACTERS = 9_000;

/**
 * What there is to say of a model: verdict, findings, and what releases of the runtime do with it.
 * @param {string} name  @param {Uint8Array} bytes
 */
export async function judged(name, bytes) {
  // Loaders take what is called .hef for framed, whatever is in it.
  const named = name.toLowerCase().endsWith('.hef') ? { named: 'framed' } : {};
  const report = await validate(memorySource(bytes), { runtimes: RELEASES, ...named });
  const reporter = await reporterOf('markdown', {
    ...{ tool: TOOL, catalogue: CATALOGUE, failOn: 'error', palette: PLAIN, quiet: false },
  });
  const findings = unfolded(reporter.begin() + reporter.file({ path: name, ...report }) + reporter.end());
  const rows = Object.entries(report.runtime ?? {}).map(
    ([release, { verdict, name: status }]) => `| ${release} | ${verdict} | ${status ?? ''} |`,
  );
  const table = ['| release | does | status |', '|---|---|---|', ...rows].join('\n');
  return { verdict: report.verdict, text: `${shortened(findings)}\n\n${table}\n` };
}

/** Without the HTML that folds the findings of each file: the chat service shows it as text, and there is one file. */
function unfolded(markdown) {
  return markdown.replace(/^<details>\n<summary>.*<\/summary>\n\n|^<\/details>\n/gm, '');
}

function shortened(text) {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}\n\n… and more`;
}
