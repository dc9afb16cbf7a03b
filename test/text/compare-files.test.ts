import { expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { hex, seq } from '../../scripts/corpus/notation.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { firstDifference } from '../../src/tools/text/compare-files.js';
import { framedFile, patched, ramp } from '../container/frame-bytes.js';

/** Makes a mux whose list of ratios has these bytes. */
function ratios(list: string): Uint8Array {
  const layer_mux = { mux_data: seq(hex(list)) };
  const contexts = [{ metadata: { edge_layers: [{ layer_mux }] } }];
  return encode(ProtoMDLMdlSchema, { network_groups: [{ contexts }] }).bytes;
}

it('an overlong element of a packed list is named', () => {
  expect(firstDifference(ratios('22 04 01 02 83 00'), ratios('22 03 01 02 03'))).toMatchObject({
    kind: 'overlong-varint',
    message: expect.stringMatching(/^element 2 /) as string,
  });
});

it('an element whose bytes are all needed is not called overlong', () => {
  for (const element of ['80 01', 'ff 7f', '80 80 01', 'ff ff ff ff 0f']) {
    const length = String(element.split(' ').length + 1).padStart(2, '0');
    const [one, other] = [ratios(`22 ${length} ${element} 01`), ratios(`22 ${length} ${element} 02`)];
    expect([element, firstDifference(one, other)?.kind]).toEqual([element, 'value']);
  }
});

it('the first different byte of sections is named', async () => {
  const parts = { version: 2, message: Uint8Array.of(), ccws: ramp(40) } as const;
  const file = await framedFile(parts);
  for (const at of [0, 1, 17, 39]) {
    const other = await framedFile({ ...parts, ccws: patched(parts.ccws, at, 0xee) });
    expect(firstDifference(file, other)).toMatchObject({ kind: 'section', offset: 44 + at });
  }
  const shorter = await framedFile({ ...parts, ccws: ramp(30) });
  expect(firstDifference(file, shorter)).toMatchObject({ kind: 'section', offset: 44 + 30 });
});

it('an element with more bits than the type of the list has is not called overlong', () => {
  const [wide, cut] = [ratios('22 06 80 80 80 80 10 01'), ratios('22 02 00 01')];
  expect(firstDifference(wide, cut)?.kind).toBe('value');
});

it('a replaced member of a oneof is named', () => {
  // The action has members 3 and 4; text keeps the last one.
  const action = (members: string) => {
    const contexts = [{ operations: [{ actions: [seq(hex(members))] }] }];
    return encode(ProtoMDLMdlSchema, { network_groups: [{ contexts }] }).bytes;
  };
  expect(firstDifference(action('1a 02 10 01 22 00'), action('22 00'))).toMatchObject({
    kind: 'field-repeated',
  });
});
