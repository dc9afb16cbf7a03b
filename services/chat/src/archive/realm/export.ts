import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Report } from './report.js';

/** A row of the other server's database, as it is in the export. */
export type Row = Readonly<Record<string, unknown>>;

/** Describes one file of `uploads/`, `avatars/`, `emoji/` or `realm_icons/`. */
export type FileRecord = Row & { path: string };

/** Reads fields of rows, and converts them to the types that the service stores. */
export const field = {
  id: (row: Row, name: string): number | undefined => {
    const value = row[name];
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
  },
  /** Removes NUL, which cannot be stored, and replaces lone surrogates, which cannot be sent. */
  text: (row: Row, name: string): string => {
    const value = row[name];
    return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '';
  },
  flag: (row: Row, name: string): boolean => row[name] === true,
  /** Converts a time from UNIX seconds with a fraction to milliseconds. */
  time: (row: Row, name: string): number | undefined => {
    const value = row[name];
    return typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 1000) : undefined;
  },
};

const REALM = 'realm.json';
const RECORDS = 'records.json';
const FOLDERS = ['uploads', 'avatars', 'emoji', 'realm_icons'] as const;
export type FileFolder = (typeof FOLDERS)[number];

/**
 * Returns the folder with the files of an unpacked export: `folder` itself, or a folder in it, because an export's tar
 * has a single top folder. Returns undefined if neither has the files.
 */
export async function findRealmExport(folder: string): Promise<string | undefined> {
  const candidates = [folder, ...(await readdir(folder)).map((name) => join(folder, name))];
  for (const candidate of candidates)
    if ((await stat(join(candidate, REALM)).catch(() => undefined)) !== undefined) return candidate;
  return undefined;
}

/**
 * An unpacked export. Remembers which parts were read, so that the import can report the parts that it has not read.
 */
export class RealmExport {
  readonly #folder: string;
  readonly #tables: Record<string, unknown>;
  readonly #asked = new Set<string>();
  readonly #opened = new Set<string>([REALM]);

  private constructor(folder: string, tables: Record<string, unknown>) {
    this.#folder = folder;
    this.#tables = tables;
  }

  static async open(folder: string): Promise<RealmExport> {
    return new RealmExport(folder, JSON.parse(await readFile(join(folder, REALM), 'utf8')));
  }

  /** Returns the rows of a table of realm.json; empty if the export does not have the table. */
  rows(table: string): readonly Row[] {
    this.#asked.add(table);
    const rows = this.#tables[table];
    return Array.isArray(rows) ? (rows as Row[]) : [];
  }

  has(table: string): boolean {
    return Array.isArray(this.#tables[table]);
  }

  /** Returns the tables of a file other than realm.json; empty if the file is missing. */
  async tables(file: string): Promise<Record<string, Row[]>> {
    this.#opened.add(file);
    const text = await readFile(join(this.#folder, file), 'utf8').catch(() => '{}');
    return JSON.parse(text) as Record<string, Row[]>;
  }

  /** Returns the names of the files with messages, oldest first. */
  async messageFiles(): Promise<string[]> {
    const names = (await readdir(this.#folder)).filter((name) => /^messages-\d+\.json$/.test(name));
    return names.sort();
  }

  async records(folder: FileFolder): Promise<FileRecord[]> {
    const text = await readFile(join(this.#folder, folder, RECORDS), 'utf8').catch(() => '[]');
    return (JSON.parse(text) as FileRecord[]).filter(({ path }) => typeof path === 'string');
  }

  /** Returns the local path of a file; undefined if the file is missing or outside the folder. */
  async file(folder: FileFolder, path: string): Promise<string | undefined> {
    const root = resolve(this.#folder, folder);
    const target = resolve(root, path);
    if (!target.startsWith(root + sep)) return undefined;
    if (!(await stat(target).catch(() => undefined))?.isFile()) return undefined;
    this.#opened.add(relative(this.#folder, target));
    return target;
  }

  async bytes(folder: FileFolder, path: string): Promise<Buffer | undefined> {
    const file = await this.file(folder, path);
    if (file === undefined) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream(file)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** Reports tables and files that the import has not read. */
  async reportRest(report: Report): Promise<void> {
    for (const [table, rows] of Object.entries(this.#tables))
      if (Array.isArray(rows) && rows.length > 0 && !this.#asked.has(table))
        report.left(`rows of ${table}`, 'this service has no place for them', rows.length);
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || entry.name === RECORDS) continue;
      const path = relative(this.#folder, join(entry.parentPath, entry.name));
      if (this.#opened.has(path)) continue;
      const folder = FOLDERS.find((name) => path.startsWith(name + sep));
      if (folder === undefined) report.left(`file ${path}`, 'it is not part of the content', 1);
      else report.left(`files in ${folder}`, 'nothing that was read refers to them', 1, path);
    }
  }
}
