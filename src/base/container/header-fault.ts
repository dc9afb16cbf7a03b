import { hexOf } from '../wire/bytes.js';
import type { Detection, HeaderProblem } from './detect.js';
import { headerSizeOf, isContainerVersion, MAGIC } from './header.js';

export type HeaderCode = `frame-${HeaderProblem}`;

/** A problem with a header, with the message and the place for a report. */
interface HeaderFault {
  readonly code: HeaderCode;
  readonly message: string;
  readonly offset: number;
  readonly length: number;
}

/** Describes a header's problem for reports and errors. For a valid header, returns the wrong-magic fault. */
export function headerFault({ problem, version, prefix }: Detection): HeaderFault {
  const code: HeaderCode = `frame-${problem ?? 'bad-magic'}`;
  switch (problem) {
    case 'truncated-header': {
      // The prefix is the whole file, because the prefix of a longer file contains every header completely.
      const { length: size } = prefix;
      const needed =
        version !== null && isContainerVersion(version)
          ? `the header of version ${version} has ${headerSizeOf(version)}`
          : 'the shortest header has 28';
      const message = `the file ends after ${size} ${size === 1 ? 'byte' : 'bytes'}; ${needed}`;
      return { code, message, offset: size, length: 0 };
    }
    case 'version-unsupported': {
      const message = `container version ${version} (0x${version?.toString(16)}); known versions are 0, 1, 2 and 3`;
      return { code, message, offset: 4, length: 4 };
    }
    default: {
      const found = prefix.subarray(0, 4);
      const expected = MAGIC.toString(16).padStart(8, '0').match(/../g) as string[];
      const message = `the file begins with ${hexOf(found, ' ')}; a framed file begins with ${expected.join(' ')}`;
      return { code, message, offset: 0, length: found.length };
    }
  }
}
