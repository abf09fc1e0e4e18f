import fc from 'fast-check';

// The loader of TypeScript is for the test files: the apps that they start run as they are built.
delete process.env['NODE_OPTIONS'];

// The end of the run disconnects this worker process: what a test file left open must not keep it alive.
process.once('disconnect', () => process.exit());

// A build that is red stays red until it is fixed: the cases of properties are the same in every run. New ones are
// tried with PROPERTY_SEED=random, and those of a run that failed with the seed that it printed.
const seed = process.env['PROPERTY_SEED'] ?? '42';
if (seed !== 'random') {
  fc.configureGlobal({ seed: Number(seed) });
}
