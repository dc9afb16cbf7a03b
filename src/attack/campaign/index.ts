/** Campaigns against loaders; requires Node, because it runs programs and stores files. */
export type { SeedEnding } from './campaign.js';
export {
  type CodeRanges,
  type CrashSite,
  DEFAULT_CRASH_CODES,
  type Ending,
  type EndingKind,
  type EndingRules,
  readCodeRanges,
} from './ending.js';
export type { FindingDetails, FindingWriter } from './finding-files.js';
export type { EndingSummary, Group, GroupFile, ReducedFile } from './group.js';
export { smithSeeds, structureMutagen, structureReducer } from './model-parts.js';
export type { FindingKind } from './oracle.js';
export type {
  CampaignMutant as Mutant,
  CampaignMutantOptions as MutantOptions,
  CampaignSeed as Seed,
  Mutagen,
  Mutation,
  Reducer,
  ReducerOptions,
} from './parts.js';
export {
  type CampaignEnd,
  type CampaignProgress,
  type CampaignReport,
  type CampaignRequest,
  runCampaign,
} from './run-campaign.js';
export type { SanitizerReport } from './sanitizer.js';
export type { EndingCounts } from './state.js';
export type { StoredFiles } from './store.js';
export { PLACEHOLDER } from './target.js';
