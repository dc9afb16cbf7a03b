/** The release whose API this service offers; clients parse the number at its start. */
export const SERVER_VERSION = '11.0';
/** The API's feature level: clients switch behaviour by it. */
export const FEATURE_LEVEL = 416;
export const MERGE_BASE = SERVER_VERSION;

/** Fields of both `GET /server_settings` and `POST /register`, under the names that clients read. */
export const VERSION_FIELDS = {
  zulip_version: SERVER_VERSION,
  zulip_feature_level: FEATURE_LEVEL,
  zulip_merge_base: MERGE_BASE,
};
