import { checkout, offerHelp, requireNode } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

offerHelp(`
npm start [-- --verbose]

Starts Leadbridge for development: installs and builds what is missing or stale, brings up MongoDB, Redis and the PSA
simulator where no address is given, then the API and the worker, and says when it is ready. Ctrl-C, SIGTERM or the end of
the terminal (SIGHUP) stops everything. A process that dies is started again. Data are kept between starts.

  PORT, HOST     where the API listens (3000, 127.0.0.1)
  MONGODB_URI    a MongoDB replica set of your own, instead of an embedded one
  REDIS_URL      a Redis or Valkey of your own, instead of an embedded one
  PSA_URL        a PSA of your own (with PSA_CLIENT_ID and PSA_CLIENT_SECRET), instead of the simulator
  PSA_DIALECT    spec or halopsa: what the apps speak, and the simulator where there is no PSA_URL (spec)
  DATA_DIR       where the embedded servers keep their data (.leadbridge)
  LOG_LEVEL      error, warn, info or debug (info)

The logs of the API and the worker go to logs/leadbridge.log in the data folder; --verbose prints them too.

All other settings of the apps may be given too. In production run "npm run start:api" and "npm run start:worker".
`);
requireNode();
// Read before the minutes that an install may take: a parent that has ended since is a reason to stop at once.
const startedBy = process.env.npm_lifecycle_event === undefined ? null : process.ppid;
await ensureInstalled();
await ensureBuilt();

const { startDevelopment } = await import('../packages/devkit/dist/index.js');
const exitCode = await startDevelopment({
  environment: process.env,
  checkout,
  marker: 'start.mjs',
  write: (text) => process.stdout.write(text),
  startedBy,
  verbose: process.argv.includes('--verbose'),
});
process.exit(exitCode);
