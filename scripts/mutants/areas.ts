/** The folders whose tests are tried, and which tests have to notice a fault in them. */
export interface Area {
  readonly folder: string;
  readonly tests: readonly string[];
}

export const AREAS: readonly Area[] = [
  {
    folder: 'src/base/wire',
    tests: ['test/wire', 'test/naive', 'test/tree', 'test/tape'],
  },
  { folder: 'src/read/scan', tests: ['test/naive', 'test/scan', 'test/edge/edge.test.ts'] },
  {
    folder: 'src/base/container',
    tests: ['test/container', 'test/rules/frame', 'test/rewrite/convert.test.ts'],
  },
  {
    folder: 'src/check/rules',
    tests: [
      'test/rules',
      'test/corpus',
      'test/runtime/groups.test.ts',
      'test/runtime/boundary-layers.test.ts',
    ],
  },
  { folder: 'src/tools/query', tests: ['test/query'] },
  { folder: 'src/tools/text', tests: ['test/text'] },
];
