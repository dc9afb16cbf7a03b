import { type PolicyJson, policyOf } from '../../base/diagnostics/policy-json.js';
import type { Openable, ServedOptions } from '../engine/opened.js';

interface ServedFile {
  readonly name: string;
  readonly url: string;
  readonly options?: Omit<ServedOptions, 'policy'> & { readonly policy?: PolicyJson };
}

/** Files that a server has put into the page's markup; empty on a static site. */
export function servedFiles(): readonly Openable[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="protomdl-files"]')?.content ?? '';
  if (content === '') return [];
  return (JSON.parse(content) as readonly ServedFile[]).map(({ name, url, options }) => ({
    name,
    from: { url: new URL(url, location.href).href },
    ...(options === undefined ? {} : { options: optionsOf(options) }),
  }));
}

function optionsOf({ policy, ...options }: NonNullable<ServedFile['options']>): ServedOptions {
  return { ...options, ...(policy === undefined ? {} : { policy: policyOf(policy) }) };
}
