import { printSize } from '../../../base/container/layout.js';
import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Code } from '../../../base/diagnostics/code.gen.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { type FactPlace, findingAt } from '../facts/fact-place.js';
import type { ContainerFacts, CountedFields, FileFacts, WordsFacts } from '../facts/file.js';
import { hasReferences, type References, unplaced } from '../facts/references.js';
import type { Rule } from '../rule.js';

/**
 * Checks the position of the configuration words: in version 0 inside the message, in other versions after
 * the message.
 */
export const wordsRules: Rule = {
  codes: codesOf('frame', {
    'frame-ccw-ptr-out-of-range': {
      severity: 'error',
      stage: 'configure',
      summary: 'a pointer to configuration words outside the file',
      why:
        'The device would receive words that the compiler did not write. If the file is cut off, one ' +
        'finding covers all pointers past its end.',
      runtime:
        'From 4.18, configuring fails when the words are read from a file (FILE_OPERATION_FAILURE). If the ' +
        'file is in memory, the words are copied without a check, so the author of the file chooses which ' +
        'memory is read.',
      wrong: '# of 4096 bytes of words\nwrite_data_ccw_ptr { offset: 4000 size: 200 }',
      fix: 'write_data_ccw_ptr { offset: 4000 size: 96 }',
    },
    'frame-ccw-kind-mismatch': {
      ...refusedFrom('4.18.0'),
      summary: 'configuration words in the wrong part of the file for the container version',
      why:
        'In version 0 the words are in the message (write_data_ccw). In other versions they are after the ' +
        'message, and actions point to them (write_data_ccw_ptr).',
      runtime: 'Rejected by {refusing} (INVALID_HEF).',
      wrong: '# container version 1\nwrite_data_ccw { data: "…" }',
      fix: '# container version 1\nwrite_data_ccw_ptr { size: 24 }',
    },
  }),
  file: (file, report) => {
    const { container, words } = file;
    if (container === undefined) return;
    if (container.version === 0) {
      const message = 'a pointer to configuration words, which version 0 has in the message';
      reportAll(words.beyond, 'frame-ccw-kind-mismatch', () => message, report);
      return;
    }
    checkPointers(container, words, report);
    checkEmbedded(file, report);
  },
};

function checkPointers(container: ContainerFacts, { beyond, furthest }: WordsFacts, report: Report): void {
  const { zeroPoint, ccwBytes, fileSize } = container;
  if (zeroPoint === undefined) return;
  const code = 'frame-ccw-ptr-out-of-range';
  reportAll(
    beyond,
    code,
    ({ end }) => `the words end at ${printSize(end)}, there are ${printSize(ccwBytes)} of them`,
    report,
  );
  if (furthest === undefined || fileSize === undefined || zeroPoint + furthest.end <= fileSize) return;
  const missing = zeroPoint + furthest.end - fileSize;
  const message = `this pointer reaches furthest past the end of the file: ${printSize(missing)} are missing`;
  report(findingAt(furthest, code, message));
}

/**
 * Checks writes with their words in the message. References to channels show that such writes exist; a second
 * scan finds the places of the writes.
 */
function checkEmbedded({ groups, words, container }: FileFacts, report: Report): void {
  const hasWrites = (references: References) => hasReferences(references, 'cfg-channel-index');
  const isThere = groups.some(({ coreOps, shells }) =>
    [...coreOps, ...shells].some(
      (coreOp) =>
        hasWrites(coreOp.references) || coreOp.contexts.some(({ references }) => hasWrites(references)),
    ),
  );
  if (!isThere) return;
  const code = 'frame-ccw-kind-mismatch';
  const message = `configuration words in the message; version ${container?.version} has them after the message`;
  if (words.embedded === undefined) report({ ...unplaced('cfg-channel-index'), code, message });
  else reportAll(words.embedded, code, () => message, report);
}

function reportAll<T extends FactPlace>(
  { count, first }: CountedFields<T>,
  code: Code,
  message: (place: T) => string,
  report: Report,
): void {
  const more = count - first.length;
  for (const [i, place] of first.entries()) {
    const finding = findingAt(place, code, () => message(place));
    report(i === 0 && more > 0 ? { ...finding, more } : finding);
  }
}
