import { isProtomdlError } from 'protomdl';
import {
  type CustomReadonlyEditorProvider,
  type Disposable,
  Uri,
  type Webview,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { PageMessage, ReadAnswer } from './messages.js';
import { ModelDocument } from './model-document.js';
import { pageFor, pageWithError } from './page.js';
import { Problems } from './problems.js';

/** Shows a model in the page, and its findings in the Problems panel. */
export class ModelEditor implements CustomReadonlyEditorProvider<ModelDocument>, Disposable {
  readonly #problems = new Problems();
  readonly #folder: Uri;

  constructor(extension: Uri) {
    this.#folder = Uri.joinPath(extension, 'dist');
  }

  dispose(): void {
    this.#problems.dispose();
  }

  openCustomDocument(uri: Uri): ModelDocument {
    const document = new ModelDocument(uri);
    const check = (): void => void this.#problems.check(document);
    document.onDidChange(check);
    document.onDidClose(() => this.#problems.forget(document));
    check();
    return document;
  }

  async resolveCustomEditor(document: ModelDocument, { webview, onDidDispose }: WebviewPanel): Promise<void> {
    webview.options = { enableScripts: true, localResourceRoots: [this.#folder] };
    const held = [
      webview.onDidReceiveMessage((message: PageMessage) => void this.#answer(document, webview, message)),
      document.onDidChange(() => void this.#show(document, webview)),
    ];
    onDidDispose(() => {
      for (const listener of held) listener.dispose();
    });
    await this.#show(document, webview);
  }

  async #show(document: ModelDocument, webview: Webview): Promise<void> {
    try {
      const { size } = await document.source();
      webview.html = pageFor({ name: document.name, size: size as number }, webview, this.#folder);
    } catch (error) {
      webview.html = pageWithError(messageOf(error));
    }
  }

  async #answer(document: ModelDocument, webview: Webview, message: PageMessage): Promise<void> {
    if (message.type === 'save') return save(document, message.name, new Uint8Array(message.bytes));
    void webview.postMessage(await read(document, message));
  }
}

async function read(
  document: ModelDocument,
  { id, offset, length }: Extract<PageMessage, { type: 'read' }>,
): Promise<ReadAnswer> {
  try {
    const bytes = new Uint8Array(length);
    const count = await (await document.source()).read(offset, bytes);
    return { type: 'bytes', id, bytes: count === length ? bytes.buffer : bytes.slice(0, count).buffer };
  } catch (error) {
    const code = isProtomdlError(error) ? error.code : 'source-unreadable';
    return { type: 'failed', id, code, message: messageOf(error) };
  }
}

async function save(document: ModelDocument, name: string, bytes: Uint8Array): Promise<void> {
  const place = await window.showSaveDialog({ defaultUri: Uri.joinPath(document.uri, '..', name) });
  if (place === undefined) return;
  try {
    await workspace.fs.writeFile(place, bytes);
  } catch (error) {
    await window.showErrorMessage(messageOf(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
