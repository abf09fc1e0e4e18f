import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** Hashes and verifies passwords with a memory-hard function. */
export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

interface Cost {
  readonly logCost: number;
  readonly blockSize: number;
  readonly parallelism: number;
}

/** 32 MiB and three passes: one of the equivalent settings in the OWASP Password Storage Cheat Sheet. */
const strongCost: Cost = { logCost: 15, blockSize: 8, parallelism: 3 };

const saltBytes = 16;
const hashBytes = 32;

/** Hashing uses memory and the threads of file access and DNS lookups, so a flood must queue. */
const atOnce = 2;

/** scrypt in the PHC string format: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`. @param cost lower only in tests */
export function createPasswordHasher(cost: Cost = strongCost) {
  const inLine = createLine(atOnce);
  const nobody = encode(cost, randomBytes(saltBytes), randomBytes(hashBytes));

  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(saltBytes);
      return encode(cost, salt, await inLine(async () => derive(password, salt, cost)));
    },

    /**
     * `outdated`: right, but hashed with weaker parameters than the current ones. Takes as long without a
     * stored hash (null) as with one, so that its duration does not reveal which users exist.
     */
    async verify(password: string, stored: string | null): Promise<'right' | 'wrong' | 'outdated'> {
      const known = decode(stored ?? nobody);
      if (known === null) {
        throw new Error('A stored password hash has an unknown form');
      }
      const derived = await inLine(async () => derive(password, known.salt, known.cost));
      if (!timingSafeEqual(derived, known.hash) || stored === null) {
        return 'wrong';
      }
      return isWeaker(known.cost, cost) ? 'outdated' : 'right';
    },
  };
}

/** The same characters typed on two keyboards may be composed differently (NIST SP 800-63B, 5.1.1.2). */
async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const N = 2 ** cost.logCost;
  const options: ScryptOptions = {
    N,
    r: cost.blockSize,
    p: cost.parallelism,
    maxmem: 256 * N * cost.blockSize,
  };
  return await new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) => {
      if (error === null) {
        resolve(key);
      } else {
        reject(error);
      }
    });
  });
}

function encode({ logCost, blockSize, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$scrypt$ln=${logCost},r=${blockSize},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

function decode(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } | null {
  const parts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/.exec(stored);
  if (parts === null) {
    return null;
  }
  const [, logCost, blockSize, parallelism, salt = '', hash = ''] = parts;
  return {
    cost: { logCost: Number(logCost), blockSize: Number(blockSize), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function isWeaker(one: Cost, other: Cost): boolean {
  const work = ({ logCost, blockSize, parallelism }: Cost): number => 2 ** logCost * blockSize * parallelism;
  return work(one) < work(other);
}

/** Runs at most `places` tasks at a time, in order of arrival. */
function createLine(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) {
      free -= 1;
    } else {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        free += 1;
      } else {
        next();
      }
    }
  };
}
