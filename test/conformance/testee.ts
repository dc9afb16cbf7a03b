/** The program that the conformance runner tests: `testee.ts DESCRIPTORS TALLY`, see serve.ts. */
import { readFileSync } from 'node:fs';
import { serve } from './serve.js';
import { Schema } from './subjects.js';

const [descriptors, tally] = process.argv.slice(2);
if (descriptors === undefined || tally === undefined) throw new Error('usage: testee.ts DESCRIPTORS TALLY');
await serve(new Schema(readFileSync(descriptors)), tally);
