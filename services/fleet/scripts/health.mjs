/** Exit code 0 if the worker or the server in this container is ready. */
const places = [
  `http://127.0.0.1:${process.env.FLEET_HEALTH_PORT ?? 8731}/readyz`,
  'http://127.0.0.1:8730/healthz',
];
const answers = await Promise.all(places.map((place) => fetch(place).catch(() => undefined)));
process.exit(answers.some((answer) => answer?.ok) ? 0 : 1);
