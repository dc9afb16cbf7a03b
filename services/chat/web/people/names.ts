/**
 * Compares names in alphabetical order, with numbers in them by their value. The comparison is much faster than
 * `localeCompare`.
 */
export const compareNames: (a: string, b: string) => number = new Intl.Collator('en', { numeric: true })
  .compare;
