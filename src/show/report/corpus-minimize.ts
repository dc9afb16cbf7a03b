import { escapeText } from './escape.js';
import type { Palette } from './palette.js';
import { columnsOf, tableBlock } from './table.js';
import { bytesText, counted, grouped } from './text.js';

export interface KeptFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** Number of features and count ranges that no previously selected file has. */
  readonly adds: number;
}

export interface MinimizeResult {
  /** Number and total size in bytes of the readable files. */
  readonly files: number;
  readonly bytes: number;
  readonly keptBytes: number;
  /** Number of covered features, which is the same for all files and for the kept files. */
  readonly features: number;
  /** Number of covered pairs of a feature and a count range. */
  readonly traits: number;
  readonly kept: readonly KeptFile[];
  readonly unreadable: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

const COLUMNS = columnsOf('>adds | >bytes | file | as');

export function minimizeText(result: MinimizeResult, palette: Palette): string {
  const { files, bytes, keptBytes, kept, features, traits } = result;
  const table = tableBlock(
    COLUMNS,
    kept.map(({ path, name, size, adds }) => [
      grouped(adds),
      grouped(size),
      escapeText(path),
      escapeText(name),
    ]),
    palette,
  );
  const lines = [
    palette.bold(
      `${counted(files, 'file')} of ${bytesText(bytes)}: ${grouped(kept.length)} kept, ${bytesText(keptBytes)}`,
    ),
    `${counted(features, 'feature')} exercised, in ${counted(traits, 'range')} of counts, by both`,
    '',
    ...table,
  ];
  return `${lines.join('\n')}\n`;
}
