import { type ServerResponse, STATUS_CODES } from 'node:http';

/**
 * Responds with a status and its text, without any part of the request. Aborts the response if it has already
 * begun.
 */
export function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of ['Content-Encoding', 'Content-Range', 'ETag', 'Last-Modified', 'Accept-Ranges']) {
    if (name !== 'Content-Range' || status !== 416) response.removeHeader(name);
  }
  sendText(response, status, 'text/plain; charset=utf-8', `${STATUS_CODES[status] ?? status}\n`);
}

/** Responds with a text in memory. Node itself omits the text if only the headers were requested. */
export function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
