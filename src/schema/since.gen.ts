// Generated from proto/mdl.proto by `npm run generate` (scripts/schema/generate.ts).

/** By type, then by number of the field or value. */
type Releases = Readonly<Record<string, Readonly<Record<number, string>>>>;

/** The first runtime release that had a field, for those that are not in the specification. */
export const FIELDS_SINCE: Releases = {
  ProtoMDLMdl: { 7: '4.21.0' },
  ProtoMDLExternalResource: { 1: '4.21.0', 2: '4.21.0', 3: '4.21.0', 4: '5.1.0' },
  ProtoMDLHeader: { 5: '5.0.0' },
  ProtoMDLSdkVersion: { 1: '5.0.0', 2: '5.0.0', 3: '5.0.0' },
  ProtoMDLNetworkGroup: { 7: '4.10.0', 8: '4.12.0', 9: '4.12.0', 10: '4.12.0', 11: '4.12.0' },
  ProtoMDLPartialNetworkGroup: { 1: '4.10.0', 2: '4.10.0' },
  ProtoMDLPhysicalLayout: { 1: '4.10.0' },
  ProtoMDLOp: { 1: '4.12.0', 2: '4.12.0', 3: '4.12.0', 4: '4.12.0', 5: '4.12.0', 6: '4.14.0' },
  ProtoMDLCoreOp: { 1: '4.12.0', 2: '4.12.0', 3: '4.12.0', 4: '4.12.0', 5: '4.12.0', 6: '4.12.0', 7: '4.12.0' },
  ProtoMDLPartialCoreOp: { 1: '4.12.0', 2: '4.12.0' },
  ProtoMDLPadEdge: { 1: '4.12.0', 2: '4.12.0' },
  ProtoMDLPad: { 1: '4.12.0', 2: '4.12.0', 3: '4.12.0', 4: '4.12.0', 5: '4.12.0', 6: '4.12.0', 7: '4.12.0', 8: '4.14.0' },
  ProtoMDLTensorShape: { 1: '4.12.0', 2: '4.12.0', 3: '4.12.0', 4: '4.12.0', 5: '4.12.0', 6: '4.12.0' },
  ProtoMDLNmsShape: { 1: '4.12.0', 2: '4.12.0', 3: '4.12.0', 4: '4.12.0' },
  ProtoMDLLogitsOp: { 1: '4.14.0' },
  ProtoMDLNmsOp: { 1: '4.12.0', 2: '4.12.0', 3: '4.12.0', 4: '4.12.0', 5: '4.12.0', 6: '4.12.0', 7: '4.12.0', 8: '4.13.0', 9: '4.13.0', 10: '4.13.0', 11: '4.15.0', 12: '4.16.0', 13: '4.17.0' },
  ProtoMDLYoloNmsOp: { 1: '4.12.0', 2: '4.12.0', 3: '4.12.0', 4: '4.12.0' },
  ProtoMDLYoloBboxDecoder: { 2: '4.12.0', 3: '4.12.0', 4: '4.12.0', 5: '4.12.0' },
  ProtoMDLYoloxNmsOp: { 1: '4.14.0', 2: '4.14.0', 3: '4.14.0' },
  ProtoMDLYoloxBboxDecoder: { 1: '4.14.0', 2: '4.14.0', 3: '4.14.0', 4: '4.14.0' },
  ProtoMDLSSDNmsOp: { 1: '4.13.0', 2: '4.13.0', 3: '4.13.0', 4: '4.13.0', 5: '4.13.0', 6: '4.13.0', 7: '4.13.0', 8: '4.13.0', 9: '4.13.0' },
  ProtoMDLSSDBboxDecoder: { 1: '4.13.0', 2: '4.13.0', 3: '4.13.0', 4: '4.13.0' },
  ProtoMDLYoloSegNmsOp: { 1: '4.15.0', 2: '4.15.0', 3: '4.15.0', 4: '4.15.0', 5: '4.15.0' },
  ProtoMDLYoloSegProtoInfo: { 1: '4.15.0', 2: '4.15.0', 3: '4.15.0' },
  ProtoMDLYolov8NmsOp: { 1: '4.16.0', 2: '4.16.0', 3: '4.16.0', 4: '4.16.0', 5: '4.16.0' },
  ProtoMDLYolov8BboxDecoder: { 1: '4.16.0', 2: '4.16.0', 3: '4.16.0' },
  ProtoMDLNetworkGroupMetadata: { 6: '4.10.0', 7: '4.10.0', 8: '5.2.0' },
  ProtoMDLCfgChannelConfig: { 1: '4.10.0', 2: '4.10.0' },
  ProtoMDLAction: { 12: '4.10.0', 13: '4.12.0', 14: '4.14.0', 15: '4.17.0', 16: '4.18.0', 17: '5.0.1', 18: '5.0.1' },
  ProtoMDLActionDebug: { 1: '4.19.0', 2: '4.19.0', 3: '4.19.0' },
  ProtoMDLActionDebugSleep: { 1: '4.10.0' },
  ProtoMDLActionEnableNMS: { 1: '4.12.0', 2: '4.12.0', 3: '4.14.0', 4: '4.14.0', 5: '4.15.0' },
  ProtoMDLActionWriteDataByType: { 1: '4.14.0', 2: '4.14.0', 3: '4.14.0', 4: '4.14.0', 5: '4.14.0', 6: '4.14.0' },
  ProtoMDLActionSwitchLcuBatch: { 1: '4.17.0', 2: '4.17.0', 6: '4.17.0' },
  ProtoMDLActionWriteDataCcwPtr: { 1: '4.18.0', 2: '4.18.0', 3: '4.18.0' },
  ProtoMDLActionAllowConfigChannel: { 1: '5.0.1' },
  ProtoMDLEdgeLayer: { 7: '4.12.0', 8: '4.15.0' },
  ProtoMdlEdge: { 3: '4.15.0' },
  ProtoMDLEdgeLayerPlanes: { 1: '4.15.0', 2: '4.15.0', 3: '4.15.0', 4: '4.15.0', 5: '4.15.0', 6: '4.15.0' },
  ProtoMDLContextSwitchInformation: { 9: '4.18.0' },
  ProtoMDLConnectedContextInfo: { 4: '4.10.0' },
  ProtoMDLEdgeLayerBase: { 16: '4.10.0' },
  ProtoMDLNmsInfo: { 8: '4.14.0', 9: '4.14.0' },
  ProtoMDLEdgeLayerNumericInfo: { 5: '4.14.0', 6: '4.14.0' },
};

