/**
 * A substitute for Visual Studio Code: the packed extension runs with a `vscode` module that has the
 * functions it uses, and its webview is a page in the browser, with the messages, default styles and links of
 * a webview.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import picomatch from 'picomatch';
import type { Visit } from './visit.js';

type Listener<T = unknown> = (value: T) => unknown;
/** Message between page and extension; bytes cross as Base64. */
type Message = Record<string, unknown> & { bytes?: unknown };

class Emitter<T = unknown> {
  readonly #listeners = new Set<Listener<T>>();
  readonly event = (listener: Listener<T>): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class Uri {
  constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}
  static file = (path: string): Uri => new Uri('file', path);
  static joinPath = (base: Uri, ...parts: string[]): Uri => new Uri(base.scheme, join(base.path, ...parts));
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return this.scheme === 'file' ? pathToFileURL(this.path).href : `${this.scheme}:${this.path}`;
  }
}

export interface Problem {
  readonly message: string;
  readonly severity: number;
  readonly code: string;
}

interface Provider {
  openCustomDocument(uri: Uri): { dispose(): void };
  resolveCustomEditor(document: unknown, panel: unknown): Promise<void>;
}

/** Code that a webview has before the page's own: see `src/vs/workbench/contrib/webview/browser/pre/index.html`. */
const PRELUDE = `
  const encoded = (bytes) => { let s = ''; for (const b of new Uint8Array(bytes)) s += String.fromCharCode(b); return btoa(s); };
  globalThis.acquireVsCodeApi = () => {
    delete globalThis.acquireVsCodeApi;
    let state = STATE;
    return {
      postMessage: (m) => void toExtension(m.bytes === undefined ? m : { ...m, bytes: encoded(m.bytes) }),
      getState: () => state,
      setState: (next) => { state = next; void keepState(next); },
    };
  };
  globalThis.fromExtension = (m) => {
    if (m.bytes !== undefined) m.bytes = Uint8Array.from(atob(m.bytes), (c) => c.charCodeAt(0)).buffer;
    window.postMessage(m, '*');
  };
  addEventListener('click', (event) => {
    for (const node of event.composedPath()) {
      if (node.tagName?.toLowerCase() !== 'a' || !node.href) continue;
      if (node.getAttribute('href') === node.hash) document.getElementById(node.hash.slice(1))?.scrollIntoView();
      event.preventDefault();
    }
  });`;

/** An editor with the extension. One model is open at a time. */
export class FakeEditor {
  readonly problems = new Map<string, readonly Problem[]>();
  /** Lengths of the reads that the page requested. */
  readonly reads: number[] = [];
  readonly errors: string[] = [];
  saveTo = '';
  /** Path that the page proposed in the last dialog. */
  proposed = '';
  theme = 'vscode-dark';
  url = '';
  #html = '';
  #isOpening = false;
  #state: unknown;
  #provider: Provider | undefined;
  #visit: Visit | undefined;
  #fromPage = new Emitter<Message>();
  #closed = new Emitter<void>();
  #watchers: { matches(path: string): boolean; readonly changed: Emitter<Uri> }[] = [];
  #document: { dispose(): void } | undefined;
  #servers: (() => void)[] = [];

