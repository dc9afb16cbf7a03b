export { type DisasmOptions, type DisasmSummary, disasm } from './disasm.js';
export type {
  ContextHead,
  CoreOpHead,
  EdgeLayer,
  Listing,
  ListingProblem,
  OperationHead,
  TimelineEntry,
} from './listing.js';
export { ACTION_MNEMONICS, type Mnemonic, type OperandSpec, TRIGGER_MNEMONICS } from './mnemonics.js';
export { entriesNamed, entryNamed, Operands } from './operands.js';
