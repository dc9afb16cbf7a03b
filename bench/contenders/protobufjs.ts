/** protobufjs, which makes its decoder from the schema when it is loaded: full decode into objects. */
import protobuf from 'protobufjs';
import { answerFor } from './driver.js';
import { fileBytes } from './file-bytes.js';
import { peerFile } from './peer.js';

const type = (await protobuf.load(peerFile())).lookupType('ProtoMDLMdl');
let bytes: Uint8Array = new Uint8Array();

answerFor({
  load: (path) => {
    bytes = fileBytes(path);
  },
  run: () => (type.decode(bytes) as unknown as { networkGroups: unknown[] }).networkGroups.length,
});
