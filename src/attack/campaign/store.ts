import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { isRunning } from '../process/alive.js';
import type { CampaignState } from './state.js';

/** Version of the layout of a findings folder. Incremented when the meaning of its content changes. */
const STORE_VERSION = 1;

/** Contents of files by name, to be written together. */
export type StoredFiles = Readonly<Record<string, string | Uint8Array>>;

/** Writes files durably; tests simulate a full disk. */
export interface Disk {
  write(path: string, content: string | Uint8Array): void;
}

const DISK: Disk = {
  write(path, content) {
    const fd = openSync(path, 'w');
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      // The content must be on disk before the rename.
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  },
};

const LOCK = 'campaign.lock';
const STATE = 'state.json';
const INDEX = 'index.json';
const POOL = 'pool';
const GROUPS = 'groups';

/**
 * A findings folder, used by one campaign at a time: `index.json` (the findings), `groups/NNN-…/` (a folder
 * for each group), `state.json` and `pool/` (for resuming the campaign). Every file is written under another
 * name and then renamed, so that its content is always either the old or the new content.
 */
export class FindingsStore {
  #isOpen = true;

  private constructor(
    readonly folder: string,
    private readonly disk: Disk,
  ) {}

  /**
   * Creates the folder, or opens the existing folder.
   * @throws ProtomdlError `findings-locked` if another campaign uses it, `findings-version` if a version with
   * another layout wrote it, `findings-foreign` if the folder holds something else, `findings-unwritable` if
   * the folder cannot be created or written
   */
  static open(folder: string, disk: Disk = DISK): FindingsStore {
    const store = new FindingsStore(folder, disk);
    store.#guarded('the folder of findings', () => mkdirSync(folder, { recursive: true }));
    store.#checkContent();
    store.#lock();
    return store;
  }

  /** Returns the saved state of the campaign; undefined in a new folder. */
  readState(): unknown {
    const path = join(this.folder, STATE);
    if (!existsSync(path)) return undefined;
    return this.#readJson(path);
  }

  /** @throws ProtomdlError `findings-unwritable`; the previously saved state is kept */
  saveState(state: object): void {
    this.#save(join(this.folder, STATE), JSON.stringify({ formatVersion: STORE_VERSION, ...state }));
  }

  /** @throws ProtomdlError `findings-unwritable` */
  saveIndex(text: string): void {
    this.#save(join(this.folder, INDEX), text);
  }

  saveMutant(id: number, bytes: Uint8Array): void {
    const folder = join(this.folder, POOL);
    this.#guarded(folder, () => mkdirSync(folder, { recursive: true }));
    this.#save(join(folder, `${id}.bin`), bytes);
  }

  /** @throws ProtomdlError `findings-damaged` if the file is missing */
  readMutant(id: number): Uint8Array {
    return contentOf(join(this.folder, POOL, `${id}.bin`));
  }

  /** Returns the path of a group's folder, absolute or relative like the store's own. */
  groupFolder(name: string): string {
    return join(this.folder, GROUPS, name);
  }

  saveGroup(name: string, files: StoredFiles): void {
    const folder = this.groupFolder(name);
    this.#guarded(folder, () => mkdirSync(folder, { recursive: true }));
    for (const [file, content] of Object.entries(files)) this.#save(join(folder, file), content);
  }