/** The same for values of enums. */
export const VALUES_SINCE: Releases = {
  ProtoMDLExtensionType: { 13: '4.12.0', 14: '4.12.0', 15: '4.13.0', 16: '4.13.0', 17: '4.13.0', 18: '4.14.0', 19: '4.14.0', 20: '4.14.0', 21: '4.14.0', 22: '4.14.0', 23: '4.14.0', 24: '4.15.0', 25: '4.14.0', 26: '4.14.0', 27: '4.16.0', 28: '4.17.0', 29: '4.17.0', 30: '4.21.0', 31: '4.21.0', 32: '4.21.0', 33: '5.0.1', 34: '5.0.1', 35: '5.0.0' },
  ProtoMDLHwArch: { 3: '4.10.0', 4: '4.16.0', 5: '4.18.0', 6: '4.20.0', 106: '4.15.0', 108: '5.1.0' },
  ProtoMDLFormatOrder: { 0: '4.12.0', 1: '4.12.0', 2: '4.12.0', 3: '4.12.0', 4: '4.12.0', 5: '4.12.0', 6: '4.12.0', 7: '4.12.0', 8: '4.12.0', 9: '4.12.0', 10: '4.12.0', 11: '4.12.0', 12: '4.12.0', 13: '4.12.0', 14: '4.12.0', 15: '4.12.0', 16: '4.12.0', 65535: '4.12.0' },
  ProtoMDLFormatType: { 0: '4.14.0', 1: '4.14.0', 2: '4.14.0', 65535: '4.14.0' },
  ProtoMDLDataType: { 0: '4.12.0', 1: '4.12.0' },
  ProtoMDLLogitsType: { 0: '4.14.0', 1: '4.14.0' },
  ProtoMDLDebugType: { 0: '4.19.0', 1: '4.19.0' },
  ProtoMDLWriteDataType: { 0: '4.14.0', 1: '4.14.0' },
  ProtoMDLEdgeLayerType: { 2: '4.15.0' },
  ProtoMDLEdgeConnectionType: { 3: '4.18.0' },
  ProtoMDLEPlanesFormat: { 0: '4.15.0', 1: '4.15.0', 2: '4.15.0' },
  ProtoMDLNmsBurstType: { 0: '4.14.0', 1: '4.14.0', 2: '4.14.0', 3: '4.14.0' },
};

/** The same for messages without fields. */
export const MESSAGES_SINCE: Readonly<Record<string, string>> = {
  ProtoMDLIOUNmsOp: '4.13.0',
  ProtoMDLActionDebugHalt: '4.19.0',
  ProtoMDLActionDisableDataChannels: '5.0.1',
};
