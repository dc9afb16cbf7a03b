/** The database and the program's migrations do not fit together. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
