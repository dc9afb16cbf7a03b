/** The folder of the service's migrations. */
export const FRAUD_MIGRATIONS = new URL('../migrations/', import.meta.url);
