import { fromBinary } from '@bufbuild/protobuf';
import { afterAll, describe, expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { findingDifferences } from '../../scripts/corpus/expectation.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { openModel } from '../../src/read/model/open.js';
import { openLibprotobuf } from '../native/accept.js';
import { EDGE_CASES } from './all-cases.js';
import { DEVIATIONS, detect, VALUE_DEVIATIONS } from './deviations.js';
import { esAccepts, wireFindings } from './readers.js';
import { MARKED_STRINGS } from './values.js';

const libprotobuf = await openLibprotobuf();
afterAll(() => libprotobuf?.close());

const all = Object.values(EDGE_CASES).flat();

for (const [family, cases] of Object.entries(EDGE_CASES)) {
  describe(family, () => {
    for (const edge of cases) {
      describe(edge.name, () => {
        it.skipIf(libprotobuf === undefined)(
          `libprotobuf ${edge.accepted ? 'accepts' : 'rejects'} it`,
          async () => {
            expect(await libprotobuf?.accepts(edge.bytes)).toBe(edge.accepted);
          },
        );

        it(`protobuf-es ${edge.deviation === undefined ? 'agrees' : `does not: it ${DEVIATIONS[edge.deviation]}`}`, () => {
          expect(esAccepts(edge.bytes)).toBe(edge.deviation === undefined ? edge.accepted : !edge.accepted);
        });

        const { deviation } = edge;
        if (deviation !== undefined) {
          it('is recognised by the detector of deviations', () => {
            expect([...detect(edge.bytes, ProtoMDLMdlSchema).deviations]).toContain(deviation);
          });
        }

        it('has the expected findings', async () => {
          expect(findingDifferences(edge.places, edge.expected, await wireFindings(edge.bytes))).toEqual([]);
        });
      });
    }
  });
}

describe('strings with byte order marks', () => {
  it.each(MARKED_STRINGS)(`protobuf-es ${VALUE_DEVIATIONS['byte order marks']}: %j`, async (text, read) => {
    const { bytes } = encode(ProtoMDLMdlSchema, { header: { sdk_version: text } });
    expect(fromBinary(ProtoMDLMdlSchema, bytes).header?.sdkVersion).toBe(read);
    const model = await openModel(memorySource(bytes));
    expect(model.root.header?.sdkVersion).toBe(text);
    await model.close();
  });
});

describe('the edge files', () => {
  it('include an error exactly if libprotobuf rejects the bytes', () => {
    for (const edge of all) {
      expect(
        edge.expected.some(({ severity }) => severity === 'error'),
        edge.name,
      ).toBe(!edge.accepted);
    }
  });

  it('show every deviation of protobuf-es', () => {
    const shown = new Set(
      all.map(({ deviation }) => deviation).filter((deviation) => deviation !== undefined),
    );
    expect([...shown].sort()).toEqual(Object.keys(DEVIATIONS).sort());
  });

  it('were measured with the installed version of protobuf-es', () => {
    expect(() => fromBinary(ProtoMDLMdlSchema, new Uint8Array([0]))).toThrow('illegal tag');
  });
});
