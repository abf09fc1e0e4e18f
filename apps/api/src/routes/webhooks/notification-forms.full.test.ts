import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { inboundSecret, notify, signatureOf } from '../../testing/psa-notification.js';
import { startTestApi, type TestApi } from '../../testing/test-api.js';

const secret = 'the-secret-of-the-webhook';
const basic = `Basic ${Buffer.from(`psa:${secret}`).toString('base64')}`;
const agreed = [
  ['bearer', `bearer:${secret}`, `Bearer ${secret}`],
  ['basic', `basic:psa:${secret}`, basic],
] as const;

/** Where a body names its ticket. */
const shapes = [
  ['ticket.id', (id: unknown) => ({ event: 'Ticket Updated', ticket: { id } })],
  ['ticket_id', (id: unknown) => ({ ticket_id: id })],
  ['object_id', (id: unknown) => ({ object_id: id })],
  ['faultid', (id: unknown) => ({ faultid: id })],
  ['id', (id: unknown) => ({ id })],
] as const;

/** In the dialect of the specification these two name a ticket whose changes are missing, unless the PSA itself sends them. */
const needChanges: readonly string[] = ['ticket_id', 'faultid'];

type Credential = (api: TestApi, body: string) => Readonly<Record<string, string>>;

const table = (['spec', 'halopsa'] as const).flatMap((dialect) =>
  agreed.map(([scheme, setting, header]) => ({ dialect, scheme, setting, header })),
);

describe.each(table)(
  'POST /webhooks/dnc-sync with PSA_DIALECT=$dialect and an agreed $scheme credential',
  ({ dialect, setting, header }) => {
    let api: TestApi;
    beforeAll(async () => {
      const environment = { WEBHOOK_INBOUND_SECRET: inboundSecret, PSA_NOTIFICATION_AUTH: setting };
      api = await startTestApi({ environment: { ...environment, PSA_DIALECT: dialect } });
    });
    afterAll(async () => {
      await api.close();
    });

    const credentials: readonly (readonly [name: string, isPsa: boolean, of: Credential])[] = [
      ['the agreed credential', true, () => ({ Authorization: header })],
      ['an API key', false, ({ keys }) => ({ Authorization: `Bearer ${keys.operator}` })],
      ['a signature', false, (_api, body) => ({ 'X-Webhook-Signature': signatureOf(body) })],
      [
        'an API key and a signature',
        false,
        ({ keys }, body) => ({
          Authorization: `Bearer ${keys.operator}`,
          'X-Webhook-Signature': signatureOf(body),
        }),
      ],
      [
        'the agreed credential and a signature',
        true,
        (_api, body) => ({ Authorization: header, 'X-Webhook-Signature': signatureOf(body) }),
      ],
    ];
    const cases = shapes.flatMap(([place, shape]) =>
      credentials.flatMap(([name, isPsa, of]) =>
        [9, '9'].flatMap((id) =>
          [false, true].map((isList) => ({ place, shape, name, isPsa, of, id, isList })),
        ),
      ),
    );

    it.each(cases)(
      'with $name, the ticket $id in $place, in an array: $isList',
      async ({ place, shape, isPsa, of, id, isList }) => {
        const body = JSON.stringify(isList ? [shape(id)] : shape(id));
        const { status, body: response } = await notify(api, of(api, body), body);
        const isRefused = dialect === 'spec' && !isPsa && needChanges.includes(place);
        expect(status).toBe(isRefused ? 400 : 202);
        if (!isRefused) {
          expect(await api.services.jobs.find(String(response['job_id']))).toMatchObject({
            type: 'dnc_sync',
            input: { isList, notifications: [{ ticketId: 9, changes: {}, isUntold: true }] },
          });
        }
      },
    );

    it.each(shapes)(
      'is refused to a wrong or too weak credential, the ticket in %s',
      async (_place, shape) => {
        const body = JSON.stringify(shape(9));
        const wrong = [
          { Authorization: `Bearer another-${secret}` },
          { 'X-Webhook-Signature': signatureOf(`${body} `) },
          { Authorization: header, 'X-Webhook-Signature': signatureOf(`${body} `) },
          {},
        ];
        for (const headers of wrong) {
          expect((await notify(api, headers, body)).status).toBe(401);
        }
        const viewer = { Authorization: `Bearer ${api.keys.viewer}` };
        expect((await notify(api, viewer, body)).status).toBe(403);
      },
    );
  },
);
