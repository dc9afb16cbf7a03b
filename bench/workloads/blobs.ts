import {
  ccwHead,
  disableLcu,
  enableLcu,
  type Ids,
  lcuAddress,
  TRIGGER,
  trigger,
  waitForModule,
} from './actions.js';
import { writeModel } from './model.js';
import { Random } from './random.js';
import type { ModelGenerator, ModelSink } from './sink.js';

const CHANNELS = 2;
/** Number of consecutive writes; between such runs compilers wait for a module. */
const RUN = 16;

export interface BlobPlan {
  /** Approximate total size of the configuration writes. */
  readonly bytes: number;
  /**
   * Mean size of a write; sizes differ from the mean by up to a sixth. The mean is a multiple of 48, so that
   * all sizes are multiples of 8.
   */
  readonly blob: number;
  /**
   * Number of groups (default 1): a length prefix is limited to 2^31, so a larger model needs several groups.
   */
  readonly groups?: number;
}

/**
 * Returns a model that consists mostly of configuration writes: two thirds of the writes are at the start of
 * a group, one third is in the group's contexts. Occasionally an LCU is stopped and started, as in compilers'
 * files.
 */
export function blobModel({ bytes, blob, groups = 1 }: BlobPlan): ModelGenerator {
  const perPart = Math.max(1, Math.round(bytes / blob / groups / 3));
  return (sink) => {
    const writer = new BlobWriter(new Random(3), blob);
    writeModel(sink, {
      groups,
      contexts: 2,
      preliminary: (preliminary, ids) => {
        writer.operation(preliminary, ids, 1, TRIGGER.none, 2 * perPart);
      },
      operations: (context, ids, index) => {
        const count = Math.ceil((perPart - index) / 2);
        writer.operation(context, ids, 2, TRIGGER.lcu, count);
      },
    });
  };
}

/**
 * Returns the model of a small network with about 130 KB, in which a quarter of the actions are configuration
 * writes.
 */
export function smallModel(): ModelGenerator {
  return blobModel({ bytes: 128_000, blob: 3984 });
}

class BlobWriter {
  constructor(
    private readonly random: Random,
    private readonly blob: number,
  ) {}

  operation(sink: ModelSink, ids: Ids, field: number, waits: number, blobs: number): void {
    const { random } = this;
    sink.open(field);
    sink.write((writer) => {
      const [cluster, lcu] = [random.below(8), random.below(16)];
      if (waits === TRIGGER.lcu) trigger(writer, ids, waits, cluster, lcu);
      else trigger(writer, ids, waits);
    });
    for (let i = 0; i < blobs; i++) {
      if (i % RUN === 0) {
        const [cluster, lcu] = [random.below(8), random.below(16)];
        sink.write((writer) => {
          disableLcu(writer, ids, cluster, lcu);
          waitForModule(writer, ids, lcu);
          enableLcu(writer, ids, cluster, lcu, 0);
        });
      }
      this.#write(sink, ids, i % CHANNELS);
    }
    sink.close();
  }

  #write(sink: ModelSink, ids: Ids, channel: number): void {
    const { random, blob } = this;
    const sixth = blob / 6;
    const length = blob - sixth + 8 * random.below(sixth / 4);
    const address = lcuAddress(random.below(8), random.below(16));
    sink.open(2);
    sink.write((writer) => writer.scalar(1, ids.nextAction()));
    sink.open(3);
    sink.blob(1, ccwHead(length, address), length);
    sink.write((writer) => writer.scalar(2, channel));
    sink.close();
    sink.close();
  }
}
