/** A second, very plain reader of protobuf, for notes that are complete. */
export class RawMessage {
  readonly #records = new Map<number, (bigint | Uint8Array)[]>();

  constructor(bytes: Uint8Array) {
    let at = 0;
    const varint = (): bigint => {
      let value = 0n;
      for (let shift = 0n; ; shift += 7n) {
        const byte = bytes[at++] as number;
        value |= BigInt(byte & 127) << shift;
        if (byte < 128) return value;
      }
    };
    const taken = (length: number): Uint8Array => {
      at += length;
      return bytes.subarray(at - length, at);
    };
    while (at < bytes.length) {
      const tag = varint();
      const wireType = Number(tag & 7n);
      const value =
        wireType === 0 ? varint() : taken(wireType === 1 ? 8 : wireType === 5 ? 4 : Number(varint()));
      const number = Number(tag >> 3n);
      this.#records.set(number, [...(this.#records.get(number) ?? []), value]);
    }
    if (at !== bytes.length) throw new Error('the bytes end inside a record');
  }

  messages(number: number): RawMessage[] {
    return this.#all(number).map((value) => new RawMessage(value as Uint8Array));
  }

  message(number: number): RawMessage {
    return this.messages(number)[0] ?? new RawMessage(new Uint8Array());
  }

  numbers(number: number): number[] {
    return this.#all(number).map(Number);
  }

  number(number: number): number {
    return this.numbers(number)[0] ?? 0;
  }

  text(number: number): string {
    return new TextDecoder().decode(this.#all(number)[0] as Uint8Array);
  }

  double(number: number): number {
    const bytes = this.#all(number)[0] as Uint8Array;
    return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true);
  }

  #all(number: number): (bigint | Uint8Array)[] {
    return this.#records.get(number) ?? [];
  }
}
