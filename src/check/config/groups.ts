import type { Catalogue } from '../../base/diagnostics/catalogue.js';
import { WIRE_CODES } from '../../read/scan/codes.js';

/** Codes that are of one kind wherever in the message they are found. */
const ONEOF = [
  'trigger-unset',
  'trigger-unknown-variant',
  'action-unset',
  'action-unknown-variant',
  'edge-unset',
  'edge-unknown-variant',
  'mux-predecessor-unset',
];

/** Fields that name something elsewhere in the file: an index, a stream, a list's length. */
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
 * Names for several codes, which stand wherever a code does: those of the wire format, of oneofs and of
 * references between fields, the three together (`core`), and the groups that entries of the catalogue name.
 */
export function groupsOf(catalogue: Catalogue): ReadonlyMap<string, readonly string[]> {
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
