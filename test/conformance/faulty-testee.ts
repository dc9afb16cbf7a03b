/** A testee with a bug, to check that the harness detects it: `faulty-testee.ts DESCRIPTORS TALLY BUG`. */
import { readFileSync } from 'node:fs';
import type { Answer, Result } from './answer.js';
import { type Spoil, serve } from './serve.js';
import { Schema } from './subjects.js';

const BUGS: Readonly<Record<string, (result: Result) => Result>> = {
  'wrong-value': (result) => {
    if (result.case !== 'protobufPayload' || result.value.length === 0) return result;
    const value = Uint8Array.from(result.value);
    value[value.length - 1]! ^= 1;
    return { case: 'protobufPayload', value };
  },
  'accepts-all': (result) =>
    result.case === 'parseError' ? { case: 'protobufPayload', value: new Uint8Array() } : result,
  'refuses-all': (result) =>
    result.case === 'protobufPayload' ? { case: 'parseError', value: 'no' } : result,
  'skips-all': () => ({ case: 'skipped', value: 'not today' }),
  crashes: () => process.exit(3),
  /** Blocks the process, even its signal handlers. */
  hangs: (result) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return result;
  },
};

const [descriptors = '', tally = '', name = ''] = process.argv.slice(2);
const bug = BUGS[name];
if (bug === undefined) throw new Error(`no bug ${name}`);
const spoil: Spoil = (answer: Answer) => ({ ...answer, result: bug(answer.result) });
await serve(new Schema(readFileSync(descriptors)), tally, spoil);
