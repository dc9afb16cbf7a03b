import { type Catalogue, type CodeInfo, codeText } from '../../base/diagnostics/catalogue.js';
import {
  type Diagnostic,
  type Related,
  SEVERITIES,
  type Severity,
} from '../../base/diagnostics/diagnostic.js';
import { PUBLISHED_RELEASES, type Release, releaseSpans } from '../../base/diagnostics/releases.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { escapeText, nameText } from './escape.js';
import { type Folded, foldByCode } from './fold.js';
import { hexLines } from './hex.js';
import { type Palette, PLAIN } from './palette.js';
import { spanText } from './place.js';
import { failureText } from './problem.js';
import { deviceRemark, fileRemedies, takingOf } from './remedy.js';
import type { Excerpt, ReportedFile, Reporter } from './reporter.js';
import { alikeVerdicts, isPlural, reasonText, verdictText, verdictWithCodes } from './runtime-text.js';
import { framingWords } from './summary-text.js';
import { bytesText, grouped, offsetText, wrap } from './text.js';
import { NOT_LOOKED_AT, Totals, verdictLine } from './totals.js';

export interface HumanOptions {
  readonly palette?: Palette;
  /** Width in columns at which text is wrapped, limited to 40 to 120 (default 100). */
  readonly width?: number;
  /** Catalogue with the runtime's behaviour for each code. */
  readonly catalogue?: Catalogue;
  /** Lowest severity that makes the command fail, which the last line mentions. */
  readonly failOn?: FailOn;
  /**
   * True to print only the last line, and a line for each file that is invalid or that a release does not
   * load.
   */
  readonly quiet?: boolean;
  /** True to list each finding of severity info; otherwise, one line lists the codes of these findings. */
  readonly verbose?: boolean;
}

/** Indentation of a finding's details, which is the width of two spaces, the longest severity and a space. */
const INDENT = ' '.repeat(10);
/** Indentation of hex lines, which is smaller so that they fit in 80 columns. */
const HEX_INDENT = ' '.repeat(4);
const LABEL_WIDTH = 9;
const EXPLAIN = 'protomdl explain CODE says what a code means, and what to do';
const MAX_RELATED = 3;
/** Maximum number of further occurrences of a code to list; all others are only counted. */
const MAX_ALSO = 2;

/** Makes the reporter for a terminal. Text from files is escaped, so that it cannot move the cursor. */
export function humanReporter(options: HumanOptions = {}): Reporter {
  const palette = options.palette ?? PLAIN;
  const width = Math.min(120, Math.max(40, options.width ?? 100));
  const totals = new Totals();
  let hasCodes = false;
  // A file with findings is separated by empty lines; files without findings are not.
  let gap = true;
  return {
    begin: () => '',
    file(file, excerpt) {
      totals.add(file);
      if (options.quiet) return quietLines(file, palette);
      if (file.diagnostics.length === 0) {
        gap = false;
        return `${[summaryLine(file, palette), ...runtimeLines(file, palette, width)].join('\n')}\n`;
      }
      const folds = options.verbose !== true && options.failOn !== 'info';
      const notes = folds ? infoLine(file, palette, width) : [];
      if (notes.length > 0 && file.counts.error + file.counts.warning === 0) {
        gap = false;
        return `${[summaryLine(file, palette), ...runtimeLines(file, palette, width), ...notes].join('\n')}\n`;
      }
      hasCodes ||= file.lookalike === undefined;
      const writer = new FileWriter(palette, width, options.catalogue, excerpt, notes);
      const before = gap ? '' : '\n';
      gap = true;
      return `${before}${writer.write(file).join('\n')}\n\n`;
    },
    end(cut) {
      const before = gap || options.quiet ? '' : '\n';
      const line = verdictLine(totals, options.failOn, cut);
      const colour =
        totals.invalid > 0
          ? palette.red
          : cut ||
              totals.files === 0 ||
              totals.unreadable + totals.missed + totals.known > 0 ||
              totals.fails(options.failOn ?? 'error')
            ? palette.yellow
            : palette.green;
      const explain = hasCodes ? `${palette.dim(EXPLAIN)}\n` : '';
      return `${before}${explain}${palette.bold(colour(line))}\n`;
    },
  };
}

function headline(file: ReportedFile, palette: Palette): string {
  const name = palette.bold(nameText(file.path));
  switch (file.verdict) {
    case 'valid':
      if (file.hasKnownErrors) return `${palette.yellow('known')}       ${name}`;
      return `${palette.green('valid')}       ${name}`;
    case 'invalid':
      return `${palette.bold(palette.red('INVALID'))}     ${name}`;
    case 'unreadable':
      if (file.error?.code === NOT_LOOKED_AT) {
        return `${palette.bold(palette.yellow('SKIPPED'))}     ${name}: ${failureText(file)}`;
      }
      return `${palette.bold(palette.yellow('UNREADABLE'))}  ${name}: ${failureText(file)}`;
  }
}

