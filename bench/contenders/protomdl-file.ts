import { answerFor } from './driver.js';
import { loadLibrary } from './library.js';
import { policyOf } from './rule-set.js';

const library = await loadLibrary();
const { openFile, validate } = library;
const options = { checksum: false, policy: policyOf(library) };
let name = '';

answerFor({
  load: (path) => {
    name = path;
  },
  run: async () => {
    const source = await openFile(name);
    const { counts } = await validate(source, options);
    await source.close();
    return counts.error + counts.warning + counts.info;
  },
});
