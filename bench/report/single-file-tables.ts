import type { SingleFileResult } from '../experiments/single-files.js';
import { table } from './markdown.js';
import { bytesText, numberText } from './number-text.js';
import type { Results } from './results.js';

const ORIGIN = {
  real: 'files that compilers wrote',
  likeness: 'files that `smith` wrote in the likeness of those of compilers',
} as const;

type Cells = 'warm' | 'tenth' | 'first';

const IN_SUMMARY: ReadonlySet<string> = new Set([
  'protomdl-memory-all',
  'pbf',
  'protobuf-es',
  'libprotobuf-arena',
  'scan',
]);

/** Returns a short table for readers in a hurry: every second file, warm, in memory. */
export function fileSummary({ singleFiles }: Results): string {
  if (singleFiles === undefined) return 'Not measured: there were no files.';
  const files = singleFiles.files.filter((_, at) => at % 2 === 1);
  return fileTable(
    files.map((file) => ({ ...file, contenders: file.contenders.filter(({ id }) => IN_SUMMARY.has(id)) })),
    'warm',
  );
}

export function fileTables({ singleFiles }: Results): string {
  if (singleFiles === undefined) return 'Not measured: there were no files.';
  const { origin, files, date, seconds } = singleFiles;
  const before = files.flatMap(({ contenders }) => contenders.map(({ callsBefore }) => callsBefore));
  const intro =
    `${files.length} ${ORIGIN[origin]}, only their messages, checksums off. Microseconds of one call, medians. ` +
    `Measured on ${date} in ${Math.round(seconds)} seconds.`;
  const least = Math.min(...before)
    .toLocaleString('en-US')
    .replaceAll(',', ' ');
  const most = Math.max(...before)
    .toLocaleString('en-US')
    .replaceAll(',', ' ');
  return [
    intro,
    `**Warm**: each contender had been called between ${least} and ${most} times on the file before its first turn.`,
    fileTable(files, 'warm'),
    '**Tenth call** in a process that does nothing else: **Tenth call** in a process that does nothing else, after nine earlier calls.',
    fileTable(files, 'tenth'),
    '**First call** in such a process: **First call** in such a process: the library is loaded, and has not been called.',
    fileTable(files, 'first'),
  ].join('\n\n');
}

function fileTable(files: readonly SingleFileResult[], cells: Cells): string {
  const heads = files[0]?.contenders.map(({ id, title }) => [id, title] as const) ?? [];
  return table(
    ['file', 'message', 'messages', ...heads.map(([, title]) => title)],
    files.map(({ name, bytes, messages, contenders }) => [
      name,
      bytesText(bytes),
      String(messages),
      ...heads.map(([id]) => {
        const summary = contenders.find((contender) => contender.id === id)?.[cells];
        const text = summary === undefined ? '–' : numberText(summary.median * 1000);
        return id.startsWith('protomdl') ? `**${text}**` : text;
      }),
    ]),
  );
}