function summaryLine(file: ReportedFile, palette: Palette): string {
  const line = headline(file, palette);
  return file.verdict === 'unreadable' ? line : `${line}  ${palette.dim(containerText(file))}`;
}

function quietLines(file: ReportedFile, palette: Palette): string {
  const others = PUBLISHED_RELEASES.filter((release) => file.targets?.includes(release) !== true);
  const refusals = alikeVerdicts(file.runtime ?? {}, others).flatMap(({ spans, verdict }) => {
    if (verdict.verdict === 'accepts') return [];
    const message = [`${spans} ${verdictText(verdict, isPlural(spans))}`, reasonText(verdict)].join(', ');
    return `            ${palette.red(escapeText(message))}\n`;
  });
  if (file.verdict === 'valid' && refusals.length === 0) return '';
  return `${headline(file, palette)}\n${refusals.join('')}`;
}

/** Lists the codes of infos in a line, because infos do not prevent the file's use. */
function infoLine(file: ReportedFile, palette: Palette, width: number): string[] {
  const { groups, unlisted } = foldByCode(file);
  const names = groups.flatMap(({ severity, code, shown, more }) => {
    const times = shown.reduce((sum, { count }) => sum + count, more);
    return severity === 'info' ? [times === 1 ? code : `${code} ×${grouped(times)}`] : [];
  });
  if (names.length === 0) return [];
  if (unlisted.info > 0) names.push(`${grouped(unlisted.info)} more`);
  const text = `${names.join(', ')} (--verbose lists them)`;
  const [first = '', ...rest] = wrap(text, width - INDENT.length);
  return [`  ${palette.cyan('info'.padEnd(8))}${first}`, ...rest.map((line) => INDENT + line)];
}

/**
 * Describes the results of the requested releases, and remedies if a release or a device refuses the file.
 */
function runtimeLines(file: ReportedFile, palette: Palette, width: number): string[] {
  const alike = alikeVerdicts(file.runtime ?? {});
  // For a file that is not a model, one line replaces the reasons, which differ between releases and do not
  // help.
  if (file.lookalike !== undefined && alike.length > 0 && loadingOf(file).length === 0) {
    return [`            ${palette.red('no release loads it')}`];
  }
  const labelWidth = Math.max(0, ...alike.map(({ spans }) => spans.length));
  const lines = alike.flatMap(({ spans, releases, verdict }) => {
    const colour = verdict.verdict === 'accepts' ? palette.green : palette.red;
    const label = palette.dim(`runtime ${spans.padEnd(labelWidth)}`);
    const [reason] = verdict.reasons;
    const isTarget = releases.every((release) => file.targets?.includes(release));
    const isListed = file.diagnostics.some(({ code }) => verdict.because.includes(code));
    const isSaid = reason === undefined || isListed || isTarget;
    const where = reason === undefined || reason.length === 0 ? '' : ` ${spanText(reason)}`;
    const why = isSaid ? [] : wrap(escapeText(`${reasonText(verdict)}${where}`), width - 14);
    return [
      `            ${label}  ${colour(verdictWithCodes(verdict, isPlural(spans)))}${deviceRemark(file, releases, verdict)}`,
      ...why.map((line) => `              ${palette.dim(line)}`),
    ];
  });
  const remedies = fileRemedies(file).flatMap((remedy) =>
    wrap(remedy, width - 14).map((line, index) => `            ${index === 0 ? '→' : ' '} ${line}`),
  );
  return [...lines, ...remedies];
}

function loadingOf(file: ReportedFile): readonly Release[] {
  const loading = new Set([...(file.use?.loads ?? []), ...takingOf(file.runtime ?? {})]);
  return PUBLISHED_RELEASES.filter((release) => loading.has(release));
}

/**
 * Names the releases that load this file although the text of a code describes a refusal: the text is about
 * most files, and the prediction about this file.
 */
function exceptionText(info: CodeInfo<string> | undefined, loading: readonly Release[]): string {
  const excepted = loading.filter((release) => info?.refusedBy?.includes(release));
  return excepted.length === 0 ? '' : ` This file still loads on ${releaseSpans(excepted)}.`;
}

/** Describes how the target releases behave because of a code; null if the code does not stop a target. */
function targetText(code: string, { runtime = {}, targets = [] }: ReportedFile): string | null {
  const stopped = alikeVerdicts(runtime, targets).filter(({ verdict }) => verdict.because.includes(code));
  if (stopped.length === 0) return null;
  return stopped.map(({ spans, verdict }) => `${spans} ${verdictText(verdict, isPlural(spans))}.`).join(' ');
}

