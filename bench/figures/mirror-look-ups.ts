import { testServers } from '@leadbridge/devkit';
import { connectMongo, createPsaMirrorStore, ensureIndexes } from '@leadbridge/store';

import { percentile, type Measurement } from '../figure.js';

const documents = 1_000_000;
const atOnce = 10_000;
const repetitions = 1_000;
const keysOfABatch = 100;

const keyOf = (number: number): string => `email:ada.number${number}@company${number}.example.com`;

/** How fast the mirror tells who has a key, however much it holds. */
export const mirrorLookUps: Measurement = {
  name: 'mirror-look-ups',
  title: `Look-ups in a mirror of ${documents.toLocaleString('en')} contacts`,

  async run() {
    const mongo = await connectMongo(testServers().mongodbUri);
    try {
      const store = createPsaMirrorStore(mongo);
      await ensureIndexes(mongo);
      for (let from = 0; from < documents; from += atOnce) {
        await store.put(
          'contacts',
          Array.from({ length: atOnce }, (_, index) => contact(from + index + 1)),
        );
      }
      const one: number[] = [];
      const batch: number[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        one.push(await milliseconds(async () => store.find('contacts', someKeys(repetition, 1))));
        if (repetition % 10 === 0) {
          batch.push(
            await milliseconds(async () => store.find('contacts', someKeys(repetition, keysOfABatch))),
          );
        }
      }
      return [
        { name: 'who has a key, p95', unit: 'ms', values: [percentile(one, 0.95)], goal: { atMost: 5 } },
        { name: 'who has one of 100 keys, p95', unit: 'ms', values: [percentile(batch, 0.95)], goal: null },
      ];
    } finally {
      await mongo.dropDatabase();
      await mongo.close();
    }
  },
};

function contact(id: number) {
  const email = keyOf(id).slice('email:'.length);
  return {
    id,
    keys: [keyOf(id)],
    observedAt: 1_700_000_000_000,
    item: {
      ...{ id, email, firstName: 'Ada', lastName: `Number${id}`, clientId: id, clientName: `Company ${id}` },
      ...{ siteId: id, phonenumber: null, linkedinUrl: null },
    },
  };
}

/** Keys all over the mirror, half of which nobody has. */
function someKeys(repetition: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    keyOf(((repetition * 7_919 + index * 104_729) % (2 * documents)) + 1),
  );
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
