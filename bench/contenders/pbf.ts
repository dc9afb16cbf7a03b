/** pbf, compiled: full decode into objects. */
import { PbfReader } from 'pbf';
import { answerFor } from './driver.js';
import { fileBytes } from './file-bytes.js';
import { loadPeer } from './peer.js';

const { readProtoMDLMdl } = await loadPeer<{
  readProtoMDLMdl(reader: PbfReader): { network_groups: unknown[] };
}>();
let bytes: Uint8Array = new Uint8Array();

answerFor({
  load: (path) => {
    bytes = fileBytes(path);
  },
  run: () => readProtoMDLMdl(new PbfReader(bytes)).network_groups.length,
});
