/** Reads a file whole into memory and looks at nothing: what any decoder that wants a buffer has to do first. */
import { readFileSync } from 'node:fs';
import { answerFor } from './driver.js';

let name = '';

answerFor({
  load: (path) => {
    name = path;
  },
  run: () => readFileSync(name).length,
});
