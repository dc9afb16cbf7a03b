import { fstatSync, type ReadStream, readFileSync, type Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import send from 'send';
import { refuse } from './answer.js';
import { isSame, type NamedFile } from './file-identity.js';

/** HTTP status by codes of file system errors that are not the server's fault. */
const STATUS: Readonly<Record<string, number>> = {
  EACCES: 403,
  EPERM: 403,
  ENOENT: 404,
  ENOTDIR: 404,
  ELOOP: 404,
};

/**
 * Sends a file, or its requested range. A response has a single version of the file, which the ETag names. If
 * the file is changed, replaced or truncated during the response, the response is aborted.
 * @param file file that the client may read; this function checks that the file was not replaced
 * @param type the media type
 */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: NamedFile,
  type: string,
): void {
  const allowed = file.allowed();
  if (!allowed) {
    refuse(response, allowed === null ? 403 : 404);
    return;
  }
  let found: Stats | undefined;
  response.setHeader('Content-Type', type);
  // The library expects a part of an address, and decodes this part.
  send(request, encodeURIComponent(file.path), { cacheControl: false, dotfiles: 'allow', index: false })
    .on('file', (_path: string, status: Stats) => {
      // Only regular files are sent: a FIFO would never end, and a device has no size.
      if (status.isFile() && isSame(status, allowed)) found = status;
      else refuse(response, 404);
    })
    .on('headers', (_response: ServerResponse, _path: string, status: Stats) => {
      if (!response.headersSent) response.setHeader('ETag', versionOf(status));
    })
    .on('stream', (stream: ReadStream) => {
      // The file may have been replaced between the check and the opening.
      stream.on('open', (fd: number) => {
        if (found === undefined || !isVersion(fd, found)) response.destroy();
      });
      // This listener runs before the pipe would end a truncated response as if the response were complete.
      stream.on('end', () => {
        if (stream.bytesRead < Number(response.getHeader('Content-Length'))) response.destroy();
      });
    })
    .on('directory', () => refuse(response, 404))
    .on('error', (error: NodeJS.ErrnoException & { status?: number; headers?: Record<string, string> }) => {
      if (response.writableEnded) return;
      const range = error.headers?.['Content-Range'];
      if (range !== undefined) response.setHeader('Content-Range', range);
      refuse(response, STATUS[error.code ?? ''] ?? error.status ?? 500);
    })
    .pipe(response);
}

/**
 * Like `sendFile`, but sends the content of a compressed file, for clients that do not accept Brotli, such as
 * programs, and browsers that accept Brotli only over TLS.
 */
export function sendUnpacked(response: ServerResponse, file: NamedFile, type: string): void {
  const allowed = file.allowed();
  if (!allowed) {
    refuse(response, allowed === null ? 403 : 404);
    return;
  }
  let bytes: Buffer;
  try {
    bytes = brotliDecompressSync(readFileSync(file.path));
  } catch (error) {
    refuse(response, STATUS[(error as NodeJS.ErrnoException).code ?? ''] ?? 500);
    return;
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** True if a client accepts Brotli: `br` or `*` is among the accepted encodings, and does not have `q=0`. */
export function takesBrotli({ headers }: IncomingMessage): boolean {
  const weights = new Map(
    String(headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((word) => word.trim()))
      .map(([name = '', weight = 'q=1']) => [name, Number(weight.replace(/^q=/, ''))] as const),
  );
  return (weights.get('br') ?? weights.get('*') ?? 0) > 0;
}

/**
 * Returns a text that identifies a version of a file. A replacement has another inode number, and a program
 * that resets the modification time of a file cannot reset the change time.
 */
function versionOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `"${[dev, ino, size, mtimeMs, ctimeMs].map((part) => part.toString(36)).join('-')}"`;
}

function isVersion(fd: number, status: Stats): boolean {
  try {
    return versionOf(fstatSync(fd)) === versionOf(status);
  } catch {
    return false;
  }
}
