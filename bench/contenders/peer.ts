import { pathToFileURL } from 'node:url';

/** Returns the command line's argument: the file that the peer's own compiler made from the schema. */
export function peerFile(): string {
  const [, , file] = process.argv;
  if (file === undefined) throw new Error('usage: contender FILE');
  return file;
}

export async function loadPeer<T>(): Promise<T> {
  return (await import(pathToFileURL(peerFile()).href)) as T;
}
