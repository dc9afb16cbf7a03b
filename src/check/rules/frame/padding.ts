import { type Frame, headerFieldOf, paddingSpan, printSize } from '../../../base/container/layout.js';
import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';

export const PADDING_RULES = codesOf('frame', {
  'frame-padding-exceeds-ccws': {
    ...refusedFrom('4.21.0'),
    summary: 'the padding is larger than the section that contains it',
    why: 'The configuration words begin after the padding, so their position is wrong.',
    runtime:
      'From 4.21, rejected when read from memory (HEF_FILE_CORRUPTED); read from a file, the subtraction ' +
      'wraps and the section of configuration words seems huge. Older releases do not know version 3.',
    wrong: 'ccws_size_with_padding: 100  padding_size: 1000',
    fix: 'ccws_size_with_padding: 1100  padding_size: 1000',
  },
  'frame-padding-nonzero': {
    severity: 'warning',
    stage: 'load',
    summary: 'the padding between message and configuration words is not all zero',
    why: 'Compilers write zeros in the padding: either a size is wrong, or data is hidden in the padding.',
    runtime: 'Not checked.',
  },
  'frame-zero-point-misaligned': {
    severity: 'warning',
    stage: 'configure',
    summary: 'the configuration words of a version 3 file do not begin at a multiple of 4096',
    why: 'The padding exists so that the words begin on a memory page.',
    runtime: 'From 4.21, zero-copy transfers map the file and assume this alignment.',
  },
  'frame-reserved-nonzero': {
    severity: 'info',
    stage: 'load',
    summary: 'a reserved header field is not 0',
    why: 'A later container may give the field a meaning, as version 3 did.',
    runtime: 'Ignored, except that 4.17 adds the reserved field of version 0 to the length.',
  },
});

/** Alignment of the configuration words in version 3, in bytes: a page. */
const ZERO_POINT_ALIGNMENT = 4096;

/**
 * Checks that the padding fits in its section. Returns true if it fits, so that the position of the
 * configuration words is meaningful.
 */
export function checkPaddingSize(frame: Frame, report: Report): boolean {
  if (frame.version !== 3) return true;
  const section = headerFieldOf(frame, 'ccws_size_with_padding');
  if (frame.paddingSize <= section.value) return true;
  const { offset, length } = headerFieldOf(frame, 'padding_size');
  report({
    code: 'frame-padding-exceeds-ccws',
    offset,
    length,
    path: '',
    message:
      `padding_size is ${printSize(frame.paddingSize)}, the section that contains it has ` +
      `${printSize(section.value)}`,
    related: [{ offset: section.offset, length: section.length, path: '', message: section.name }],
  });
  return false;
}

/**
 * Checks the end and the content of the padding of a version 3 frame; other versions have no padding.
 * @param nonzero absolute offset of the first padding byte that is not zero
 */
export function checkPadding(frame: Frame, nonzero: number | undefined, report: Report): void {
  if (frame.version !== 3) return;
  const { offset, length } = headerFieldOf(frame, 'padding_size');
  const excess = frame.zeroPoint % ZERO_POINT_ALIGNMENT;
  if (excess !== 0) {
    const missing = ZERO_POINT_ALIGNMENT - excess;
    report({
      code: 'frame-zero-point-misaligned',
      offset,
      length,
      path: '',
      message:
        `the configuration words begin at ${frame.zeroPoint} (0x${frame.zeroPoint.toString(16)}), ` +
        `${printSize(missing)} short of a multiple of ${ZERO_POINT_ALIGNMENT}`,
    });
  }
  if (nonzero !== undefined) reportNonzero(frame, nonzero, report);
}

/** Reports every reserved field that is not 0, in all versions. */
export function checkReserved(frame: Frame, report: Report): void {
  for (const { name, offset, length, value, hex } of frame.fields) {
    if ((name !== 'reserved' && name !== 'reserved_2') || value === 0) continue;
    report({
      code: 'frame-reserved-nonzero',
      offset,
      length,
      path: '',
      message: `the reserved field at ${offset} is ${value} (0x${hex}), not 0`,
    });
  }
}

function reportNonzero(frame: Frame, nonzero: number, report: Report): void {
  const padding = paddingSpan(frame);
  report({
    code: 'frame-padding-nonzero',
    offset: nonzero,
    length: 1,
    path: '',
    message: `byte ${nonzero - padding.offset} of the ${padding.length} bytes of padding is the first that is not 0`,
    related: [{ ...padding, path: '', message: 'the padding' }],
  });
}
