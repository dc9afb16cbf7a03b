import { printSize } from '../../../base/container/layout.js';
import { codesOf } from '../../../base/diagnostics/catalogue.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import type { ExternalResourceFacts } from '../facts/file.js';
import type { Rule } from '../rule.js';

/** Checks external resources: data after the message that the runtime requests by name. */
export const externalResourceRules: Rule = {
  codes: codesOf('frame', {
    'frame-external-resource-out-of-range': {
      severity: 'error',
      stage: 'configure',
      summary: 'an external resource outside the file',
      why:
        'The caller would get bytes that are not in the file. If the file is cut off, one finding covers ' +
        'all resources past its end.',
      runtime:
        'From 4.21, a caller that requests the resource gets a view of memory past the end of the file. ' +
        'The only check is an assertion, which release builds leave out.',
      wrong: '# 4096 bytes before the end of the file\nexternal_resources { offset: 4000 size: 200 }',
      fix: 'external_resources { offset: 4000 size: 96 }',
    },
  }),
  file: ({ externalResources, container }, report) => {
    if (container?.zeroPoint === undefined || container.fileSize === undefined) return;
    const { zeroPoint, fileSize, claimedSize } = container;
    const cut: ExternalResourceFacts[] = [];
    for (const resource of externalResources) {
      const end = zeroPoint + resource.start.value + resource.size.value;
      if (end <= fileSize) continue;
      if (end <= claimedSize) {
        cut.push(resource);
        continue;
      }
      report(
        findingAt(
          resource,
          'frame-external-resource-out-of-range',
          () => `it ends at ${printSize(end)} of the file, which has ${printSize(fileSize)}`,
        ),
      );
    }
    const [first, ...others] = cut;
    if (first === undefined) return;
    report(
      findingAt(
        first,
        'frame-external-resource-out-of-range',
        `${cut.length === 1 ? 'it lies' : `${cut.length} resources lie`} past the end of the file, which is cut`,
        () => relatedTo(others, 'also past the end'),
      ),
    );
  },
};
