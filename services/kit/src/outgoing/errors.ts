/** The rules do not allow the address; no request was sent. */
export class OutgoingRefused extends Error {
  override readonly name = 'OutgoingRefused';
  readonly code: 'scheme' | 'credentials' | 'port' | 'address' | 'name';

  constructor(code: OutgoingRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The server did not send a valid response; another try may succeed. */
export class OutgoingFailed extends Error {
  override readonly name = 'OutgoingFailed';
  readonly code: 'timeout' | 'connection' | 'too_large';

  constructor(code: OutgoingFailed['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
