/** protomdl: opens a file and reads one field of every operation through the lazy model. */
import { answerFor } from './driver.js';
import { loadLibrary } from './library.js';

const { openFile, openModel } = await loadLibrary();
let name = '';

answerFor({
  load: (path) => {
    name = path;
  },
  run: async () => {
    const model = await openModel(await openFile(name));
    let operations = 0;
    let sum = 0;
    model.root.networkGroups.forEach((group) => {
      group.contexts.forEach((context) => {
        context.operations.forEach((operation) => {
          operations++;
          sum += operation.trigger?.uniqueId ?? 0;
        });
      });
    });
    await model.close();
    if (sum === 0) throw new Error('triggers have no identities');
    return operations;
  },
});