  /** @param extension the unpacked extension */
  static async start(extension: string): Promise<FakeEditor> {
    const editor = new FakeEditor();
    const folder = join(extension, 'node_modules/vscode');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.js'), "module.exports = globalThis[Symbol.for('fake vscode')];\n");
    const resources = await editor.#serve((path) => ({
      body: readFileSync(path),
      type: TYPES[extname(path)],
    }));
    editor.url = `${await editor.#serve(() => ({ body: editor.#page(), type: 'text/html' }))}/`;
    Object.assign(globalThis, { [Symbol.for('fake vscode')]: editor.#api() });
    const { main } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
    const { activate } = createRequire(join(extension, 'package.json'))(join(extension, main));
    activate({ extensionUri: Uri.file(extension), subscriptions: [] });
    editor.#resources = resources;
    return editor;
  }
  #resources = '';

  /** Shows the webview in a browser. */
  async show(visit: Visit): Promise<void> {
    this.#visit = visit;
    await visit.page.exposeFunction('toExtension', (message: Message) => {
      if (message.type === 'read') this.reads.push(message.length as number);
      if (typeof message.bytes === 'string') {
        const { buffer, byteOffset, length } = Buffer.from(message.bytes, 'base64');
        message.bytes = buffer.slice(byteOffset, byteOffset + length);
      }
      this.#fromPage.fire(message);
    });
    await visit.page.exposeFunction('keepState', (state: unknown) => {
      this.#state = state;
    });
  }

  /** Opens a model, and closes the previous one. */
  async open(path: string): Promise<void> {
    this.close();
    this.#state = undefined;
    this.#isOpening = true;
    const provider = this.#provider as Provider;
    this.#document = provider.openCustomDocument(Uri.file(path));
    await provider.resolveCustomEditor(this.#document, {
      webview: this.#webview(),
      onDidDispose: this.#closed.event,
    });
    this.#isOpening = false;
    await this.reload();
  }

  close(): void {
    this.#closed.fire();
    this.#document?.dispose();
    this.#document = undefined;
  }

  /** Loads the webview's page, as when its tab is shown again. */
  async reload(): Promise<void> {
    await this.#visit?.page.goto(this.url);
  }

  /** Notifies the watchers of a file of a change. @returns how many watch it */
  changed(path: string): number {
    const watching = this.#watchers.filter(({ matches }) => matches(path));
    for (const { changed } of watching) changed.fire(Uri.file(path));
    return watching.length;
  }

  end(): void {
    this.close();
    for (const close of this.#servers) close();
  }

  #webview() {
    const editor = this;
    return {
      cspSource: this.#resources,
      asWebviewUri: ({ path }: Uri) => `${this.#resources}${path}`,
      onDidReceiveMessage: this.#fromPage.event,
      set html(text: string) {
        editor.#html = text;
        if (!editor.#isOpening) void editor.reload();
      },
      postMessage: async ({ bytes, ...message }: Message) => {
        const text = bytes instanceof ArrayBuffer ? { bytes: Buffer.from(bytes).toString('base64') } : {};
        await this.#visit?.page
          .evaluate((sent) => (globalThis as unknown as { fromExtension: Listener }).fromExtension(sent), {
            ...message,
            ...text,
          })
          // The browser may have left the page before the message arrives.
          .catch(() => {});
      },
    };
  }

  #page(): string {
    const prelude = PRELUDE.replace('STATE', () => JSON.stringify(this.#state) ?? 'undefined');
    return this.#html
      .replace('<head>', () => `<head><style>body { padding: 0 20px }</style><script>${prelude}</script>`)
      .replace('<body', `<body class="${this.theme}"`);
  }

  #api() {
    return {
      Uri,
      EventEmitter: Emitter,
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2 },
      Diagnostic: class {
        constructor(
          readonly range: unknown,
          readonly message: string,
          readonly severity: number,
        ) {}
      },
      Range: class {},
      RelativePattern: class {
        constructor(
          readonly base: Uri,
          readonly pattern: string,
        ) {}
      },
      languages: {
        createDiagnosticCollection: () => ({
          set: ({ path }: Uri, problems: readonly Problem[]) => this.problems.set(path, problems),
          delete: ({ path }: Uri) => this.problems.delete(path),
          dispose: () => this.problems.clear(),
        }),
      },
      window: {
        registerCustomEditorProvider: (_type: string, provider: Provider) => {
          this.#provider = provider;
          return { dispose() {} };
        },
        showSaveDialog: async ({ defaultUri }: { defaultUri: Uri }) => {
          this.proposed = defaultUri.path;
          return this.saveTo === '' ? undefined : Uri.file(this.saveTo);
        },
        showErrorMessage: async (text: string) => void this.errors.push(text),
      },
      workspace: {
        fs: {
          readFile: async ({ path }: Uri) => new Uint8Array(readFileSync(path)),
          writeFile: async ({ path }: Uri, bytes: Uint8Array) => writeFileSync(path, bytes),
        },
        createFileSystemWatcher: ({ base, pattern }: { base: Uri; pattern: string }) => {
          const matches = picomatch(pattern);
          const changed = new Emitter<Uri>();
          const watcher = {
            matches: (path: string) =>
              dirname(path) === base.path && matches(path.slice(base.path.length + 1)),
            changed,
          };
          this.#watchers.push(watcher);
          return {
            onDidChange: changed.event,
            onDidCreate: new Emitter().event,
            onDidDelete: new Emitter().event,
            dispose: () => void this.#watchers.splice(this.#watchers.indexOf(watcher), 1),
          };
        },
      },
    };
  }

  async #serve(
    answer: (path: string) => { body: Buffer | string; type: string | undefined },
  ): Promise<string> {
    const server = createServer(({ url = '' }, response) => {
      try {
        const { body, type = 'application/octet-stream' } = answer(decodeURIComponent(url));
        response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#servers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };
