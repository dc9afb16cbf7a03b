import { pathToFileURL } from 'node:url';

/** What the peer's own compiler made of the schema: named on the command line. */
export function peerFile(): string {
  const [, , file] = process.argv;
  if (file === undefined) throw new Error('usage: contender FILE');
  return file;
}

export async function loadPeer<T>(): Promise<T> {
  return (await import(pathToFileURL(peerFile()).href)) as T;
}
