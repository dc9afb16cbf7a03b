import type { Static } from 'typebox';
import * as Type from 'typebox/type';

const text = (description: string, value: string, options: object = {}) =>
  Type.String({ description, default: value, ...options });
const integer = (description: string, value: number, minimum = 0, maximum?: number) =>
  Type.Integer({ description, default: value, minimum, ...(maximum === undefined ? {} : { maximum }) });
const number = (description: string, value: number, options: object = {}) =>
  Type.Number({ description, default: value, ...options });
const flag = (description: string, value: boolean) => Type.Boolean({ description, default: value });
const texts = (description: string, items: Type.TStringOptions = {}) =>
  Type.Array(Type.String(items), { description, default: [] });
const section = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false, default: {} });

const flow = (count: number, sum: number) =>
  section({
    count: integer('Payments that are still usual', count, 1),
    sum: Type.Number({ description: 'Sum that is still usual', default: sum, minimum: 0 }),
  });

/**
 * Every setting of the service. Amounts are in units of the currency, and times in the units that the settings' names
 * state.
 */
export const configSchema = Type.Object(
  {
    host: text('Address to listen on', '127.0.0.1'),
    port: integer('Port to listen on; 0 takes a free one', 8081, 0, 65_535),
    publicUrl: text('Address by which clients reach the service; empty: the one it listens on', ''),
    trustProxy: texts('Addresses of proxies whose X-Forwarded-* headers count'),
    corsOrigins: texts('Origins whose pages may call'),
    admin: section({
      host: text('Address of health and metrics', '127.0.0.1'),
      port: integer('Port of health and metrics; 0 takes a free one', 9081, 0, 65_535),
    }),
    database: section({
      url: text('postgres://…; empty: the embedded database in the data directory', '', { secret: true }),
      migrate: flag('Whether serve brings the schema up to date', true),
    }),
    log: section({ level: text('trace, debug, info, warn, error or fatal', 'info') }),
    limits: section({
      bodyBytes: integer('Largest body', 1_048_576, 1_024),
      emailBytes: integer('Largest e-mail', 1_048_576, 1_024),
      smsCharacters: integer('Longest text message', 10_000, 1),
      phoneCharacters: integer('Longest phone content', 1_000, 1),
      tokenizeCharacters: integer('Longest data of a vault token', 10_000, 1),
      batchBytes: integer('Largest body of a batch', 10_485_760, 1_024),
      batchItems: integer('Items of a JSON batch', 1_000, 1),
      batchLines: integer('Lines of an NDJSON batch', 10_000, 1),
    }),
    tokens: section({
      algorithm: Type.Union([Type.Literal('EdDSA'), Type.Literal('HS256')], {
        description: 'Signature of bearer tokens',
        default: 'EdDSA',
      }),
      lifetimeSeconds: integer('Life of a bearer token', 3_600, 60, 86_400),
      issuer: text('Claim iss', 'fraud-service'),
      audience: text('Claim aud', 'fraud-service'),
    }),
    login: section({
      failuresPerName: integer('Wrong passwords for a name in 15 minutes', 5, 1),
      failuresPerAddress: integer('Wrong passwords from an address in 15 minutes', 20, 1),
    }),
    tiers: section({
      free: integer('Requests an hour', 100, 1),
      pro: integer('Requests an hour', 1_000, 1),
      counters: Type.Union([Type.Literal('auto'), Type.Literal('memory'), Type.Literal('database')], {
        description: 'Where requests are counted; auto: in the database when it is PostgreSQL',
        default: 'auto',
      }),
    }),
    checks: section({
      retentionDays: integer('How long results are kept', 90, 1),
      prior: number('Share of fraud in the stream, which scores are calibrated for', 0.03, {
        minimum: 0.001,
        maximum: 0.5,
      }),
      authServers: texts(
        'Mail servers whose Authentication-Results count; empty: only of the server that the Received lines show to have taken the mail in',
        { minLength: 3 },
      ),
    }),
    feedback: section({
      retentionDays: integer('How long comments and content of feedback are kept', 180, 1, 3_650),
    }),
    lists: section({ perUser: integer('Entries on the lists of a user', 1_000, 1) }),
    transactions: section({
      openingBalance: number('Balance of a new account', 10_000, { minimum: 0 }),
      reviewScore: number('Score of review', 0.5, { minimum: 0, maximum: 1 }),
      declineScore: number('Score of declined', 0.85, { minimum: 0, maximum: 1 }),
      velocity: section({
        in10Minutes: flow(8, 5_000),
        inHour: flow(20, 10_000),
        inDay: flow(60, 20_000),
      }),
      reportingLimits: Type.Array(Type.Number({ exclusiveMinimum: 0 }), {
        description: 'Amounts that must be reported to an authority',
        default: [10_000, 3_000],
      }),
      dormantDays: integer('Days without a payment after which an account is dormant', 90, 1),
      largeAmount: number('Large for an account without history', 1_000),
      firstPaymentShare: number(
        'Share of the balance that first payments of a new sender may reach in a day',
        0.5,
        { minimum: 0, maximum: 1 },
      ),
      firstPaymentAmount: number('Amount that first payments of a new sender may reach in a day', 3_000),
      roundTripMinimum: number('Least amount of a round trip', 100),
      receiversInHour: integer('Receivers of a sender in an hour that are still usual', 6, 1),
      sendersInDay: integer('Senders to a young account in a day that are still usual', 7, 1),
      establishedDays: integer('Age from which an account may have many senders', 30, 0),
    }),
    vault: section({
      tokenDays: integer('Life of a vault token', 30, 1, 3_650),
      defaultRegion: text('Country (ISO 3166) of phone numbers without a country code', 'US', {
        pattern: '^[A-Z]{2}$',
      }),
      unique: flag('A new token for each request, also for equal data', false),
      masterKeys: text(
        'Master keys in base64, current one first, separated by commas; empty: DATA/keys/master.keys',
        '',
        { secret: true },
      ),
    }),
    batches: section({ retentionHours: integer('How long results of a batch are kept', 24, 1) }),
    webhooks: section({
      allow: texts('Networks (CIDR) that may be called although they are private, by http as well'),
      perUser: integer('Webhooks of a user', 20, 1),
      deliveryDays: integer('How long deliveries are listed', 7, 1),
    }),
    advice: section({
      url: text('OpenAI-compatible chat API, such as https://host/v1; empty: the built-in articles', ''),
      model: text('Model of the chat API', ''),
      key: text('Key of the chat API', '', { secret: true }),
      fallback: flag('The built-in articles answer when the API fails', true),
      linkHosts: texts('Hosts that answers may link to'),
      videos: Type.Array(
        Type.Object({
          topic: Type.String(),
          title: Type.String(),
          url: Type.String(),
          thumbnail: Type.String(),
        }),
        {
          description:
            'Partner videos by topic; empty: the films of our own lessons, or their pages where no films were built',
          default: [],
        },
      ),
    }),
    speech: section({
      url: text('OpenAI-compatible audio API, such as https://host/v1; empty: none', ''),
      key: text('Key of the audio API', '', { secret: true }),
      transcriptionModel: text('Model for speech to text', ''),
      speechModel: text('Model for text to speech', ''),
      voice: text('Voice for text to speech', 'alloy'),
      speakCommand: texts(
        'Program that reads a text from standard input and writes WAV to standard output; {language} is replaced; empty: the API, else espeak-ng where it is installed',
      ),
      listenCommand: texts(
        'Program that writes the words of the recording {file} to standard output; empty: the API',
      ),
    }),
  },
  { additionalProperties: false },
);

export type FraudConfig = Static<typeof configSchema>;
