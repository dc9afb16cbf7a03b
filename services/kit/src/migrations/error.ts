/** The migrations of the database and of the program are not compatible. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
