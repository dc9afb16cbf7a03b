import { dirname, resolve } from 'node:path';
import { MAX_DISTINGUISHED } from '../base/diagnostics/policy.js';
import { type BaselineEntry, baselineEntry, baselineText } from '../check/config/baseline.js';
import type { FileReport } from '../check/validate/file-report.js';
import { counted } from '../show/report/text.js';
import { TOOL } from '../show/report/tool.js';
import { complain } from './complain.js';
import { writeWhole } from './file-output.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { nameFrom, type RunSettings } from './settings.js';

/** Collects the current findings for a baseline while files are validated. */
export class BaselineWriter {
  /** Number of findings per code to list, so that later runs can distinguish the findings. */
  readonly places = MAX_DISTINGUISHED;
  readonly #files = new Map<string, BaselineEntry>();
  #findings = 0;
  /** Number of findings that the earlier baseline lacks. */
  #left = 0;

  constructor(
    private readonly path: string,
    private readonly folder: string,
    /**
     * Returns the findings of a file in an earlier baseline. If this function is given, only such findings
     * are kept.
     */
    private readonly carriedOver?: RunSettings['carriedOver'],
  ) {}

  add(path: string, report: FileReport): void {
    if (report.verdict === 'unreadable') return;
    const root = dirname(resolve(this.folder, this.path));
    const known = this.carriedOver && (this.carriedOver(path) ?? new Map());
    const entry = baselineEntry(report, known);
    this.#files.set(nameFrom(root, this.folder, path), entry);
    const { error, warning, info } = report.counts;
    const kept = Object.values(entry).flatMap((names) => Object.values(names));
    const count = kept.reduce((sum, one) => sum + one, 0);
    this.#findings += count;
    this.#left += error + warning + info - count;
  }

  /** @throws CommandError if the baseline is one of the inputs, or cannot be written */
  async write(inputs: readonly CommandInput[], host: Host, quiet: boolean): Promise<void> {
    const path = resolve(this.folder, this.path);
    const bytes = new TextEncoder().encode(baselineText(TOOL, this.#files));
    await writeWhole(path, bytes, { inputs, option: '--write-baseline' }, host);
    if (quiet) return;
    const made = `${counted(this.#findings, 'finding')} in ${counted(this.#files.size, 'file')}`;
    const left = this.#left === 0 ? '' : `; ${counted(this.#left, 'new finding')} left out`;
    await complain(host, `${this.path}: a baseline of ${made}${left}`);
  }
}
