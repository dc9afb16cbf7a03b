import { escapeText } from './escape.js';
import type { Palette } from './palette.js';
import { columnsOf, tableBlock } from './table.js';
import { bytesText, counted, grouped } from './text.js';

export interface WrittenSeed {
  readonly name: string;
  readonly from: string;
  readonly framing: 'bare' | 'framed';
  readonly size: number;
  readonly sound: boolean;
}

export interface SeedsResult {
  readonly files: number;
  readonly bytes: number;
  readonly features: number;
  readonly seedFeatures: number;
  readonly seedBytes: number;
  readonly tokens: number;
  readonly seeds: readonly WrittenSeed[];
  readonly tooLarge: readonly string[];
  readonly unreadable: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

const COLUMNS = columnsOf('>bytes | seed | from | ');

/** @param folder folder of the seeds, which the instructions mention */
export function seedsText(result: SeedsResult, folder: string, palette: Palette): string {
  const { files, bytes, seeds, seedBytes, features, seedFeatures, tokens, tooLarge } = result;
  const table = tableBlock(
    COLUMNS,
    seeds.map(({ name, from, size, sound }) => [
      grouped(size),
      escapeText(name),
      escapeText(from),
      sound ? '' : 'less valid than that',
    ]),
    palette,
  );
  const place = escapeText(folder);
  const lines = [
    palette.bold(
      `${counted(files, 'file')} of ${bytesText(bytes)}: ${counted(seeds.length, 'seed')} of ${bytesText(seedBytes)}`,
    ),
    `${grouped(seedFeatures)} of the ${counted(features, 'feature')} that they exercise; ${grouped(tokens)} entries in the dictionary`,
    '',
    ...table,
    ...tooLarge.map((path) => palette.yellow(`  ${escapeText(path)}: cannot be made small enough`)),
    '',
    `  afl-fuzz -i ${place}/seeds -o findings -x ${place}/protomdl.dict -- ./loader @@`,
    `  ./loader_libfuzzer -dict=${place}/protomdl.dict ${place}/seeds`,
  ];
  return `${lines.join('\n')}\n`;
}
