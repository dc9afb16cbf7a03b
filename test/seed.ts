/** Every property of a run begins with the same seed, unless it has one of its own: `PROTOMDL_SEED` repeats a run. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROTOMDL_SEED) });
