/** Reads to the end. @param readOn goes on until it has to wait */
export async function readAll(first: Promise<void>, readOn: () => Promise<void> | undefined): Promise<void> {
  for (let waiting: Promise<void> | undefined = first; waiting !== undefined; waiting = readOn())
    await waiting;
}
