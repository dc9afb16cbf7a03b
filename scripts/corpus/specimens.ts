/** Every corpus file, in the order in which it is listed. */

import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { encode } from './encode.js';
import { INVALID_ACTIONS } from './invalid-actions.js';
import { INVALID_DDR, INVALID_INTER_CONTEXT } from './invalid-connections.js';
import { INVALID_CONTEXTS } from './invalid-contexts.js';
import { INVALID_EDGE_KINDS, INVALID_EDGE_LAYERS } from './invalid-edges.js';
import {
  INVALID_EXTENSIONS,
  INVALID_FEATURES,
  INVALID_GROUP_LISTS,
  INVALID_HEADERS,
} from './invalid-file.js';
import { invalidFrames } from './invalid-frames.js';
import { INVALID_WORDS } from './invalid-frames-words.js';
import { INVALID_GRAPHS } from './invalid-graphs.js';
import {
  INVALID_CONTEXT_COUNTS,
  INVALID_GROUP_METADATA,
  INVALID_NETWORKS,
  INVALID_OUTPUT_LISTS,
  INVALID_STREAM_COUNTS,
  INVALID_STREAM_NAMES,
} from './invalid-groups.js';
import { INVALID_LATER } from './invalid-later.js';
import { INVALID_MUX_ROWS, INVALID_MUX_TREES } from './invalid-muxes.js';
import { INVALID_FUSED, INVALID_NMS } from './invalid-nms.js';
import { INVALID_ONEOFS } from './invalid-oneofs.js';
import { INVALID_OPERATIONS } from './invalid-operations.js';
import { INVALID_CHANNELS_AND_STREAMS, INVALID_NETWORK_INDICES } from './invalid-references.js';
import { INVALID_MUXES, INVALID_STRUCTURE } from './invalid-structure.js';
import { INVALID_WIRE } from './invalid-wire.js';
import { type Specimen, specimen } from './specimen.js';
import { VALID_ENCODINGS } from './valid-encodings.js';
import { VALID_FEATURES } from './valid-features.js';
import { VALID_FILES, withoutWrites } from './valid-files.js';
import { VALID_NETWORKS } from './valid-networks.js';

export async function allSpecimens(): Promise<readonly Specimen[]> {
  const valid = [...VALID_NETWORKS, ...VALID_FEATURES, ...VALID_ENCODINGS, ...VALID_FILES];
  const messageSize = encode(ProtoMDLMdlSchema, withoutWrites()).bytes.length;
  const invalid = [
    ...INVALID_WIRE,
    ...invalidFrames(messageSize),
    ...INVALID_ONEOFS,
    ...INVALID_WORDS,
    ...INVALID_STRUCTURE,
    ...INVALID_HEADERS,
    ...INVALID_EXTENSIONS,
    ...INVALID_FEATURES,
    ...INVALID_GROUP_LISTS,
    ...INVALID_GROUP_METADATA,
    ...INVALID_CONTEXT_COUNTS,
    ...INVALID_NETWORKS,
    ...INVALID_OUTPUT_LISTS,
    ...INVALID_STREAM_NAMES,
    ...INVALID_STREAM_COUNTS,
    ...INVALID_GRAPHS,
    ...INVALID_NETWORK_INDICES,
    ...INVALID_CHANNELS_AND_STREAMS,
    ...INVALID_INTER_CONTEXT,
    ...INVALID_DDR,
    ...INVALID_CONTEXTS,
    ...INVALID_OPERATIONS,
    ...INVALID_ACTIONS,
    ...INVALID_MUXES,
    ...INVALID_EDGE_KINDS,
    ...INVALID_EDGE_LAYERS,
    ...INVALID_NMS,
    ...INVALID_FUSED,
    ...INVALID_MUX_TREES,
    ...INVALID_MUX_ROWS,
    ...INVALID_LATER,
  ];
  const specimens: Specimen[] = [];
  for (const plan of valid) specimens.push(await specimen('valid', plan));
  for (const plan of invalid) specimens.push(await specimen('invalid', plan));
  const names = new Set(specimens.map(({ folder, name }) => `${folder}/${name}`));
  if (names.size !== specimens.length) throw new Error('two specimens have one name');
  return specimens;
}
