/** The folders whose tests are tried, and which tests have to notice a fault in them. */
export interface Area {
  readonly folder: string;
  readonly tests: readonly string[];
}

export const AREAS: readonly Area[] = [
  {
    folder: 'src/wire',
    tests: ['test/wire', 'test/naive', 'test/tree', 'test/tape'],
  },
  { folder: 'src/scan', tests: ['test/naive', 'test/scan', 'test/edge/edge.test.ts'] },
  { folder: 'src/container', tests: ['test/container', 'test/rules/frame', 'test/rewrite/convert.test.ts'] },
  { folder: 'src/rules', tests: ['test/rules'] },
  { folder: 'src/query', tests: ['test/query'] },
  { folder: 'src/text', tests: ['test/text'] },
];
