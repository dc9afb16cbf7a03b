import { expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { hex, seq } from '../../scripts/corpus/notation.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { firstDifference } from '../../src/tools/text/compare-files.js';

/** A mux whose list of ratios is written in these bytes. */
function ratios(list: string): Uint8Array {
  const layer_mux = { mux_data: seq(hex(list)) };
  const contexts = [{ metadata: { edge_layers: [{ layer_mux }] } }];
  return encode(ProtoMDLMdlSchema, { network_groups: [{ contexts }] }).bytes;
}

it('names the element of a packed list that takes more bytes than it needs', () => {
  expect(firstDifference(ratios('22 04 01 02 83 00'), ratios('22 03 01 02 03'))).toMatchObject({
    kind: 'overlong-varint',
    message: expect.stringMatching(/^element 2 /) as string,
  });
});

it('takes no element for too long that has more bits than the list holds', () => {
  const [wide, cut] = [ratios('22 06 80 80 80 80 10 01'), ratios('22 02 00 01')];
  expect(firstDifference(wide, cut)?.kind).toBe('value');
});
