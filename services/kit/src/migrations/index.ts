export { KIT_MIGRATIONS, MigrationError, migrate, pendingMigrations } from './migrate.js';
