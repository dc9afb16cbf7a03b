/**
 * Every property of a run starts from the same seed, unless the property has its own: `PROTOMDL_SEED` repeats
 * a run.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROTOMDL_SEED) });
