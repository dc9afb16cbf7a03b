export type { BlobComparison, EqualBlobs } from './blob-hashes.js';
export { type Block, type BlockClass, blocksOf } from './block.js';
export { type Change, type ChangeTable, compareStats, type StatsComparison } from './compare.js';
export type {
  BlobRow,
  ByteClass,
  ContextRow,
  FieldRow,
  FileStats,
  GroupRow,
  Share,
  SizeRow,
  TypeRow,
  WireFault,
  WordOwner,
  WordsRow,
} from './rows.js';
export { type StatsOptions, stats } from './stats.js';
