import type { Catalogue } from '../../base/diagnostics/catalogue.js';
import { WIRE_CODES } from '../../read/scan/codes.js';

/** Codes about oneofs, anywhere in the message. */
const ONEOF = [
  'trigger-unset',
  'trigger-unknown-variant',
  'action-unset',
  'action-unknown-variant',
  'edge-unset',
  'edge-unknown-variant',
  'mux-predecessor-unset',
];

/** Fields that refer to another part of the file: an index, a stream, the length of a list. */
const REFERENCES = [
  'network-index-out-of-range',
  'network-index-ignored',
  'context-index-mismatch',
  'context-switch-info-context-index',
  'connected-context-index-range',
  'connected-sys-index-range',
  'connected-contexts-missing',
  'connected-contexts-inconsistent',
  'inter-context-source-missing',
  'inter-context-order',
  'inter-context-sink-missing',
  'ddr-connected-contexts-count',
  'ddr-context-mismatch',
  'ddr-pair-count',
  'ddr-pair-unmatched',
  'sys-index-duplicate',
  'sys-index-cross-direction',
  'cfg-channel-index-out-of-range',
  'allow-input-sys-index-unmatched',
  'trigger-shmifo-unmatched',
  'mux-predecessors-overrun',
  'mux-predecessors-ignored',
  'mux-empty',
];

/**
 * Returns the groups of codes by name; a group's name can be used like a code. The groups are: codes of the
 * wire format, of oneofs, and of references between fields; `core`, which combines these three groups; and
 * the groups in the catalogue.
 */
export function codeGroups(catalogue: Catalogue): ReadonlyMap<string, readonly string[]> {
  const wire = WIRE_CODES.map(({ code }) => code as string);
  const groups = new Map<string, string[]>([
    ['core', [...new Set([...wire, ...ONEOF, ...REFERENCES, 'no-network-groups'])]],
    ['wire', wire],
    ['oneof', ['oneof-multiple-members', ...ONEOF]],
    ['references', REFERENCES],
    ['frame', [...catalogue.keys()].filter((code) => code.startsWith('frame-'))],
  ]);
  for (const { code, group } of catalogue.values()) {
    if (group === undefined) continue;
    const members = groups.get(group) ?? [];
    if (!members.includes(code)) groups.set(group, [...members, code]);
  }
  return groups;
}