/** Returns the first sentence of a catalogue text; `explain` prints the whole text. */
function firstSentence(text: string): string {
  return /^.*?\.(?= [A-Z"])/.exec(text)?.[0] ?? text;
}

const LENGTH_MISMATCH = 'frame-length-mismatch';

/** True if a finding is a consequence of a truncated file, which is shorter than its header claims. */
function followsCut({ code, offset, length }: Diagnostic, { diagnostics, bytes }: ReportedFile): boolean {
  const isAtEnd =
    code === 'wire-truncated' ? offset + length >= bytes.size : code === 'frame-ccw-ptr-out-of-range';
  return (
    isAtEnd && diagnostics.some((one) => one.code === LENGTH_MISMATCH && one.message.endsWith(' missing'))
  );
}

function colourOf(severity: Severity, palette: Palette): (text: string) => string {
  switch (severity) {
    case 'error':
      return (text) => palette.bold(palette.red(text));
    case 'warning':
      return (text) => palette.bold(palette.yellow(text));
    case 'info':
      return (text) => palette.bold(palette.cyan(text));
  }
}

/** Formats framing, size and checksum in one line. */
function containerText(file: ReportedFile): string {
  const { checksum } = file.container;
  const what = `${escapeText(framingWords(file.container, file.lookalike))} · ${bytesText(file.bytes.size)}`;
  if (file.lookalike !== undefined) return what;
  const checked = {
    verified: 'checksum verified',
    mismatch: 'CHECKSUM WRONG',
    skipped: 'checksum not checked',
    none: 'no checksum',
  }[checksum];
  return `${what} · ${checked}`;
}

class FileWriter {
  private readonly lines: string[] = [];

  constructor(
    private readonly palette: Palette,
    private readonly width: number,
    private readonly catalogue: Catalogue | undefined,
    private readonly excerpt: Excerpt | undefined,
    /** Lines that replace all findings of severity info; empty if these findings are listed. */
    private readonly notes: readonly string[],
  ) {}

  write(file: ReportedFile): string[] {
    this.lines.push(headline(file, this.palette));
    this.lines.push(`            ${this.palette.dim(containerText(file))}`);
    this.lines.push(...runtimeLines(file, this.palette, this.width));
    const { groups, unlisted } = foldByCode(file);
    const loading = loadingOf(file);
    for (const severity of SEVERITIES) {
      if (severity === 'info' && this.notes.length > 0) {
        this.lines.push('', ...this.notes);
        continue;
      }
      for (const group of groups) if (group.severity === severity) this.group(group, file, loading);
      if (unlisted[severity] > 0) {
        const more = `… and ${grouped(unlisted[severity])} more of severity ${severity}, of codes above (--max-per-code)`;
        this.lines.push('', `  ${this.palette.dim(more)}`);
      }
    }
    return this.lines;
  }

  private group(
    { severity, code, shown, more }: Folded,
    file: ReportedFile,
    loading: readonly Release[],
  ): void {
    const { palette } = this;
    const first = shown[0]!;
    const colour = colourOf(severity, palette);
    const times = first.count > 1 ? ` ${palette.bold(`×${grouped(first.count)}`)}` : '';
    this.lines.push(
      '',
      `  ${colour(severity.padEnd(7))} ${palette.bold(code)}${times}  ${palette.dim(spanText(first))}`,
    );
    if (first.path !== '') this.indented(palette.cyan(escapeText(first.path)));
    for (const line of wrap(escapeText(first.message), this.width - INDENT.length)) this.indented(line);
    if (this.excerpt !== undefined) {
      for (const line of hexLines(first, this.excerpt, palette)) this.lines.push(HEX_INDENT + line);
    }
    this.related(first.related);
    const info = this.catalogue?.get(code);
    const runtime = info && codeText(info).runtime;
    if (followsCut(first, file)) this.labelled('because', `the file was cut: ${LENGTH_MISMATCH}`);
    else if (runtime !== undefined && file.targets !== undefined) {
      this.labelled('runtime', targetText(code, file) ?? firstSentence(runtime));
    } else if (runtime !== undefined) this.labelled('runtime', runtime + exceptionText(info, loading));
    for (const other of shown.slice(1, 1 + MAX_ALSO)) this.also(other);
    const rest = shown.length - 1 - MAX_ALSO;
    const total = Math.max(0, rest) + more;
    if (total > 0) this.indented(palette.dim(`… and ${grouped(total)} more`));
  }

  private related(places: readonly Related[]): void {
    for (const place of places.slice(0, MAX_RELATED)) {
      const path = place.path === '' ? '' : `${place.path}: `;
      this.labelled('related', `${offsetText(place.offset)} ${path}${place.message}`);
    }
    const rest = places.length - MAX_RELATED;
    if (rest > 0)
      this.indented(`${' '.repeat(LABEL_WIDTH)}${this.palette.dim(`… and ${grouped(rest)} more`)}`);
  }

  private also(diagnostic: Diagnostic): void {
    const where = `${offsetText(diagnostic.offset)} ${escapeText(diagnostic.path)}`.trimEnd();
    this.indented(`${this.palette.dim('also'.padEnd(LABEL_WIDTH))}${where}`);
  }

  private labelled(label: string, text: string): void {
    const lines = wrap(escapeText(text), this.width - INDENT.length - LABEL_WIDTH);
    lines.forEach((line, index) => {
      this.indented(`${this.palette.dim((index === 0 ? label : '').padEnd(LABEL_WIDTH))}${line}`);
    });
  }

  private indented(line: string): void {
    this.lines.push(line === '' ? '' : INDENT + line);
  }
}
