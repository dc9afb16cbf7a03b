import { Uri, type Webview } from 'vscode';
import { SHOWN_MODEL, type ShownModel } from './messages.js';

/**
 * Number of documents made until now. Each document contains its number, because a webview reloads only if
 * its text has changed.
 */
let pages = 0;

/** Document for a webview that shows a model. @param folder folder of the page's script and style */
export function pageFor(model: ShownModel, { cspSource, asWebviewUri }: Webview, folder: Uri): string {
  const address = (name: string): string => attribute(String(asWebviewUri(Uri.joinPath(folder, name))));
  const policy = [
    "default-src 'none'",
    `script-src ${cspSource} 'wasm-unsafe-eval'`,
    `style-src ${cspSource}`,
    'img-src data: blob:',
    // A webview can start workers from blobs only.
    'worker-src blob:',
  ].join('; ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
    <meta name="color-scheme" content="light dark">
    <meta name="protomdl-files" content="">
    <meta name="${SHOWN_MODEL}" content="${attribute(JSON.stringify(model))}">
    <title>protomdl</title>
    <link rel="stylesheet" href="${address('page.css')}">
    <script type="module" src="${address('page.js')}"></script>
  </head>
  <body data-page="${++pages}"><div id="app"></div></body>
</html>
`;
}

/** Document with the reason why a model cannot be shown. */
export function pageWithError(reason: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'">
    <title>protomdl</title>
  </head>
  <body data-page="${++pages}"><p role="alert">${attribute(reason)}</p></body>
</html>
`;
}

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
