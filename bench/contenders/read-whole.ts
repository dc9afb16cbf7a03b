/** Reads a whole file into memory, without decoding: the first step of any decoder that needs a buffer. */
import { readFileSync } from 'node:fs';
import { answerFor } from './driver.js';

let name = '';

answerFor({
  load: (path) => {
    name = path;
  },
  run: () => readFileSync(name).length,
});
