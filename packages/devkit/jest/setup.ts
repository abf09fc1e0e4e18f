import { jest } from '@jest/globals';

// Real servers on a small machine: a generous limit that only a hang reaches.
jest.setTimeout(60_000);
