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

/** The layout of a findings folder. Grows when what is in it changes its meaning. */
const STORE_VERSION = 1;

/** Files that are written in one go: name and content. */
export type StoredFiles = Readonly<Record<string, string | Uint8Array>>;

/** How bytes come to rest; tests bring a disk that is full. */
export interface Disk {
  write(path: string, content: string | Uint8Array): void;
}

const DISK: Disk = {
  write(path, content) {
    const fd = openSync(path, 'w');
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      // The rename below must not come to rest before what it names.
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
 * A findings folder, held by one campaign at a time:
 * `index.json` (what was found), `groups/NNN-…/` (a folder for each group), `state.json` and `pool/` (what the
 * next campaign goes on from). Every file is written beside its place and renamed: whatever happens, a file is
 * as it was or as it is to be.
 */
export class FindingsStore {
  #isOpen = true;

  private constructor(
    readonly folder: string,
    private readonly disk: Disk,
  ) {}

  /**
   * Makes the folder, or takes up one that is there.
   * @throws ProtomdlError `findings-locked` when another campaign is at work in it, `findings-version` when a
   *   version with another layout wrote it, `findings-foreign` when it holds something else,
   *   `findings-unwritable` when it cannot be made or written
   */
  static open(folder: string, disk: Disk = DISK): FindingsStore {
    const store = new FindingsStore(folder, disk);
    store.#guarded('the folder of findings', () => mkdirSync(folder, { recursive: true }));
    store.#checkContent();
    store.#lock();
    return store;
  }

  /** What was saved of a campaign's state; undefined in a new folder. */
  readState(): unknown {
    const path = join(this.folder, STATE);
    if (!existsSync(path)) return undefined;
    return this.#readJson(path);
  }

  /** @throws ProtomdlError `findings-unwritable`; what was saved before is still there */
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

  /** @throws ProtomdlError `findings-damaged` where it is not there */
  readMutant(id: number): Uint8Array {
    return contentOf(join(this.folder, POOL, `${id}.bin`));
  }

  /** The path of a group's folder, absolute or as the store's own is. */
  groupFolder(name: string): string {
    return join(this.folder, GROUPS, name);
  }

  /** Writes files of one group. */
  saveGroup(name: string, files: StoredFiles): void {
    const folder = this.groupFolder(name);
    this.#guarded(folder, () => mkdirSync(folder, { recursive: true }));
    for (const [file, content] of Object.entries(files)) this.#save(join(folder, file), content);
  }

  /** @throws ProtomdlError `findings-damaged` where it is not there */
  readGroupFile(name: string, file: string): Uint8Array {
    return contentOf(join(this.groupFolder(name), file));
  }

  /**
   * Puts what the folder could not take where temporary files go.
   * @returns its path; undefined where there is no room either
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

  /** Lets go of the folder. */
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

  /** One campaign at a time; a lock whose process is gone is taken over. */
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
        // Half of a file is of no use, and on a full disk it is in the way.
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

interface Holder {
  readonly host: string;
  readonly pid: number;
  /** When the process started, in the system's own terms: process numbers come round again. */
  readonly started: string;
}

/** Undefined where the lock is empty or gone: its process died at once, or has just let go. */
function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive({ host, pid, started }: Holder): boolean {
  // A shared folder: nothing can be said about processes of another machine.
  if (host !== hostname()) return true;
  const now = startOf(pid);
  if (now !== '' && started !== '') return now === started;
  return isRunning(pid);
}

/** Clock ticks since the system's start at which a process was started; `""` where that is not known. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything; what follows it are numbers, this one the 20th.
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
