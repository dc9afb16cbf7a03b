import type { Static } from 'typebox/type';
import * as Type from 'typebox/type';

const seconds = (initial: number, description: string) =>
  Type.Number({ default: initial, exclusiveMinimum: 0, description });

/** Schema of a rate, which is a number of requests in a window. */
const rate = (points: number, windowSeconds: number, description: string) =>
  Type.Object(
    {
      points: Type.Integer({ default: points, minimum: 1 }),
      windowSeconds: Type.Integer({ default: windowSeconds, minimum: 1 }),
    },
    { default: { points, windowSeconds }, additionalProperties: false, description },
  );

export const CHAT_CONFIG = Type.Object(
  {
    host: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
    port: Type.Integer({ default: 9991, minimum: 0, maximum: 65535, description: '0 takes a free port' }),
    adminHost: Type.String({ default: '127.0.0.1', description: 'Address of health and metrics' }),
    adminPort: Type.Integer({
      default: 9992,
      minimum: 0,
      maximum: 65535,
      description: 'Port of health and metrics',
    }),
    publicUrl: Type.String({
      default: '',
      description:
        'Where clients reach the service, without a slash at the end; empty: the address it listens on',
    }),
    databaseUrl: Type.String({
      default: '',
      secret: true,
      description: 'postgres://…; empty: an embedded database in the data directory',
    }),
    severalProcesses: Type.Boolean({
      default: false,
      description: 'Several processes serve this PostgreSQL database: limits are counted in it',
    }),
    trustProxy: Type.Array(Type.String(), {
      default: [],
      description: 'Proxies whose X-Forwarded-For counts',
    }),
    corsOrigins: Type.Array(Type.String(), {
      default: [],
      description: 'Origins whose pages may call the API',
    }),
    logLevel: Type.String({ default: 'info', description: 'trace, debug, info, warn, error or silent' }),

    minPasswordLength: Type.Integer({
      default: 8,
      minimum: 4,
      maximum: 100,
      description: 'Characters of a password; below 8, common passwords are allowed as well',
    }),
    maxMessageLength: Type.Integer({ default: 10_000, minimum: 1, description: 'Characters of a message' }),
    maxTopicLength: Type.Integer({ default: 60, minimum: 1, description: 'Characters of a topic' }),
    maxFileUploadMib: Type.Integer({ default: 100, minimum: 1, description: 'MiB of an upload' }),
    uploadQuotaMib: Type.Integer({
      default: 0,
      minimum: 0,
      description: 'Total size of all uploads; 0: limited only by the disk',
    }),
    bodyTimeoutSeconds: seconds(
      60,
      'A body must arrive within this time; an upload must not pause for longer than this',
    ),
    uploadTimeoutSeconds: seconds(3600, 'Longest time for an upload, or for one piece of a resumable one'),
    uploadsDir: Type.String({ default: '', description: 'Empty: uploads in the data directory' }),
    uploadsUrl: Type.String({
      default: '',
      pattern: '^(s3://[A-Za-z0-9.-]+(/[A-Za-z0-9._/-]*)?)?$',
      description:
        's3://BUCKET/PREFIX: complete uploads and pictures are objects there; growing ones stay in uploadsDir',
    }),
    uploadsEndpoint: Type.String({ default: '', description: 'Address of an S3 server other than AWS' }),
    uploadsRegion: Type.String({ default: '', description: 'Region of the bucket; empty: AWS_REGION' }),

    mailUrl: Type.String({
      default: '',
      secret: true,
      description: 'smtp://…; empty: mails are written to a folder as .eml files',
    }),
    mailDir: Type.String({ default: '', description: 'Empty: mails in the data directory' }),
    mailFrom: Type.String({ default: '', description: 'Sender address; empty: noreply at the public host' }),
    invitationValidityMinutes: Type.Integer({
      default: 14_400,
      minimum: 1,
      description: 'Life of an invitation',
    }),
    invitationsPerDay: Type.Integer({
      default: 100,
      minimum: 1,
      description: 'Invitation mails of the organization',
    }),

    outgoingAllow: Type.Array(Type.String(), {
      default: [],
      description: 'Networks (CIDR) that webhooks may reach although they are not public: for development',
    }),
    outgoingPorts: Type.Array(Type.Integer({ minimum: 1, maximum: 65535 }), {
      default: [],
      description: 'Ports that webhooks may use; empty: any',
    }),

    eventQueueLifespanSeconds: seconds(600, 'A queue without a poll for this long is dropped'),
    heartbeatMinSeconds: seconds(45, 'A held poll is answered by a heartbeat after a random time'),
    heartbeatMaxSeconds: seconds(55, 'Must be below 90, after which clients give up'),
    maxQueuesPerUser: Type.Integer({
      default: 20,
      minimum: 1,
      description: 'The longest unused queue is dropped',
    }),
    maxEventsPerQueue: Type.Integer({
      default: 10_000,
      minimum: 1,
      description: 'A queue with more events is dropped',
    }),

    rateUser: rate(200, 60, 'Requests of a user'),
    rateAddress: rate(100, 60, 'Requests without credentials of an address'),
    rateSend: rate(60, 60, 'Messages of a person'),
    rateSendBot: rate(120, 60, 'Messages of a bot'),
    rateLogin: rate(5, 1800, 'Failed logins of a name'),
    rateUpload: rate(100, 60, 'Uploads of a user'),
    rateUploadMib: rate(1024, 3600, 'MiB of uploads of a user'),
    rateEmailChange: rate(2, 3600, 'Address changes of a user in an hour'),
    rateEmailChangeDay: rate(5, 86_400, 'Address changes of a user in a day'),
    rateInvite: rate(100, 86_400, 'Invitations of the organization'),

    checkAnswers: Type.Boolean({
      default: false,
      description: 'Compare each answer with its schema and fail the request if it differs: for tests',
    }),
  },
  { additionalProperties: false },
);

export type ChatConfig = Static<typeof CHAT_CONFIG> & {
  /** Data directory, which the command sets; it is not part of the configuration. */
  dataDir: string;
};
