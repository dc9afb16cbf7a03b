import * as Type from 'typebox/type';

const ErrorAnswer = Type.Object(
  {
    status: Type.Literal('error'),
    error: Type.Object({
      code: Type.String(),
      message: Type.String(),
      details: Type.Optional(
        Type.Array(
          Type.Object({ path: Type.String({ description: 'JSON pointer' }), message: Type.String() }),
        ),
      ),
    }),
  },
  { description: 'An error' },
);

/** Returns the error answers that every route has, and those for the given statuses. */
export function errorAnswers(...statuses: number[]) {
  const all = new Set([...statuses, 500, 503]);
  return Object.fromEntries([...all].sort().map((status) => [status, ErrorAnswer]));
}
