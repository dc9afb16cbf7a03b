import { InvalidArgumentError } from 'commander';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { parseSelector, type Selector } from '../read/select/selector.js';

/**
 * Parses an option whose value is a selector. This function has a separate file, because `validate` does not
 * load selectors.
 * @throws InvalidArgumentError, which becomes a usage error that names the option
 */
export function selector(text: string): Selector {
  try {
    return parseSelector(text);
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    throw new InvalidArgumentError(error.message);
  }
}
