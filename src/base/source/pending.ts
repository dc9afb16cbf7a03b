/** Work that may have to wait: it yields each promise to wait for, and nothing while the source answers at once. */
export type Pending<T> = Generator<Promise<unknown>, T, void>;

/** Does the work, and waits where it has to. */
export async function settled<T>(work: Pending<T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await step.value;
  }
}
