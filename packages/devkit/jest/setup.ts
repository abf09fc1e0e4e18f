import { jest } from '@jest/globals';

// Real servers and processes on a small machine that does much at once: a generous limit that only a hang reaches.
jest.setTimeout(300_000);
