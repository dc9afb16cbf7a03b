/** The migrations that the database has do not fit the migrations of the program. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
