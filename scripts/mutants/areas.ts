/** Folder of code to test with faults. All areas get the same number of faults. */
export interface Area {
  readonly folder: string;
  /** Project whose Vitest runs the tests, named by its folder. */
  readonly project: '.' | 'services';
}

const OWN = ['base', 'read', 'check', 'show', 'tools', 'attack', 'cli', 'serve', 'page'];
/** The fleet has packages of its own, which the repository does not install. */
const SERVICES = ['kit', 'chat', 'fraud'];

export const AREAS: readonly Area[] = [
  ...OWN.map((name): Area => ({ folder: `src/${name}`, project: '.' })),
  ...SERVICES.map((name): Area => ({ folder: `services/${name}/src`, project: 'services' })),
];

/**
 * Files without places for faults: generated code, declarations, code that is compiled ahead of the tests, help for tests,
 * and components of the page, whose tests need its build and a browser.
 */
export const WITHOUT_FAULTS = [
  '**/*.gen.ts',
  '**/*.d.ts',
  '**/assembly/**',
  '**/testing/**',
  '**/*.svelte.ts',
];
