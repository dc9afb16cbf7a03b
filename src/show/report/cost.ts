import type { ContextTransfers } from '../../read/model/streams/context-transfers.js';
import {
  type ContextCost,
  type CoreOpCost,
  type FileCost,
  type TrafficRate,
  trafficAt,
} from '../network/cost.js';
import { columnsOf } from './table.js';
import { bytesText, counted, grouped } from './text.js';

export const CONTEXT_COST_COLUMNS = columnsOf(
  'context | >configuration | written | >from host | >to host | >from contexts | ' +
    '>to contexts | >DDR | >cache | >layers | >cycles | slowest layer | >multipliers busy | >clusters',
);

export const TRAFFIC_COLUMNS = columnsOf(
  '>frames/s |  | >to the device | >from the device | >between contexts, DDR | >configuration | >all',
);

const MAX_CONTEXTS = 40;

/** Returns a row for each context, and, with several contexts, a row for all contexts. */
export function contextCostRows(coreOp: CoreOpCost): string[][] {
  const { contexts, frame } = coreOp;
  const rows = contexts.slice(0, MAX_CONTEXTS).map(contextRow);
  const more = contexts.length - rows.length;
  if (more > 0) rows.push([`… ${grouped(more)} more`, ...new Array<string>(13).fill('')]);
  if (contexts.length > 2) {
    const bytes = contexts.reduce((sum, { configurationBytes }) => sum + configurationBytes, 0);
    rows.push(['all', grouped(bytes), '', ...transferTexts(frame), '', '', '', '', '']);
  }
  return rows;
}

function contextRow(context: ContextCost): string[] {
  const { index, configurationBytes, loaded, transfers, layers, cycles, slowest, utilization, clusters } =
    context;
  return [
    contextLabel(context),
    grouped(configurationBytes),
    configurationBytes === 0 ? '' : loaded === 'once' ? 'once' : 'for each batch',
    ...transferTexts(index === null ? null : transfers),
    amount(layers),
    amount(cycles),
    slowest ?? '',
    utilization === null ? '' : `${(utilization * 100).toFixed(0)} %`,
    amount(clusters),
  ];
}

export function contextLabel({ index, name }: Pick<ContextCost, 'index' | 'name'>): string {
  if (index === null) return 'preliminary';
  return name === '' ? `context ${index}` : name;
}

function transferTexts(transfers: ContextTransfers | null): string[] {
  if (transfers === null) return ['', '', '', '', '', ''];
  const { fromHost, toHost, fromContexts, toContexts, ddr, cache } = transfers;
  return [fromHost, toHost, fromContexts, toContexts, ddr, cache].map((bytes) =>
    bytes === 0 ? '' : grouped(bytes),
  );
}

function amount(value: number | null): string {
  return value === null ? '' : grouped(value);
}

/**
 * Returns sentences about a core operation: how its configuration is loaded, the expected rate, the latency.
 */
export function costFacts(coreOp: CoreOpCost): [label: string, text: string][] {
  const { onceBytes, batchBytes, expectedFps, latencySeconds, contexts } = coreOp;
  const facts: [string, string][] = [
    [
      'loaded',
      batchBytes === 0
        ? `${bytesText(onceBytes)} once, when the network is activated`
        : `${bytesText(onceBytes)} once, when the network is activated; ${bytesText(batchBytes)} again for each batch of frames`,
    ],
  ];
  if (expectedFps !== null) {
    const isSeveral = contexts.filter(({ index }) => index !== null).length > 1;
    facts.push([
      'expected',
      `${expectedFps.toFixed(1)} frames/s: the compiler's estimate for the slowest layer${
        isSeveral ? '. Loading contexts takes time that is not in it: the rate is an upper bound' : ''
      }`,
    ]);
  }
  if (latencySeconds !== null) {
    const text = `${Number((latencySeconds * 1000).toPrecision(3))} ms for a frame, as the compiler simulated it`;
    facts.push(['latency', text]);
  }
  return facts;
}

/** Returns a row for each rate: the expected rate, and the requested rates. */
export function trafficRows(coreOp: CoreOpCost, asked: readonly number[]): string[][] {
  return ratesOf(coreOp, asked).map((rate) => {
    const { fps, fromHost, toHost, between, configuration } = rate;
    return [
      fps.toFixed(1),
      asked.includes(fps) ? '' : 'expected',
      ...[fromHost, toHost, between, configuration, fromHost + toHost + between + configuration].map(
        (bytes) => (bytes === 0 ? '' : `${megabytes(bytes)} MB/s`),
      ),
    ];
  });
}

function ratesOf(coreOp: CoreOpCost, asked: readonly number[]): TrafficRate[] {
  const { expectedFps } = coreOp;
  const rates = [...(expectedFps === null ? [] : [expectedFps]), ...asked];
  return [...new Set(rates)].flatMap((fps) => trafficAt(coreOp, fps) ?? []);
}

function megabytes(bytes: number): string {
  const value = bytes / 1e6;
  return value < 0.1 ? value.toPrecision(1) : value.toFixed(1);
}

/**
 * Returns the core operations with contexts. Core operations without contexts are for other releases of the
 * runtime.
 */
export function runningCoreOps({ coreOps }: FileCost): CoreOpCost[] {
  return coreOps.filter(({ contexts }) => contexts.some(({ index }) => index !== null));
}

export function partsText({ parts }: FileCost): string {
  const { header, message, configuration, rest } = parts;
  const texts = [
    `${grouped(configuration)} bytes of configuration`,
    `${grouped(message)} of the message beside them`,
  ];
  if (header > 0) texts.push(`${grouped(header)} of the header`);
  if (rest > 0) texts.push(`${grouped(rest)} of padding and the like`);
  return `${texts.join(' + ')} = ${bytesText(header + message + configuration + rest)}`;
}

/**
 * Returns a line about preliminary configurations that only other releases read; null without such
 * configurations.
 */
export function idleText(cost: FileCost): string | null {
  const idle = cost.coreOps.length - runningCoreOps(cost).length;
  return idle === 0
    ? null
    : `not shown: ${counted(idle, 'preliminary configuration')} that only other releases of the runtime read`;
}

/**
 * Returns the cost for `info --format json`, with the traffic of each core operation at the requested rates.
 */
export function costJson(cost: FileCost, asked: readonly number[]) {
  return {
    ...cost,
    coreOps: cost.coreOps.map((coreOp) => ({ ...coreOp, rates: ratesOf(coreOp, asked) })),
  };
}
