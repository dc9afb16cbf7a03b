import { memorySource, type Source } from 'protomdl';
import { openFile } from 'protomdl/node';
import { type CustomDocument, EventEmitter, RelativePattern, Uri, workspace } from 'vscode';

/** Time without changes after which a file is read again: programs write a model in many parts. */
const QUIET_MS = 300;

/** Model that is open in an editor. */
export class ModelDocument implements CustomDocument {
  readonly name: string;
  readonly #changed = new EventEmitter<void>();
  /** Fires after the file was changed, replaced or removed. */
  readonly onDidChange = this.#changed.event;
  readonly #closed = new EventEmitter<void>();
  /** Fires when the last editor of the model was closed. */
  readonly onDidClose = this.#closed.event;
  readonly #watcher;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #source: Promise<Source> | undefined;

  constructor(readonly uri: Uri) {
    this.name = uri.path.replace(/^.*\//, '');
    const pattern = new RelativePattern(Uri.joinPath(uri, '..'), globFor(this.name));
    this.#watcher = workspace.createFileSystemWatcher(pattern);
    for (const event of [this.#watcher.onDidChange, this.#watcher.onDidCreate, this.#watcher.onDidDelete]) {
      event(() => this.#wait());
    }
  }

  /** Source of the page's reads, until the file changes. @throws ProtomdlError with a `source-*` code */
  source(): Promise<Source> {
    this.#source ??= this.open();
    return this.#source;
  }

  /** Opens the file again; the caller closes it. @throws ProtomdlError with a `source-*` code */
  async open(): Promise<Source> {
    // Files of virtual file systems, such as the files of a commit, can only be read whole.
    return this.uri.scheme === 'file'
      ? openFile(this.uri.fsPath)
      : memorySource(await workspace.fs.readFile(this.uri));
  }

  dispose(): void {
    clearTimeout(this.#quiet);
    this.#watcher.dispose();
    this.#changed.dispose();
    this.#close();
    this.#closed.fire();
    this.#closed.dispose();
  }

  #wait(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#close();
      this.#changed.fire();
    }, QUIET_MS);
  }

  #close(): void {
    this.#source?.then(
      (source) => source.close(),
      () => {},
    );
    this.#source = undefined;
  }
}

/** Pattern that matches exactly this name. */
function globFor(name: string): string {
  return name.replace(/[*?[\]{}]/g, (sign) => `[${sign}]`);
}
