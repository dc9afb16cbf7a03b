export { type DisasmOptions, type DisasmSummary, disasm } from './disasm.js';
export type {
  ContextHead,
  CoreOpHead,
  DisasmListing as Listing,
  EdgeLayer,
  ListingProblem,
  OperationHead,
  TimelineEntry,
} from './listing.js';
export { Operands } from './operands.js';
