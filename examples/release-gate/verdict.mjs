import { basename } from 'node:path';
import { CATALOGUE } from 'protomdl';
import { PLAIN, reporterOf, selectReleases, TOOL, validateFile } from 'protomdl/node';

/** Maximum number of characters of a message. */
export const MOST_CHARACTERS = 10_000;

const CODES = { valid: 0, invalid: 1, unreadable: 3 };

/**
 * Returns the verdict, and a text with the findings and predictions for a model. The file is read in pieces, so it may
 * have any size.
 * @param {string} file
 * @param {{ target?: string, name?: string, most?: number }} options `target`: a release that must load the model;
 * `most`: maximum number of characters of the text
 */
export async function judged(file, { target, name = basename(file), most = MOST_CHARACTERS } = {}) {
  const report = await validateFile(file, {
    runtimes: releases('all'),
    ...(target ? { policy: { targets: releases(target) } } : {}),
  });
  const reporter = await reporterOf('markdown', {
    ...{ tool: TOOL, catalogue: CATALOGUE, failOn: 'error', palette: PLAIN, quiet: false },
  });
  const findings = unfolded(reporter.begin() + reporter.file({ path: name, ...report }) + reporter.end());
  const rows = Object.entries(report.runtime ?? {}).map(
    ([release, { verdict, name: status }]) => `| ${release} | ${verdict} | ${status ?? ''} |`,
  );
  const table = ['| release | does | status |', '|---|---|---|', ...rows].join('\n');
  const text = `${fitting(findings, most - table.length - 10)}\n\n${table}\n`;
  return { code: CODES[report.verdict], verdict: report.verdict, text: fitting(text, most) };
}

function releases(text) {
  const selection = selectReleases(text);
  if (!selection.problem) return selection.releases;
  console.error(selection.problem);
  process.exit(2);
}

/** Removes the HTML that folds the findings of each file, because the chat service shows HTML as text. */
function unfolded(markdown) {
  return markdown.replace(/^<details>\n<summary>.*<\/summary>\n\n|^<\/details>\n/gm, '');
}

/** Shortens a text by whole lines. */
export function fitting(text, most = MOST_CHARACTERS) {
  if (text.length <= most) return text;
  const more = '\n\n… and more';
  const cut = text.slice(0, Math.max(0, most - more.length));
  return `${cut.slice(0, cut.lastIndexOf('\n'))}${more}`;
}
