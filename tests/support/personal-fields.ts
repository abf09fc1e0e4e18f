import { personalFields, type connectMongo } from '@leadbridge/store';

import { plain } from './search-everything.js';

type Mongo = Awaited<ReturnType<typeof connectMongo>>;

/** The fields declared as personal in which the life of the person of the test leaves no text that can be found. */
const notNamed = [
  // Removed with the document, other fields of which are found.
  ...['calls.nextAction', 'calls.outcome', 'leads.externalIds', 'leads.fieldStates', 'prospects.nextAction'],
  ...['opportunities.opportunity', 'psa_records.domain'],
  // Only for companies that are matched by domain, and while an import or an erasure runs.
  ...['candidates', 'company', 'companyKey', 'domain'].map((field) => `company_matches.${field}`),
  ...['claim_sets.keys', 'erasures.companyKeys', 'erasures.leadKeys', 'erasures.person'],
  // Encrypted.
  'idempotency_keys.sealed',
  // What a list, a provider, a PSA or a target says may name a person; here none does.
  'suppressions.externalId',
  ...['job_rows.planned', 'suppressions.error', 'suppressions.notes', 'webhook_deliveries.request'],
];

/** The fields of MongoDB's documents in which one of the texts occurs, as `<collection>.<field>`. */
async function fieldsWith(mongo: Mongo, texts: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = texts.map(plain);
  const found = new Set<string>();
  for (const { name } of (await mongo.db?.listCollections().toArray()) ?? []) {
    for await (const document of mongo.collection(name).find()) {
      for (const [field, value] of Object.entries(document)) {
        const content = plain(JSON.stringify(value));
        if (wanted.some((text) => content.includes(text))) {
          found.add(`${name}.${field}`);
        }
      }
    }
  }
  return found;
}

/**
 * How the fields that hold texts of a person differ from those declared as personal.
 *
 * @returns `undeclared`: an erasure might not look there; `unfilled`: that an erasure empties them is not tested
 */
export async function comparePersonalFields(
  mongo: Mongo,
  texts: readonly string[],
): Promise<{ readonly undeclared: readonly string[]; readonly unfilled: readonly string[] }> {
  const filled = await fieldsWith(mongo, texts);
  return {
    undeclared: [...filled].filter((field) => !personalFields.has(field)),
    unfilled: [...personalFields].filter((field) => !filled.has(field) && !notNamed.includes(field)),
  };
}
