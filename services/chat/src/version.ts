/** The Zulip release whose API this service offers. Clients read the number at its start. */
export const SERVER_VERSION = '11.0';
/** The API's feature level, by which clients choose their behaviour. */
export const FEATURE_LEVEL = 416;
export const MERGE_BASE = SERVER_VERSION;

/**
 * Fields that the responses of `GET /server_settings` and `POST /register` have in common, under the names that
 * clients read.
 */
export const VERSION_FIELDS = {
  zulip_version: SERVER_VERSION,
  zulip_feature_level: FEATURE_LEVEL,
  zulip_merge_base: MERGE_BASE,
};
