import Type from 'typebox';
import { escapeHtml } from '../http/page.js';
import { defineRoute, RawAnswer } from '../http/route.js';
import { VERSION_FIELDS } from '../version.js';
import { iconFields, type Organization } from './settings.js';

/** Log-in methods that clients support, of which this service supports passwords. */
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
    const known = answers.get(organization);
    if (known?.publicUrl === app.publicUrl) return known.answer;
    const answer = new RawAnswer(JSON.stringify(settingsOf(organization, app.publicUrl)).slice(1, -1));
    answers.set(organization, { publicUrl: app.publicUrl, answer });
    return answer;
  },
});

/**
 * Every client sends this request, mostly without an account, so the response is rendered once for each state of the
 * organization.
 */
const answers = new WeakMap<Organization, { publicUrl: string; answer: RawAnswer }>();

function settingsOf({ name, description, icon_path }: Organization, publicUrl: string) {
  return {
    ...VERSION_FIELDS,
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_uri: publicUrl,
    realm_url: publicUrl,
    realm_name: name,
    realm_icon: iconFields({ icon_path }).icon_url,
    realm_description: `<p>${escapeHtml(description)}</p>`,
    realm_web_public_access_enabled: false,
    authentication_methods: AUTHENTICATION_METHODS,
    external_authentication_methods: [],
  };
}
