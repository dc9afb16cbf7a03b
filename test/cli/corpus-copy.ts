import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));

/**
 * One copy of the corpus for all folders of a test file, because copying it for each folder would take as
 * long as the tests.
 */
export class CorpusCopy {
  readonly #top = mkdtempSync(join(tmpdir(), 'protomdl-corpus-'));

  constructor() {
    cpSync(CORPUS, join(this.#top, 'corpus'), { recursive: true });
  }

  /**
   * Makes a folder of links to the files of the copy, or to a part of them. If a command replaces a file in
   * the folder, the copy stays unchanged.
   */
  linkInto(folder: string, part = '.'): void {
    link(join(this.#top, 'corpus', part), folder);
  }

  end(): void {
    rmSync(this.#top, { recursive: true, force: true });
  }
}

function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, made] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) link(source, made);
    else linkSync(source, made);
  }
}
