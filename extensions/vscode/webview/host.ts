/** The editor around the page: its messages, its theme, and the stored place in the page. */
import { ProtomdlError } from '../../../src/base/diagnostics/error.js';
import type { HostedFile } from '../../../src/page/engine/opened.js';
import {
  type PageMessage,
  type PageState,
  type ReadAnswer,
  SHOWN_MODEL,
  type ShownModel,
} from '../src/messages.js';

interface EditorApi {
  postMessage(message: PageMessage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
}
declare function acquireVsCodeApi(): EditorApi;

const editor = acquireVsCodeApi();
const waiting = new Map<number, PromiseWithResolvers<ArrayBuffer>>();
let requests = 0;

addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
  const request = waiting.get(data?.id);
  if (request === undefined) return;
  waiting.delete(data.id);
  if (data.type === 'bytes') request.resolve(data.bytes);
  else request.reject(new ProtomdlError(data.code, data.message));
});

/** Model of this editor, read through the extension. */
export function hostedModel(): { readonly name: string; readonly from: { readonly hosted: HostedFile } } {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${SHOWN_MODEL}"]`)?.content ?? '';
  const { name, size } = JSON.parse(content) as ShownModel;
  const read = (offset: number, length: number): Promise<ArrayBuffer> => {
    const request = Promise.withResolvers<ArrayBuffer>();
    const id = ++requests;
    waiting.set(id, request);
    editor.postMessage({ type: 'read', id, offset, length });
    return request.promise;
  };
  return { name, from: { hosted: { size, read } } };
}

/** Replaces the page's downloads, which a webview does not support. */
export async function saveFile(name: string, content: Blob): Promise<void> {
  editor.postMessage({ type: 'save', name, bytes: await content.arrayBuffer() });
}

/**
 * Keeps the place in the page while the editor is hidden: hiding the editor ends the page. Call this before
 * the page reads its address.
 */
export function keepPlace(): void {
  const place = editor.getState()?.place;
  if (place !== undefined) history.replaceState(null, '', place);
  const keep = (): void => editor.setState({ place: location.hash });
  addEventListener('hashchange', keep);
  for (const method of ['pushState', 'replaceState'] as const) {
    const usual = history[method].bind(history);
    history[method] = (...args) => {
      usual(...args);
      keep();
    };
  }
}

/** Follows links to views of the page, because a webview would search for an element with the link's name. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href^="#"]');
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    location.hash = link.getAttribute('href') as string;
  });
}

/** Follows the editor's theme until the user chooses another theme. */
export function followTheme(): void {
  const { dataset } = document.documentElement;
  let ours: string | undefined;
  const follow = (): void => {
    if (dataset.theme !== undefined && dataset.theme !== ours) return;
    const { classList } = document.body;
    const isLight = classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light');
    ours = isLight ? 'light' : 'dark';
    if (dataset.theme !== ours) dataset.theme = ours;
  };
  new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  new MutationObserver(follow).observe(document.body, { attributeFilter: ['class'] });
  follow();
}
