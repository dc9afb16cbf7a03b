/** protomdl: validation of a file that is in memory. */
import { answerFor } from './driver.js';
import { fileBytes } from './file-bytes.js';
import { loadLibrary } from './library.js';
import { policyOf } from './rule-set.js';

const library = await loadLibrary();
const { memorySource, validate } = library;
const options = { checksum: false, policy: policyOf(library) };
let bytes: Uint8Array = new Uint8Array();

answerFor({
  load: (path) => {
    bytes = fileBytes(path);
  },
  run: async () => {
    const { counts } = await validate(memorySource(bytes), options);
    return counts.error + counts.warning + counts.info;
  },
});
