/** An error that is part of the contract. Its status, code, text and extra fields are sent to the client unchanged. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    msg: string,
    extra: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(msg);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.extra = extra;
    this.headers = headers;
  }
}

export const badRequest = (msg: string) => new ApiError(400, 'BAD_REQUEST', msg);

export const missingVariable = (name: string) =>
  new ApiError(400, 'REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name });

/**
 * `problem` completes a sentence that starts with the parameter's name: "num_before is not an integer". `place` is a
 * path inside the parameter's value; it appears in the sentence, but not in `var_name`.
 */
export const invalidVariable = (name: string, problem: string, place = '') =>
  new ApiError(400, 'REQUEST_VARIABLE_INVALID', `${place === '' ? name : `${name}.${place}`} ${problem}`, {
    var_name: name,
  });

export const confusingVariables = (first: string, second: string) =>
  new ApiError(400, 'REQUEST_CONFUSING_VAR', `Can't decide between '${first}' and '${second}' arguments`, {
    var_name1: first,
    var_name2: second,
  });

export const invalidJson = () => new ApiError(400, 'INVALID_JSON', 'Malformed JSON');

export const badNarrow = (problem: string) =>
  new ApiError(400, 'BAD_NARROW', `Invalid narrow operator: ${problem}`, { desc: problem });

/** zulip-terminal compares this text literally, and registers again only if the text is the same. */
export const badEventQueueId = (queueId: string) =>
  new ApiError(400, 'BAD_EVENT_QUEUE_ID', `Bad event queue id: ${queueId}`, { queue_id: queueId });

/** The same error for a channel that does not exist, and for a channel that the caller may not know of. */
export const noSuchChannel = (channel: { name: string } | { id: number }) =>
  'name' in channel
    ? new ApiError(400, 'STREAM_DOES_NOT_EXIST', `Channel '${channel.name}' does not exist`, {
        stream: channel.name,
      })
    : new ApiError(400, 'STREAM_DOES_NOT_EXIST', `Channel with ID '${channel.id}' does not exist`, {
        stream_id: channel.id,
      });

export const channelWildcardRefused = () =>
  new ApiError(
    400,
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use channel wildcard mentions in this channel.',
  );

export const topicWildcardRefused = () =>
  new ApiError(
    400,
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use topic wildcard mentions in this topic.',
  );

export const roleTooLow = (needed: 'owner' | 'administrator' | 'moderator' | 'member') =>
  new ApiError(
    400,
    'UNAUTHORIZED_PRINCIPAL',
    needed === 'member' ? 'Not allowed for guest users' : `Must be an organization ${needed}`,
  );

export const lastUser = (isLastOwner: boolean) =>
  new ApiError(400, 'CANNOT_DEACTIVATE_LAST_USER', 'Cannot deactivate the only organization owner', {
    is_last_owner: isLastOwner,
    entity: 'organization owner',
  });

export const reactionExists = () => new ApiError(400, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.');
export const noSuchReaction = () => new ApiError(400, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");

export const moveLimitExceeded = (firstAllowed: number, total: number, allowed: number) =>
  new ApiError(
    400,
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    `You only have permission to move the ${allowed} most recent of ${total} messages in this topic.`,
    {
      first_message_id_allowed_to_move: firstAllowed,
      total_messages_in_topic: total,
      total_messages_allowed_to_move: allowed,
    },
  );

export const invitationFailed = (
  msg: string,
  outcome: {
    daily_limit_reached: boolean;
    license_limit_reached: boolean;
    sent_invitations: boolean;
    errors: [email: string, reason: string, deactivated: boolean][];
  },
) => new ApiError(400, 'INVITATION_FAILED', msg, outcome);

export const badImage = (msg: string) => new ApiError(400, 'BAD_IMAGE', msg);
export const uploadQuotaReached = (msg: string) => new ApiError(400, 'REALM_UPLOAD_QUOTA', msg);

export const unauthorized = (msg = 'Invalid API key') =>
  new ApiError(401, 'UNAUTHORIZED', msg, {}, { 'www-authenticate': 'Basic realm="chat"' });
export const authenticationFailed = () =>
  new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
export const accountDeactivated = () => new ApiError(401, 'USER_DEACTIVATED', 'Account is deactivated');
export const organizationDeactivated = () =>
  new ApiError(401, 'REALM_DEACTIVATED', 'This organization has been deactivated');

export const notFound = (msg = 'Not found') => new ApiError(404, 'NOT_FOUND', msg);
export const methodNotAllowed = (method: string, allowed: string[]) =>
  new ApiError(
    405,
    'METHOD_NOT_ALLOWED',
    `Method ${method} is not allowed here`,
    { allowed_methods: allowed },
    { allow: allowed.join(', ') },
  );
export const tooLarge = (msg: string) => new ApiError(413, 'REQUEST_TOO_LARGE', msg);
export const unsupportedType = () =>
  new ApiError(
    415,
    'BAD_REQUEST',
    'Unsupported content type: use urlencoded or multipart form data, or a JSON object',
  );

export const rateLimited = (waitMs: number) =>
  new ApiError(
    429,
    'RATE_LIMIT_HIT',
    'API usage exceeded rate limit',
    { 'retry-after': waitMs / 1000 },
    { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  );

/** The connection is also closed: the rest of the request could not be stored either, so it is not read. */
export const outOfSpace = () =>
  new ApiError(
    507,
    'INSUFFICIENT_STORAGE',
    'The server has no space left. Ask its administrator.',
    {},
    { connection: 'close' },
  );

export const internalError = () =>
  new ApiError(500, 'INTERNAL_SERVER_ERROR', 'Internal server error. The request id is in the header.');
export const notReady = () =>
  new ApiError(
    503,
    'SERVER_NOT_READY',
    'The server is not ready. Try again shortly.',
    {},
    { 'retry-after': '1' },
  );
