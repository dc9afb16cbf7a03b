/** protomdl: validation of a file that is in memory. */
import { answerFor } from './driver.js';
import { fileBytes } from './file-bytes.js';
import { loadLibrary } from './library.js';

const { memorySource, validate } = await loadLibrary();
let bytes: Uint8Array = new Uint8Array();

answerFor({
  load: (path) => {
    bytes = fileBytes(path);
  },
  run: async () => {
    const { counts } = await validate(memorySource(bytes), { checksum: false });
    return counts.error + counts.warning + counts.info;
  },
});
