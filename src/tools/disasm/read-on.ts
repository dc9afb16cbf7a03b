/** Reads to the end. @param readOn continues until the next wait */
export async function readAll(first: Promise<void>, readOn: () => Promise<void> | undefined): Promise<void> {
  for (let waiting: Promise<void> | undefined = first; waiting !== undefined; waiting = readOn())
    await waiting;
}
