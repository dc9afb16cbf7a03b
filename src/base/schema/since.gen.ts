// Generated from proto/mdl.proto by `npm run generate` (scripts/schema/generate.ts).

/** The first runtime release that had a value of an enum, for those that are not in the specification: by type and number. */
export const VALUES_SINCE: Readonly<Record<string, Readonly<Record<number, string>>>> = {
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
