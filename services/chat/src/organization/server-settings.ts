import Type from 'typebox';
import { escapeHtml } from '../http/page.js';
import { defineRoute } from '../http/route.js';
import { VERSION_FIELDS } from '../version.js';

/** Log-in methods that clients know of; passwords are the one that works. */
export const AUTHENTICATION_METHODS = {
  password: true,
  dev: false,
  email: true,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  google: false,
  apple: false,
  saml: false,
  'openid connect': false,
};

export const serverSettingsRoute = defineRoute({
  method: 'GET',
  path: '/server_settings',
  auth: 'none',
  summary: 'What clients need to know before they log in',
  params: {},
  returns: Type.Object({
    zulip_version: Type.String(),
    zulip_feature_level: Type.Integer(),
    zulip_merge_base: Type.String(),
    push_notifications_enabled: Type.Boolean(),
    is_incompatible: Type.Boolean(),
    email_auth_enabled: Type.Boolean(),
    require_email_format_usernames: Type.Boolean(),
    realm_uri: Type.String(),
    realm_url: Type.String(),
    realm_name: Type.String(),
    realm_icon: Type.String(),
    realm_description: Type.String(),
    realm_web_public_access_enabled: Type.Boolean(),
    authentication_methods: Type.Record(Type.String(), Type.Boolean()),
    external_authentication_methods: Type.Array(Type.Unknown()),
  }),
  handler: async ({ app }) => {
    const organization = await app.directory.organization();
    return {
      ...VERSION_FIELDS,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_uri: app.publicUrl,
      realm_url: app.publicUrl,
      realm_name: organization.name,
      realm_icon: ORGANIZATION_ICON,
      realm_description: `<p>${escapeHtml(organization.description)}</p>`,
      realm_web_public_access_enabled: false,
      authentication_methods: AUTHENTICATION_METHODS,
      external_authentication_methods: [],
    };
  },
});

/** Until an organization can upload one: the drawn picture of its first account. */
export const ORGANIZATION_ICON = '/avatar/1';
