/** ts-proto: full decode into objects. */
import { answerFor } from './driver.js';
import { fileBytes } from './file-bytes.js';
import { loadPeer } from './peer.js';

const { ProtoMDLMdl } = await loadPeer<{
  ProtoMDLMdl: { decode(bytes: Uint8Array): { networkGroups: unknown[] } };
}>();
let bytes: Uint8Array = new Uint8Array();

answerFor({
  load: (path) => {
    bytes = fileBytes(path);
  },
  run: () => ProtoMDLMdl.decode(bytes).networkGroups.length,
});
