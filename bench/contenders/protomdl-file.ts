/** protomdl: opens a file, reads what it needs of it and validates it. */
import { answerFor } from './driver.js';
import { loadLibrary } from './library.js';

const { openFile, validate } = await loadLibrary();
let name = '';

answerFor({
  load: (path) => {
    name = path;
  },
  run: async () => {
    const source = await openFile(name);
    const { counts } = await validate(source, { checksum: false });
    await source.close();
    return counts.error + counts.warning + counts.info;
  },
});
