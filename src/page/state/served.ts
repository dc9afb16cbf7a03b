import type { Openable } from '../engine/opened.js';

/** Files that `protomdl view` serves with the page, from its markup; empty on a static site. */
export function servedFiles(): readonly Openable[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="protomdl-files"]')?.content ?? '';
  if (content === '') return [];
  const listed = JSON.parse(content) as readonly { readonly name: string; readonly url: string }[];
  return listed.map(({ name, url }) => ({ name, from: { url: new URL(url, location.href).href } }));
}
