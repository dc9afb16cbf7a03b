/** What `judge` needs: the weights of e-mail and SMS, checked as they were read. */
export interface Models {
  /** Stands in answers as the version of the model. */
  readonly version: string;
}

export async function loadModels(): Promise<Models> {
  return { version: 'rules-1' };
}
