import { createPasswordHasher } from '@leadbridge/usecases';

/** The real cost, 0.4 s of a processor for each sign-in, is tested separately, and with the app as a process. */
export const cheapPasswords = createPasswordHasher({ logCost: 4, blockSize: 8, parallelism: 1 });
