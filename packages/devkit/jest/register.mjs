import { register } from 'node:module';

// Each worker process of the test run begins with this file: see `scripts/lib/run-tests.mjs`.
register(new URL('./resolve-globals.mjs', import.meta.url));
