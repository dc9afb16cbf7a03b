import { RELEASES } from '../../../base/diagnostics/catalogue.js';
import type { Finding } from '../../../base/diagnostics/diagnostic.js';
import { architectureName } from '../../../base/schema/architecture.js';
import { releasesBefore, valueSince } from '../../../base/schema/since.js';
import { isUnsure } from '../facts/file.js';
import { findingAt } from '../facts/finding.js';
import type { Rule } from '../rule.js';

/** The architectures of the specification, by what a device says to them. */
const CONFIGURABLE = [1, 2, 103, 104, 105];
const NOT_CONFIGURABLE = [0, 100, 101, 102];

/** Who the file is for. */
export const headerRules: Rule = {
  codes: [
    {
      code: 'header-missing',
      severity: 'warning',
      group: 'file',
      stage: 'load',
      summary: 'a model without a header',
      about: () => ({
        why: 'Architecture and format version are 0 then: no device takes it, and extensions count for nothing.',
        runtime:
          'Loads. Features are taken from included_features, and optional ones are off; configuring a device ' +
          'fails for the architecture.',
        wrong: 'network_groups { # …\n}',
        fix: 'header { hw_arch: PROTO__HW_ARCH__ACCEL8P version: 4 }\nnetwork_groups { # …\n}',
      }),
    },
    {
      code: 'hw-arch-unknown',
      severity: 'warning',
      group: 'file',
      stage: 'configure',
      summary: 'a hw_arch that the specification does not have',
      about: () => ({
        why: 'Only releases that know the architecture take the file.',
        runtime:
          'Loads in 4.8, which refuses to configure a device with it (INVALID_HEF). From 4.14 on, loading an ' +
          'architecture that the release does not know may fail already (INVALID_ARGUMENT; 4.20 does).',
        wrong: 'header { hw_arch: 77 }',
        fix: 'header { hw_arch: PROTO__HW_ARCH__ACCEL8P }',
      }),
    },
    {
      code: 'hw-arch-not-configurable',
      severity: 'info',
      group: 'file',
      stage: 'configure',
      summary: 'a hw_arch that no device configures',
      about: () => ({
        why: 'The value is also what a header has that does not say its architecture.',
        runtime:
          'Loads. Devices take 1 and 2 (ACCEL8 B0) or 103 to 105 (MERCURY and its family); 4.8 answers ' +
          'INVALID_HEF to others.',
        wrong: 'header { hw_arch: PROTO__HW_ARCH__ACCEL8 }',
        fix: 'header { hw_arch: PROTO__HW_ARCH__ACCEL8P }',
      }),
    },
  ],
  file: (file, report) => {
    const { header } = file;
    if (header === undefined) {
      if (!isUnsure(file)) {
        report(findingAt(file, 'header-missing', 'the model has no header'));
      }
      return;
    }
    const { value } = header.hwArch;
    // A header that could not be read may say something.
    if (CONFIGURABLE.includes(value) || (value === 0 && file.broken)) return;
    const { offset, length, path } = header.hwArch;
    if (NOT_CONFIGURABLE.includes(value)) {
      const message = `hw_arch is ${value}; devices take ${CONFIGURABLE.join(', ')}`;
      report({ code: 'hw-arch-not-configurable', offset, length, path, message });
    } else {
      const { message, releases } = laterArchitecture(value);
      report({ code: 'hw-arch-unknown', offset, length, path, message, releases });
    }
  },
};

const HW_ARCH = 'ProtoMDLHwArch';

type Introduction = Pick<Finding, 'message' | 'releases'>;

/** Of the architectures that the schema has: files of theirs come by the thousand. */
const introductions = new Map<number, Introduction>();

function laterArchitecture(value: number): Introduction {
  let known = introductions.get(value);
  if (known === undefined) {
    known = introductionOf(value);
    if (architectureName(value) !== null) introductions.set(value, known);
  }
  return known;
}

/** Later specifications name more architectures; only releases before them mind. Where none takes it, it is no note. */
function introductionOf(value: number): Introduction {
  const since = valueSince(HW_ARCH, value);
  if (since === undefined) return { message: `hw_arch is ${value}, which no specification has` };
  const message = `hw_arch is ${value} (${architectureName(value)}), which releases know from ${since} on`;
  const releases = releasesBefore(since);
  return releases.length === RELEASES.length ? { message } : { message, releases };
}
