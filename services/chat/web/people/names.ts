/**
 * Compares names in alphabetical order; numbers in names are compared by value. The comparison is much faster than
 * `localeCompare`.
 */
export const compareNames: (a: string, b: string) => number = new Intl.Collator('en', { numeric: true })
  .compare;
