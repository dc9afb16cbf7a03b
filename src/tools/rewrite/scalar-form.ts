import { TYPE_BOOL, TYPE_ENUM, TYPE_INT32, TYPE_SINT32, TYPE_UINT32 } from '../../base/schema/table.js';

/** The halves of a varint's value, as a parser reads the value and an encoder writes it again. */
export class ScalarForm {
  lo = 0;
  hi = 0;
  /** True if no bits were changed after reading. */
  isWhole = true;

  get size(): number {
    let size = 1;
    let lo = this.lo >>> 0;
    let hi = this.hi >>> 0;
    for (; hi !== 0 || lo >= 0x80; size++) {
      lo = ((lo >>> 7) | (hi << 25)) >>> 0;
      hi >>>= 7;
    }
    return size;
  }

  /** Takes the 64 bits that were read for a field of this type: 32-bit types are cut, and signs extended. */
  take(type: number, lo: number, hi: number): void {
    this.#set(type, lo, hi);
    this.isWhole = this.lo === lo && this.hi === hi;
  }

  #set(type: number, lo: number, hi: number): void {
    switch (type) {
      case TYPE_BOOL:
        this.lo = lo !== 0 || hi !== 0 ? 1 : 0;
        this.hi = 0;
        return;
      case TYPE_UINT32:
      case TYPE_SINT32:
        this.lo = lo;
        this.hi = 0;
        return;
      case TYPE_INT32:
      case TYPE_ENUM:
        this.lo = lo;
        this.hi = lo >> 31;
        return;
      default:
        this.lo = lo;
        this.hi = hi;
    }
  }
}
