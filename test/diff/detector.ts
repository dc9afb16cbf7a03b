/** A small, readable model with post-processing on the host: YOLOv8 on two outputs, softmax on a third. */
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { type ProtoMDLEdgeLayerSchema, ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

type Layer = MessageInitShape<typeof ProtoMDLEdgeLayerSchema>;

const NHCW = 1;
const [BOXES, CLASSES, LOGITS] = [101, 102, 103];

function layer(name: string, side: number, features: number, padIndex?: number): Layer {
  const size = {
    height: side,
    paddedHeight: side,
    width: side,
    paddedWidth: side,
    features,
    paddedFeatures: features,
  };
  return {
    direction: padIndex === undefined ? 0 : 1,
    edge: {
      case: 'layerInfo',
      value: {
        name,
        edgeLayerBase: { ...size, format: NHCW, dataBytes: 1, sysIndex: padIndex ?? 0, bufferIndices: [{}] },
        numericInfo: { qpScale: 0.5, qpZp: 3 },
      },
    },
    ...(padIndex === undefined ? {} : { padIndex }),
  };
}

/** The image has 64 x 64 pixels; one grid has 8 x 8 cells, at a stride of 8. */
export function detector(parts: { readonly hasSoftmax: boolean }): Uint8Array {
  const softmax = {
    name: 'soft',
    inputPads: [{ index: 3, name: 'in' }],
    outputPads: [{ index: 6, name: 'net/soft' }],
    op: { case: 'logitsOp' as const, value: { logitsType: 1 } },
  };
  const message = create(ProtoMDLMdlSchema, {
    header: { version: 5n, hwArch: 1 },
    extensions: [{ typeIndex: 13 }],
    networkGroups: [
      {
        networkGroupMetadata: { networkGroupName: 'net' },
        sortedOutputsOrder: ['net/nms', parts.hasSoftmax ? 'net/soft' : 'net/fc'],
        padEdges: [
          { src: BOXES, dst: 1 },
          { src: CLASSES, dst: 2 },
          ...(parts.hasSoftmax ? [{ src: LOGITS, dst: 3 }] : []),
        ],
        ops: [
          {
            name: 'core',
            op: {
              case: 'coreOp',
              value: {
                networkGroupMetadata: { networkGroupName: 'net' },
                contexts: [
                  {
                    metadata: {
                      edgeLayers: [
                        layer('net/in', 64, 3),
                        layer('net/boxes', 8, 64, BOXES),
                        layer('net/classes', 8, 80, CLASSES),
                        layer('net/fc', 1, 10, LOGITS),
                      ],
                    },
                  },
                ],
              },
            },
          },
          {
            name: 'nms',
            inputPads: [
              { index: 1, name: 'a' },
              { index: 2, name: 'b' },
            ],
            outputPads: [{ index: 5, name: 'net/nms' }],
            op: {
              case: 'nmsOp',
              value: {
                nmsScoreTh: 0.2,
                nmsIouTh: 0.7,
                maxProposalsPerClass: 100,
                classes: 80,
                nmsOp: {
                  case: 'yolov8NmsOp',
                  value: {
                    imageHeight: 64,
                    imageWidth: 64,
                    regressionLength: 16,
                    bboxDecoders: [{ stride: 8, regPadIndex: BOXES, clsPadIndex: CLASSES }],
                  },
                },
              },
            },
          },
          ...(parts.hasSoftmax ? [softmax] : []),
        ],
      },
    ],
  });
  return toBinary(ProtoMDLMdlSchema, message);
}
