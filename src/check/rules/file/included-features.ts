import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { hasExtension, IS_MULTI_CONTEXTS, isVersioned, PADDED_DDR_BUFFERS } from '../facts/features.js';
import { type FileFacts, type IncludedFeatures, isUnsure } from '../facts/file.js';
import type { Rule } from '../rule.js';

type Flag = Exclude<keyof IncludedFeatures, 'offset' | 'length' | 'path'>;

/** Flags of `included_features`, and the equivalent extensions. */
const FLAGS: readonly { readonly flag: Flag; readonly name: string; readonly extension: number }[] = [
  { flag: 'abbale', name: 'abbale', extension: 0 },
  { flag: 'postedWrites', name: 'posted_writes', extension: 1 },
  { flag: 'ddr', name: 'ddr', extension: 2 },
  { flag: 'paddedDdrBuffers', name: 'padded_ddr_buffers', extension: PADDED_DDR_BUFFERS },
  { flag: 'numberOfContexts', name: 'number_of_contexts', extension: IS_MULTI_CONTEXTS },
  { flag: 'compressedParams', name: 'compressed_params', extension: 5 },
  { flag: 'transposeComponent', name: 'transpose_component', extension: 6 },
];

/**
 * Compares flags with the extensions that repeat the flags, and the declared number of contexts with the
 * actual number.
 */
export const includedFeatureRules: Rule = {
  codes: codesOf('file', {
    'included-features-mismatch': {
      severity: 'info',
      stage: 'load',
      summary: 'a flag in included_features that contradicts the extensions',
      why: 'Tools that read the flags see a different model from tools that read the extensions.',
      runtime: 'Flags are ignored unless header.version is 0.',
      wrong: 'included_features { ddr: true }\nextensions { type_index: 3 }',
      fix: 'included_features { ddr: true }\nextensions { type_index: 2 }\nextensions { type_index: 3 }',
    },
    'included-number-of-contexts': {
      severity: 'info',
      stage: 'load',
      summary: 'included_features.number_of_contexts is not the number of contexts',
      why: 'Later compilers write 1 for any number, and later schemas make the field a flag.',
      runtime: 'Releases only check that the number is not 0.',
      wrong: 'included_features { number_of_contexts: 5 }  # of 2',
      fix: 'included_features { number_of_contexts: 2 }',
    },
    'multi-context-extension': {
      severity: 'info',
      stage: 'load',
      summary:
        'several contexts without the extension for several contexts, or the extension without several ' +
        'contexts',
      why: 'The extension declares that a file has several contexts.',
      runtime: 'Not checked.',
      wrong: 'network_groups { contexts { # …\n} contexts { # …\n} }',
      fix: 'network_groups { contexts { # …\n} contexts { # …\n} }\nextensions { type_index: 4 }',
    },
  }),
  file: (file, report) => {
    if (isUnsure(file) || file.hasMoreEntries) return;
    if (isVersioned(file)) checkFlags(file, report);
    checkContexts(file, report);
  },
};

function checkFlags(file: FileFacts, report: Report): void {
  for (const { flag, name, extension } of FLAGS) {
    const said = file.includedFeatures?.[flag];
    const value = said?.value ?? 0;
    const isThere = hasExtension(file, extension);
    if ((value !== 0) === isThere) continue;
    report(
      findingAt(
        said ?? file,
        'included-features-mismatch',
        `${name} is ${value}, extension ${extension} is ${isThere ? '' : 'not '}there`,
        undefined,
        undefined,
        [name],
      ),
    );
  }
}

function checkContexts(file: FileFacts, report: Report): void {
  const { groups } = file;
  if (file.groupCount > groups.length) return;
  let most = 0;
  let several: CoreOpFacts | undefined;
  for (const { coreOps, coreOpCount } of groups) {
    if (coreOpCount > coreOps.length) return;
    for (const coreOp of coreOps) {
      most = Math.max(most, coreOp.contextCount);
      if (coreOp.contextCount > 1) several ??= coreOp;
    }
  }
  const said = file.includedFeatures?.numberOfContexts;
  // For a single context, the count is written as 1 or 0.
  if (said !== undefined && said.value !== most && !(said.value === 0 && most <= 1)) {
    const message = `number_of_contexts is ${said.value}, there ${most === 1 ? 'is' : 'are'} ${most}`;
    const { offset, length, path } = said;
    report({ code: 'included-number-of-contexts', offset, length, path, message });
  }
  checkExtension(file, several, report);
}

function checkExtension(file: FileFacts, several: CoreOpFacts | undefined, report: Report): void {
  const code = 'multi-context-extension';
  const entry = file.extensions.find(({ typeIndex }) => typeIndex === IS_MULTI_CONTEXTS);
  if (entry !== undefined && several === undefined) {
    report(findingAt(entry, code, 'no group has more than one context'));
  }
  // In files without a header version, a flag has the role of the extension.
  if (entry !== undefined || several === undefined || !isVersioned(file)) return;
  report(
    findingAt(
      file,
      code,
      `extension ${IS_MULTI_CONTEXTS} is missing: a group has ${several.contextCount} contexts`,
      relatedTo([several], 'has several contexts'),
    ),
  );
}