  /** Removes a group's folder. Call this only after a state without the group has been saved. */
  removeGroup(name: string): void {
    this.#guarded(this.groupFolder(name), () =>
      rmSync(this.groupFolder(name), { recursive: true, force: true }),
    );
  }

  /** @throws ProtomdlError `findings-damaged` if the file is missing */
  readGroupFile(name: string, file: string): Uint8Array {
    return contentOf(join(this.groupFolder(name), file));
  }

  /**
   * Writes a file to the system's folder for temporary files, for use when the findings folder is full.
   * @returns path of the written file; undefined if the file could not be written
   */
  static rescue(name: string, bytes: Uint8Array): string | undefined {
    try {
      const path = join(mkdtempSync(join(tmpdir(), 'protomdl-rescued-')), name);
      writeFileSync(path, bytes);
      return path;
    } catch {
      return undefined;
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    rmSync(join(this.folder, LOCK), { force: true });
  }

  #checkContent(): void {
    const index = join(this.folder, INDEX);
    const state = join(this.folder, STATE);
    for (const path of [state, index]) {
      if (!existsSync(path)) continue;
      const { formatVersion, schemaVersion } = this.#readJson(path) as Record<string, unknown>;
      const version = formatVersion ?? schemaVersion;
      if (version === STORE_VERSION) continue;
      const text =
        typeof version === 'number'
          ? `its layout is version ${version}, this program's is ${STORE_VERSION}`
          : 'does not say what version its layout is';
      throw new ProtomdlError(
        'findings-version',
        `${path}: ${text}; name another folder (--out), or remove this one`,
      );
    }
    if (existsSync(state) || existsSync(index)) return;
    const others = readdirSync(this.folder).filter(
      (name) => name !== LOCK && name !== POOL && name !== GROUPS,
    );
    if (others.length === 0) return;
    const text = `holds other things (${others[0]}) and no campaign; name another folder (--out)`;
    throw new ProtomdlError('findings-foreign', `${this.folder}: ${text}`);
  }

  #readJson(path: string): unknown {
    try {
      const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
      if (typeof value === 'object' && value !== null) return value;
      throw new Error('no object');
    } catch (error) {
      const text = `cannot be taken up: ${(error as Error).message}`;
      throw new ProtomdlError('findings-damaged', `${path}: ${text}`);
    }
  }

  /** Allows one campaign at a time; takes over a lock whose process has ended. */
  #lock(): void {
    const path = join(this.folder, LOCK);
    const mine = JSON.stringify({ host: hostname(), pid: process.pid, started: startOf(process.pid) });
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        writeFileSync(path, mine, { flag: 'wx' });
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(path, error);
      }
      const holder = readHolder(path);
      if (holder !== undefined && isAlive(holder)) {
        const who =
          holder.host === hostname() ? `process ${holder.pid}` : `process ${holder.pid} on ${holder.host}`;
        throw new ProtomdlError(
          'findings-locked',
          `${this.folder}: another campaign is at work here (${who})`,
        );
      }
      rmSync(path, { force: true });
    }
    throw new ProtomdlError('findings-locked', `${this.folder}: other campaigns are starting here`);
  }

  #save(path: string, content: string | Uint8Array): void {
    this.#guarded(path, () => {
      const beside = `${path}.new`;
      try {
        this.disk.write(beside, content);
        renameSync(beside, path);
      } catch (error) {
        // A partial file is removed, because it is useless and takes space on a full disk.
        rmSync(beside, { force: true });
        throw error;
      }
    });
  }

  #guarded(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      throw unwritable(path, error);
    }
  }
}

/** Returns the seeds and the commands of the campaign in a folder; undefined without a campaign. */
export function campaignIn(
  folder: string,
): { readonly seeds: readonly string[]; readonly commands: CampaignState['setup']['commands'] } | undefined {
  try {
    const { setup, pool } = JSON.parse(readFileSync(join(folder, STATE), 'utf8')) as CampaignState;
    return { seeds: pool.slice(0, setup.seeds.length).map(({ name }) => name), commands: setup.commands };
  } catch {
    return undefined;
  }
}

interface Holder {
  readonly host: string;
  readonly pid: number;
  /**
   * Start time of the process in clock ticks, which distinguishes it from a later process with the same
   * number.
   */
  readonly started: string;
}

/**
 * Returns undefined for an empty or missing lock: the process that made it died at once, or has just released
 * it.
 */
function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive({ host, pid, started }: Holder): boolean {
  // On a shared folder, processes of another machine cannot be checked, so they count as running.
  if (host !== hostname()) return true;
  const now = startOf(pid);
  if (now !== '' && started !== '') return now === started;
  return isRunning(pid);
}

/** Returns the start time of a process in clock ticks since the system's start; `""` if unknown. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain any characters. The 20th value after the name is the start time.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function unwritable(path: string, error: unknown): ProtomdlError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'the disk is full'
      : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
        ? 'may not be written'
        : code === 'ENOTDIR' || code === 'EEXIST'
          ? 'is not a folder'
          : message;
  return new ProtomdlError('findings-unwritable', `${path}: ${reason}`, -1, '', { cause: error });
}

function contentOf(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new ProtomdlError('findings-damaged', `${path}: ${(error as Error).message}`);
  }
}

/** Returns the SHA-256 of a file's bytes in hex. */
export function fileDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
