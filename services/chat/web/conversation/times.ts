export class Times {
  readonly #clock: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #whole: Intl.DateTimeFormat;

  constructor(isTwentyFourHour: boolean) {
    const hourCycle = isTwentyFourHour ? 'h23' : 'h12';
    this.#clock = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', hourCycle });
    this.#day = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });
    this.#whole = new Intl.DateTimeFormat('en', {
      ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit', hourCycle },
    });
  }

  /** @param seconds UNIX time in seconds, as in the other methods */
  clock(seconds: number): string {
    return this.#clock.format(seconds * 1000);
  }

  whole(seconds: number): string {
    return this.#whole.format(seconds * 1000);
  }

  day(seconds: number, now = Date.now()): string {
    const date = new Date(seconds * 1000);
    const today = new Date(now);
    const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
    if (date.toDateString() === today.toDateString()) return 'Today';
    if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
    const year = date.getFullYear() === today.getFullYear() ? '' : ` ${date.getFullYear()}`;
    return `${this.#day.format(date)}${year}`;
  }

  /** Returns the clock time for a time of today, otherwise the date. */
  short(seconds: number): string {
    const day = this.day(seconds);
    return day === 'Today' ? this.clock(seconds) : day.replace(/^\w+day, /, '');
  }
}
