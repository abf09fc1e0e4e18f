import { callerOf, flatLead } from '../support/caller.js';
import { drill, exactly } from '../support/drill.js';
import { finish, rowsWithDuplicates, withService } from '../support/drill-service.js';

const spellings: readonly ((email: string) => string)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => ` ${email} `,
  (email) => `<${email}>`,
  (email) => `mailto:${email}`,
  (email) => `${email}.`,
  (email) => email.replace('@', '\u00AD@'),
  (email) => `\u202A${email}\u202C`,
  (email) => email.replace('@', '\u200B@'),
  (email) => email.normalize('NFKD').replaceAll('a', '\uFF41'),
];
const importsAtOnce = 50;
const bulksAtOnce = 20;

drill({
  promise:
    'However often and in whatever spelling one person is sent at once, there is one ticket; equal bulk imports under one key are one job.',
  async run({ seed }) {
    return await withService({ workers: 2, apis: 2, simulator: { randomSeed: seed } }, async (system) => {
      const [first = '', second = ''] = system.baseUrls;
      const apis = [callerOf(system, first), callerOf(system, second)] as const;
      const lead = flatLead(seed);
      const responses = await Promise.all(
        Array.from({ length: importsAtOnce }, async (_, index) =>
          apis[index % 2 === 0 ? 0 : 1].importLead({
            ...lead,
            email: spellings[index % spellings.length]?.(lead.email),
          }),
        ),
      );
      const rows = rowsWithDuplicates(1_000, 50, seed);
      const headers = { prefer: 'respond-async', 'idempotency-key': `drill-${seed}` };
      const bulks = await Promise.all(
        Array.from({ length: bulksAtOnce }, async (_, index) =>
          apis[index % 2 === 0 ? 0 : 1].importBulk(rows, { headers }),
        ),
      );
      // One that meets the first still under way is told to ask again.
      const taken = bulks.filter(({ status }) => status === 202);
      const jobIds = new Set(taken.map(({ body }) => String(body['job_id'])));
      await finish(
        system,
        [...jobIds].map((jobId) => ({ jobId, rows })),
      );
      const again = await Promise.all(
        Array.from({ length: bulksAtOnce }, async () => apis[0].importBulk(rows, { headers })),
      );
      again.forEach(({ body }) => jobIds.add(String(body['job_id'])));
      const people = new Set(rows.map(({ email }) => email)).size;
      return [
        exactly('responses that failed', responses.filter(({ status }) => status >= 300).length, 0),
        exactly('jobs of the equal bulks', jobIds.size, 1),
        { name: 'told to ask again', value: bulks.length - taken.length },
        exactly('tickets', system.simulator.tickets().length, 1 + people),
      ];
    });
  },
});
