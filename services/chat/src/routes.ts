import { alertWordRoutes } from './alert-words/routes.js';
import { botStorageRoutes } from './bot-storage/routes.js';
import { botRoutes } from './bots/routes.js';
import { channelFolderRoutes } from './channel-folders/routes.js';
import { defaultChannelRoutes } from './channels/default-routes.js';
import { channelRoutes } from './channels/routes.js';
import { probeRoute } from './cli/proxy-probe.js';
import { defaultChannelGroupRoutes } from './default-channel-groups/routes.js';
import { draftRoutes } from './drafts/routes.js';
import { emojiRoutes } from './emoji/routes.js';
import { eventRoutes } from './events/routes.js';
import { exportDownloads, exportRoutes } from './export/routes.js';
import type { AnyRoute } from './http/route.js';
import type { ExtraRoutes } from './http/server.js';
import { incomingWebhooks } from './incoming/routes.js';
import { joinPages } from './invitations/pages.js';
import { invitationRoutes } from './invitations/routes.js';
import { linkifierRoutes } from './linkifiers/routes.js';
import { unsubscribePages } from './mail/unsubscribe.js';
import { messageRoutes } from './messages/routes.js';
import { mutedUserRoutes } from './muted-users/routes.js';
import { navigationRoutes } from './navigation/routes.js';
import { iconRoutes } from './organization/icon-routes.js';
import { organizationRoutes } from './organization/routes.js';
import { groupMemberRoutes } from './organization/user-groups/member-routes.js';
import { userGroupRoutes } from './organization/user-groups/routes.js';
import { webPage } from './page/routes.js';
import { playgroundRoutes } from './playgrounds/routes.js';
import { profileFieldRoutes } from './profile-fields/routes.js';
import { pushTokenRoutes } from './push-tokens/routes.js';
import { scheduledMessageRoutes } from './scheduled-messages/routes.js';
import { emailChangePage } from './settings/email-change.js';
import { settingRoutes } from './settings/routes.js';
import { snippetRoutes } from './snippets/routes.js';
import { statusRoutes } from './statuses/routes.js';
import { subscriptionRoutes } from './subscriptions/routes.js';
import { topicRoutes } from './topics/routes.js';
import { serveResumableUploads } from './uploads/resumable.js';
import { uploadRoutes } from './uploads/routes.js';
import { serveFiles } from './uploads/serving.js';
import { userAdministrationRoutes } from './users/administration.js';
import { avatarPages } from './users/avatar.js';
import { avatarRoutes } from './users/avatar-routes.js';
import { loginRoutes } from './users/login-routes.js';
import { passwordResetPages } from './users/password-reset.js';
import { presenceRoutes } from './users/presence/routes.js';
import { userRoutes } from './users/routes.js';

/** All routes below the API roots. */
export const ROUTES: readonly AnyRoute[] = [
  ...eventRoutes,
  ...messageRoutes,
  ...channelRoutes,
  ...defaultChannelRoutes,
  ...channelFolderRoutes,
  ...defaultChannelGroupRoutes,
  ...subscriptionRoutes,
  ...topicRoutes,
  ...botRoutes,
  ...emojiRoutes,
  ...invitationRoutes,
  ...linkifierRoutes,
  ...playgroundRoutes,
  ...profileFieldRoutes,
  ...mutedUserRoutes,
  ...navigationRoutes,
  ...pushTokenRoutes,
  ...settingRoutes,
  ...snippetRoutes,
  ...uploadRoutes,
  ...organizationRoutes,
  ...iconRoutes,
  ...exportRoutes,
  ...userGroupRoutes,
  ...groupMemberRoutes,
  ...loginRoutes,
  ...userRoutes,
  ...avatarRoutes,
  ...userAdministrationRoutes,
  ...presenceRoutes,
  ...statusRoutes,
  ...alertWordRoutes,
  ...draftRoutes,
  ...scheduledMessageRoutes,
  ...botStorageRoutes,
];

/** Routes outside the API roots. */
export const EXTRA_ROUTES: readonly ExtraRoutes[] = [
  webPage,
  avatarPages,
  incomingWebhooks,
  exportDownloads,
  passwordResetPages,
  emailChangePage,
  joinPages,
  unsubscribePages,
  serveFiles,
  serveResumableUploads,
  probeRoute,
];
