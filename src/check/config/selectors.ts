import type { Catalogue } from '../../base/diagnostics/catalogue.js';
import { codeGroups } from './groups.js';
import { suggestion } from './nearest.js';
import { codePattern, isPattern } from './pattern.js';
import { configError } from './vocabulary.js';

/** Finds the codes that a user means: by name, by pattern, or by the name of a group. */
export class Selectors {
  readonly #groups: ReadonlyMap<string, readonly string[]>;

  constructor(readonly catalogue: Catalogue) {
    this.#groups = codeGroups(catalogue);
  }

  /** True if the selector is the name of one code, which takes precedence over patterns and groups. */
  isExact(selector: string): boolean {
    return this.catalogue.has(selector);
  }

  /**
   * Returns the selected codes, in the order of the catalogue.
   * @throws ProtomdlError (`config-invalid`) when no code matches; the message suggests the nearest code
   */
  codes(selector: string): readonly string[] {
    const { catalogue } = this;
    if (catalogue.has(selector)) return [selector];
    const group = this.#groups.get(selector);
    if (group !== undefined) return group;
    const all = [...catalogue.keys()];
    if (isPattern(selector)) {
      const matches = codePattern(selector);
      const codes = all.filter((code) => matches(code));
      if (codes.length > 0) return codes;
      throw configError(`no code matches ${selector} (protomdl explain lists them)`);
    }
    const hint = suggestion(selector, [...all, ...this.#groups.keys()]);
    throw configError(
      `no code or group of codes is called ${selector}${hint || ' (protomdl explain lists them)'}`,
    );
  }
}
