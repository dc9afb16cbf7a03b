import type { SeedEnding } from '../../attack/campaign/campaign.js';
import type { Group } from '../../attack/campaign/group.js';
import type { Mutation } from '../../attack/campaign/parts.js';
import type { CampaignProgress, CampaignReport } from '../../attack/campaign/run-campaign.js';
import { escapeText } from './escape.js';
import type { Palette } from './palette.js';
import { counted, grouped, offsetText } from './text.js';

/** Maximum number of seeds in a report for people; the index contains all seeds. */
const MAX_SEEDS = 10;
/** Maximum number of mutations of a file in a report; the folder of the group has the complete list. */
const MAX_SHOWN = 4;

/** Formats a command, with quotes around the words that a shell would otherwise change. */
export function commandText(argv: readonly string[]): string {
  return argv
    .map((word) => escapeText(/[\s'"$\\|&;<>*?]/.test(word) ? JSON.stringify(word) : word))
    .join(' ');
}

/** Formats a duration: `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function endText({ end }: Pick<CampaignReport, 'end'>): string {
  switch (end) {
    case 'runs':
      return 'all runs were made';
    case 'finished':
      return 'findings were repeated and reduced, without new mutants; --time or more --runs makes some';
    case 'time':
      return 'the time is over; the same command continues from here';
    case 'interrupted':
      return 'interrupted; the same command continues from here';
  }
}

export function endingsText({ endings }: Pick<CampaignReport, 'endings'>): string {
  const { accepted, refused, crashed, hung } = endings;
  const memory = endings['out-of-memory'];
  const parts = [
    `${grouped(accepted)} accepted`,
    `${grouped(refused)} refused`,
    `${grouped(crashed)} crashed`,
    `${grouped(hung)} hung`,
    ...(memory > 0 ? [`${grouped(memory)} out of memory`] : []),
  ];
  return parts.join(', ');
}

/** Returns the word for the kind of a group, which is written before its title. */
export function kindText(kind: Group['kind']): string {
  return { crashed: 'CRASH', hung: 'HANG', 'out-of-memory': 'MEMORY', disagreement: 'DISAGREE' }[kind];
}

const SEED_KINDS: Readonly<Record<SeedEnding['kind'], string>> = {
  refused: 'is refused',
  crashed: 'crashes the loader',
  hung: 'hangs the loader',
  'out-of-memory': 'takes more memory than the limit',
  disagreement: 'is disagreed about',
};

/**
 * Returns texts about the seeds: how many the loader accepted without mutation, the results of the other
 * seeds, and how many mutants only repeated faults of the seeds.
 */
export function seedTexts({ seeds, asSeeds }: Pick<CampaignReport, 'seeds' | 'asSeeds'>): string[] {
  const { others } = seeds;
  // Refused seeds come last, because faults are more important.
  const ordered = [...others].sort((a, b) => Number(a.kind === 'refused') - Number(b.kind === 'refused'));
  const texts = [
    `${grouped(seeds.accepted)} of ${grouped(seeds.total)} accepted`,
    ...ordered
      .slice(0, MAX_SEEDS)
      .map(({ name, kind, title }) => `${name} ${SEED_KINDS[kind]} as it is: ${title}`),
  ];
  if (others.length > MAX_SEEDS) texts.push(`… and ${others.length - MAX_SEEDS} more seeds`);
  if (asSeeds > 0) texts.push(`${counted(asSeeds, 'mutant')} ended as seeds do as they are: not findings`);
  return texts;
}

export function seedLines(report: CampaignReport, palette: Palette): string[] {
  const texts = seedTexts(report).map((text) => escapeText(text));
  return texts.map((text, i) => `${palette.dim(i === 0 ? 'seeds  ' : '       ')}  ${text}`);
}

/** Describes the result of repeating a finding. */
export function steadyText({ reproduced }: Group): string {
  if (reproduced === null) return 'not repeated yet';
  const { same, of } = reproduced;
  if (same === of) return 'happens every time';
  return same === 0 ? 'did not happen again' : `comes now and then (${same} of ${of})`;
}

/** Describes the origin of a group's file: the seed, and whether mutations follow. */
export function originText({ file }: Group): string {
  const seed = escapeText(file.seed);
  return file.mutations.length === 0 ? `${seed}, as it is` : `${seed}, with`;
}

export function campaignMutationText({ path, offset, sentence }: Mutation): string {
  const where = path === '' ? `at ${offsetText(offset)}` : `${escapeText(path)} at ${offsetText(offset)}`;
  return `${escapeText(sentence)} [${where}]`;
}

/**
 * Describes how often the fault of a group has occurred: the number of runs, or, for a fault of seeds, the
 * number of seeds.
 */
function cameText({ count, firstRun }: Group): string {
  return firstRun < 0 ? `in ${counted(count, 'seed')} as given, not by mutation` : counted(count, 'time');
}

export function groupLines(group: Group, folder: string, palette: Palette): string[] {
  const { id, kind, title, file, reduced } = group;
  const head = `${palette.bold(palette.red(kindText(kind)))} ${palette.bold(`#${id}`)} ${escapeText(title)}`;
  const soFar = group.isReduced ? '' : ' so far';
  const size = reduced === null ? '' : `, reduced to ${grouped(reduced.size)}${soFar}`;
  const shown = file.mutations
    .slice(0, MAX_SHOWN)
    .map((mutation) => `            ${campaignMutationText(mutation)}`);
  const more = file.mutations.length - shown.length;
  return [
    head,
    `    ${palette.dim('came')}    ${cameText(group)}, ${steadyText(group)}`,
    `    ${palette.dim('file')}    ${counted(file.size, 'byte')}${size}`,
    `    ${palette.dim('made of')} ${originText(group)}`,
    ...shown,
    ...(more > 0 ? [`            … and ${counted(more, 'more change')}`] : []),
    ...(reduced !== null && file.mutations.length > 1
      ? ['            (some may not matter: difference.txt has the faults of the reduced file)']
      : []),
    `    ${palette.dim('see')}     ${palette.cyan(escapeText(`${folder}/groups/${group.folder}`))}`,
  ];
}

export function statusLine(progress: CampaignProgress, width: number): string {
  const { phase, runs, ms, speed, endings, groups, finishing, files, behaviours } = progress;
  const text =
    phase === 'finishing' && finishing !== undefined
      ? `reducing group ${finishing.done + 1} of ${finishing.of}: ${grouped(finishing.size)} bytes (${finishing.group.title})`
      : phase === 'seeds'
        ? `trying ${counted(progress.seeds.total, 'seed')} as they are`
        : [
            durationText(ms),
            `${grouped(runs)} runs`,
            `${speed.toFixed(0)}/s`,
            counted(groups.length, 'group'),
            `${grouped(endings.crashed)} crashes`,
            `${grouped(endings.hung)} hangs`,
            `${grouped(behaviours)} behaviours`,
            `${grouped(files)} files`,
          ].join(' · ');
  const line = escapeText(text);
  return line.length >= width ? `${line.slice(0, Math.max(0, width - 2))}…` : line;
}
