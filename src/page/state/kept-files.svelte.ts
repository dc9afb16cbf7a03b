import type { FileHandle, Openable } from '../engine/opened.js';

/** A handle with methods that only some browsers have, and that TypeScript's DOM types lack. */
interface AskableHandle extends FileHandle {
  queryPermission?(mode: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(mode: { mode: 'read' }): Promise<PermissionState>;
}

interface Kept {
  /** Time of storage in milliseconds since 1970. */
  readonly at: number;
  readonly handles: readonly AskableHandle[];
}

const STORE = 'handles';
/** Key of this tab in the session storage, which survives reloads. */
const TAB = 'protomdl-tab';
/** Age in milliseconds at which handles of closed tabs are dropped. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Keeps handles of the open files across a reload, in browsers that support handles. After a reload, the
 * browser may prompt before it returns a file. Contents of files are not kept.
 */
class KeptFiles {
  /** Names of files for which the browser must prompt the reader. */
  waiting = $state.raw<readonly string[]>([]);
  #handles: readonly AskableHandle[] = [];
  #saved: Promise<void> = Promise.resolve();

  /** Keeps the handles of the given files, and drops all other handles. */
  keep(openables: readonly Openable[]): void {
    this.waiting = [];
    this.#saved = this.#saved.then(async () => {
      const found = await Promise.all(openables.map(({ handle }) => handle));
      const handles = found.filter((handle) => handle !== null && handle !== undefined);
      const key = tab();
      if (key === null) return;
      if (handles.length === 0) await inStore('readwrite', (store) => store.delete(key));
      else await inStore('readwrite', (store) => store.put({ at: Date.now(), handles }, key));
    }, ignore);
    this.#saved.catch(ignore);
  }

  /** Returns the kept files that need no prompt; `waiting` has the names of the other files. */
  async restore(): Promise<readonly Openable[]> {
    const key = tab();
    if (key === null) return [];
    try {
      const kept = (await inStore('readonly', (store) => store.get(key))) as Kept | undefined;
      void dropOld().catch(ignore);
      const handles = kept?.handles ?? [];
      const states = await Promise.all(handles.map((handle) => handle.queryPermission?.({ mode: 'read' })));
      if (states.every((state) => state === 'granted')) return await opened(handles);
      this.#handles = handles;
      this.waiting = handles.map(({ name }) => name);
    } catch {
      // The browser may forbid storage, and files may no longer exist: in both cases, no files are restored.
    }
    return [];
  }

  /** Prompts the reader for the waiting files, which browsers permit only after a click. */
  async ask(): Promise<readonly Openable[]> {
    const given: AskableHandle[] = [];
    for (const handle of this.#handles) {
      if ((await handle.requestPermission?.({ mode: 'read' })) === 'granted') given.push(handle);
    }
    return opened(given);
  }
}

export const keptFiles = new KeptFiles();

async function opened(handles: readonly AskableHandle[]): Promise<readonly Openable[]> {
  const files = await Promise.allSettled(handles.map((handle) => handle.getFile()));
  return files.flatMap((file, at) => {
    if (file.status === 'rejected') return [];
    const handle = Promise.resolve(handles[at] as AskableHandle);
    return { name: file.value.name, from: { blob: file.value }, handle };
  });
}

/** Returns the key of this tab; null if the browser forbids storage. */
function tab(): string | null {
  try {
    const known = sessionStorage.getItem(TAB);
    if (known !== null) return known;
    const made = crypto.randomUUID();
    sessionStorage.setItem(TAB, made);
    return made;
  } catch {
    return null;
  }
}

async function dropOld(): Promise<void> {
  const before = Date.now() - KEPT_MS;
  const keys = await inStore('readonly', (store) => store.getAllKeys());
  const all = (await inStore('readonly', (store) => store.getAll())) as Kept[];
  for (const [index, { at }] of all.entries()) {
    if (at < before) await inStore('readwrite', (store) => store.delete(keys[index] as IDBValidKey));
  }
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const open = indexedDB.open('protomdl', 1);
  open.onupgradeneeded = () => open.result.createObjectStore(STORE);
  const database = await answerOf(open);
  try {
    return await answerOf(ask(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function ignore(): void {}
