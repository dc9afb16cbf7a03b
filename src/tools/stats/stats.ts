import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';
import { sectionsOf } from '../../base/container/layout.js';
import { hold } from '../../base/source/held.js';
import { type Source, unclosed } from '../../base/source/source.js';
import type { OutlineOptions } from '../../read/outline/open.js';
import { BlobHashes } from './blob-hashes.js';
import { blobRows, classRows, contextRow, fieldRows, kindRows, typeRows } from './digest.js';
import type { ContextRow, FileStats, GroupRow } from './rows.js';
import { tallyMessage } from './tally.js';

/** Blobs of files up to this size are compared by default, which takes less than 0.1 s. */
const COMPARED_SIZE = 32 * 1024 * 1024;

/** Options of the statistics. */
export interface StatsOptions extends Omit<OutlineOptions, 'schema'> {
  /** True to read blobs and find equal blobs. Default: in files of up to 32 MiB, not in streams. */
  readonly duplicates?: boolean | undefined;
  /** Computes the hashes of blobs (MD5). Default: WebAssembly. */
  readonly checksums?: ChecksumProvider;
}

/**
 * Measures where the bytes of a file are. Reads the file in one pass, and holds everything but large blobs.
 * Blobs are only read to compare them; for this purpose, a stream is held completely. Broken parts are
 * counted as `unreadable`, and listed in `problems`. The source is not closed.
 * @throws ProtomdlError `frame-…`, and the codes of the source
 */
export async function stats(source: Source, options: StatsOptions = {}): Promise<FileStats> {
  const { checksums = wasmChecksums } = options;
  const isSmall = source.size !== undefined && source.size <= COMPARED_SIZE;
  const hashes = (options.duplicates ?? isSmall) ? new BlobHashes(checksums) : undefined;
  const groups: GroupRow[] = [];
  let contexts: ContextRow[] = [];
  const {
    tally,
    frame,
    source: read,
  } = await tallyMessage(
    hashes !== undefined && !source.randomAccess ? await hold(unclosed(source)) : source,
    {
      ...options,
      ...(hashes === undefined ? {} : { hashes }),
      closed: (scope, bytes, outer) => {
        if (scope.kind !== 'group') {
          // Contexts of groups without a row have no row either.
          if (outer !== undefined) contexts.push(contextRow(scope, bytes));
        } else {
          const { path, name, offset } = scope;
          groups.push({ path, name, offset, bytes, contexts });
          contexts = [];
        }
      },
    },
  );
  const { size = 0 } = read;
  const { totals, messageBytes } = tally;
  const sections = frame === null ? [] : sectionsOf(frame, size);
  const words = sections.find(({ name }) => name === 'ccws');
  return {
    size,
    container: { framing: frame === null ? 'bare' : 'framed', version: frame?.version ?? null },
    sections:
      frame === null
        ? [{ name: 'message', bytes: size }]
        : sections.map(({ name, length }) => ({ name, bytes: length })),
    classes: classRows(totals),
    types: typeRows(totals, messageBytes),
    fields: fieldRows(totals),
    groupCount: tally.groups,
    contextCount: tally.contexts,
    groups,
    actions: kindRows(totals, 'action'),
    triggers: kindRows(totals, 'trigger'),
    blobs: blobRows(totals),
    words: words === undefined ? null : tally.words.claims.divide(words.offset, words.length),
    duplicates: hashes?.result() ?? null,
    problems: tally.faults,
    problemCount: tally.faultCount,
  };
}
