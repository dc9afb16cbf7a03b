import { fstatSync, type ReadStream, readFileSync, type Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import send from 'send';
import { refuse } from './answer.js';
import { isSame, type NamedFile } from './file-identity.js';

/** Codes of the file system that are no fault of ours, and what a client is answered. */
const STATUS: Readonly<Record<string, number>> = {
  EACCES: 403,
  EPERM: 403,
  ENOENT: 404,
  ENOTDIR: 404,
  ELOOP: 404,
};

/**
 * Answers with a file or the range of it that is asked for. An answer is either of one version of the file, which its
 * ETag names, or it breaks off: a file that is written to, replaced or cut meanwhile cannot pass for a whole one.
 * @param file that it may be asked for has been decided; that it is still the one that was named is seen here
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
  // What it is given is part of an address, which it decodes.
  send(request, encodeURIComponent(file.path), { cacheControl: false, dotfiles: 'allow', index: false })
    .on('file', (_path: string, status: Stats) => {
      // A FIFO in the file's place would never end; a device has no size.
      if (status.isFile() && isSame(status, allowed)) found = status;
      else refuse(response, 404);
    })
    .on('headers', (_response: ServerResponse, _path: string, status: Stats) => {
      if (!response.headersSent) response.setHeader('ETag', versionOf(status));
    })
    .on('stream', (stream: ReadStream) => {
      // Between looking and opening it, another file may have come in its place.
      stream.on('open', (fd: number) => {
        if (found === undefined || !isVersion(fd, found)) response.destroy();
      });
      // Comes before the pipe ends the answer as if it were whole, with a client that waits for the rest.
      stream.on('end', () => {
        if (stream.bytesRead < Number(response.getHeader('Content-Length'))) response.destroy();
      });
    })
    .on('directory', () => refuse(response, 404))
    .on('error', (error: NodeJS.ErrnoException & { status?: number; headers?: Record<string, string> }) => {
      if (response.writableEnded) return;
      const range = error.headers?.['Content-Range'];
      if (range !== undefined && !response.headersSent) response.setHeader('Content-Range', range);
      refuse(response, STATUS[error.code ?? ''] ?? error.status ?? 500);
    })
    .pipe(response);
}

/**
 * As `sendFile`, from a file that is compressed, to a client that takes none such: programs, and browsers that unpack
 * Brotli only where it came by TLS.
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

/** Whether a client says that it unpacks: `br` or `*` among its encodings, not with `q=0`. */
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
 * What distinguishes versions of a file: another file in its place has another number, and a program that sets back the time
 * of the last write does not set back that of the last change.
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
