import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Code } from '../../../base/diagnostics/code.gen.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import {
  CONNECTION_DDR,
  CONNECTION_INTERMEDIATE,
  DIRECTION_D2H,
  DIRECTION_H2D,
  type EdgeFacts,
} from '../facts/edge.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { type PairCoreOp, type PairRule, peerOf } from './peer.js';

/**
 * Checks that both sides of an edge between contexts, or through DDR, have the same size: all written bytes
 * must be read.
 */
export const transferSizeRules: PairRule = {
  codes: codesOf('context', {
    'inter-context-size-mismatch': {
      severity: 'warning',
      summary: 'an output for another context and its input that transfer different numbers of bytes',
      stage: 'inference',
      why: 'The reading context gets fewer bytes than it waits for, or bytes of an older frame.',
      runtime: 'Not checked: the buffer has the size of the output.',
    },
    'ddr-pair-mismatch': {
      ...refusedFrom('4.17.0'),
      summary: 'a DDR output and its input with different buffers or networks',
      why: 'The device reads rows of another size than it has written.',
      runtime: 'Rejected at load from 4.9 (INVALID_HEF); 4.8 creates two unrelated buffers.',
      wrong:
        '# out\nedge_layer_base { core_bytes_per_buffer: 1024 core_buffers_per_frame: 16 }\n' +
        '# back in\nedge_layer_base { core_bytes_per_buffer: 512 core_buffers_per_frame: 16 }',
      fix:
        '# out\nedge_layer_base { core_bytes_per_buffer: 1024 core_buffers_per_frame: 16 }\n' +
        '# back in\nedge_layer_base { core_bytes_per_buffer: 1024 core_buffers_per_frame: 16 }',
    },
  }),
  coreOp: (coreOp, _file, report) => {
    if (coreOp.contexts.length < coreOp.contextCount) return;
    checkInter(coreOp, report);
    checkDdr(coreOp, report);
  },
};

function checkInter(coreOp: PairCoreOp, report: Report): void {
  let written: Map<string, EdgeFacts> | undefined;
  for (const { position, edges } of coreOp.contexts) {
    for (const edge of edges) {
      if (edge.connection !== CONNECTION_INTERMEDIATE || edge.direction !== DIRECTION_D2H) continue;
      written ??= new Map();
      const stream = `${position}:${edge.sysIndex}`;
      if (!written.has(stream)) written.set(stream, edge);
    }
  }
  if (written === undefined) return;
  for (const { edges } of coreOp.contexts) {
    for (const edge of edges) {
      const { connection, direction, switchInfo } = edge;
      if (connection !== CONNECTION_INTERMEDIATE || direction !== DIRECTION_H2D) continue;
      if (switchInfo === undefined) continue;
      const peer = peerOf(switchInfo);
      const source = written.get(`${peer.context}:${peer.sys}`);
      if (source === undefined) continue;
      const [out, back] = [sizeOf(source), sizeOf(edge)];
      if (out === undefined || back === undefined || out.bytes === back.bytes) continue;
      const message = `${out.bytes} bytes are written, ${back.bytes} are read`;
      reportPair(source, edge, 'inter-context-size-mismatch', message, report);
    }
  }
}

function checkDdr({ contexts }: PairCoreOp, report: Report): void {
  for (const { edges } of contexts) {
    let inputs: Map<number | undefined, EdgeFacts> | undefined;
    for (const edge of edges) {
      if (edge.connection !== CONNECTION_DDR || edge.direction !== DIRECTION_H2D) continue;
      inputs ??= new Map();
      if (!inputs.has(edge.sysIndex)) inputs.set(edge.sysIndex, edge);
    }
    if (inputs === undefined) continue;
    for (const edge of edges) {
      if (edge.connection !== CONNECTION_DDR || edge.direction !== DIRECTION_D2H) continue;
      if (edge.switchInfo === undefined) continue;
      const input = inputs.get(peerOf(edge.switchInfo).sys);
      const message = input && difference(edge, input);
      if (message !== undefined) reportPair(edge, input as EdgeFacts, 'ddr-pair-mismatch', message, report);
    }
  }
}

function difference(output: EdgeFacts, input: EdgeFacts): string | undefined {
  const [out, back] = [sizeOf(output), sizeOf(input)];
  if (out === undefined || back === undefined) return undefined;
  if (out.row !== back.row) return `core_bytes_per_buffer is ${out.row} on the way out, ${back.row} back`;
  if (out.rows !== back.rows)
    return `core_buffers_per_frame is ${out.rows} on the way out, ${back.rows} back`;
  if (output.networkIndex === input.networkIndex) return undefined;
  return `network_index is ${output.networkIndex} on the way out, ${input.networkIndex} back`;
}

interface Size {
  readonly row: number;
  readonly rows: number;
  readonly bytes: bigint;
}

function sizeOf({ view }: EdgeFacts): Size | undefined {
  const base = (view.layerInfo ?? view.layerMux)?.edgeLayerBase;
  if (base === undefined) return undefined;
  const { coreBytesPerBuffer: row, coreBuffersPerFrame: rows } = base;
  return { row, rows, bytes: BigInt(row) * BigInt(rows) };
}

/** Reports a finding at the side of the edge that comes first in the file. */
function reportPair(one: EdgeFacts, two: EdgeFacts, code: Code, message: string, report: Report): void {
  const [first, other] = one.offset < two.offset ? [one, two] : [two, one];
  const related = relatedTo([other], 'the other side');
  report(findingAt(first, code, message, related));
}
