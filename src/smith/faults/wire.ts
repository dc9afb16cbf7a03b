/** Faults of the wire format: any record of a known message can have them. */
import { MDL } from '../../schema/mdl.gen.js';
import { TYPE_STRING } from '../../schema/table.js';
import { pathOf, type RecordNode, walkTree } from '../../tree/index.js';
import type { Fault, Site } from './fault.js';
import { oneOf } from './places.js';

void MDL;

/** All records of a model that the schema knows. */
function records({ root }: Site, fits: (record: RecordNode) => boolean): RecordNode[] {
  return [...walkTree(root)].filter(fits);
}

const notUtf8: Fault = {
  code: 'string-not-utf8',
  apply: (site) => {
    const record = oneOf(
      site.random,
      records(site, ({ field }) => field?.type === TYPE_STRING),
    );
    if (record === undefined) return undefined;
    const bytes = record.bytes.slice();
    if (bytes.length === 0) return undefined;
    bytes[site.random.below(bytes.length)] = 0xff;
    record.setBytes(bytes);
    return [{ code: 'string-not-utf8', at: record, path: () => pathOf(record) }];
  },
};

export const WIRE_FAULTS: readonly Fault[] = [notUtf8];
