import { type ServerResponse, STATUS_CODES } from 'node:http';

/** Answers with a status and its words, and nothing of the request. Breaks off where an answer has begun. */
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

/** Answers with a text that is in memory. Node itself leaves the text away where only the headers were asked for. */
export function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
