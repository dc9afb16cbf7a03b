export type { BlobComparison, EqualBlobs } from './blob-hashes.js';
export { type Block, type BlockClass, blocksOf } from './block.js';
export {
  type ChangeTable,
  compareStats,
  type StatsChange,
  type StatsComparison,
} from './compare.js';
export type {
  BlobRow,
  ContextRow,
  FieldRow,
  FileStats,
  GroupRow,
  Share,
  SizeRow,
  StatsByteClass,
  TypeRow,
  WireFault,
  WordOwner,
  WordsRow,
} from './rows.js';
export { type StatsOptions, stats } from './stats.js';
