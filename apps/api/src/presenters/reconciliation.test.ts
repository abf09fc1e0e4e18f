import { describe, expect, it } from '@jest/globals';
import type { Finding } from '@leadbridge/usecases';

import { findingsAsCsv, presentFinding } from './reconciliation.js';

const finding: Finding = {
  findingId: 'fnd_1',
  kind: 'unknown_ticket',
  subject: '42',
  psaTicketId: 42,
  leadId: null,
  details: { status: 7 },
  remedies: ['adopt', 'keep'],
  ticketIds: [],
  resolution: null,
  error: null,
};

const resolution = {
  remedy: 'adopt',
  status: 'done',
  by: 'key_1',
  at: '2026-01-31T09:00:00.000Z',
  automatic: false,
} as const;

const header =
  '\uFEFFfinding_id,kind,psa_ticket_id,lead_id,details,remedies,remedy,status,by,at,automatic,error\r\n';

async function piecesOf(findings: readonly Finding[]): Promise<readonly string[]> {
  async function* each(): AsyncIterable<Finding> {
    yield* findings;
    await Promise.resolve();
  }
  const pieces: string[] = [];
  for await (const piece of findingsAsCsv(each())) {
    pieces.push(piece);
  }
  return pieces;
}

describe('presentFinding', () => {
  it('offers remedies until one was chosen', () => {
    expect(presentFinding(finding).remedies).toEqual(['adopt', 'keep']);
    expect(presentFinding({ ...finding, resolution }).remedies).toEqual([]);
  });

  it('shows neither the subject nor the tickets that a summary covers', () => {
    const view = presentFinding({ ...finding, ticketIds: [1, 2] });
    expect(Object.keys(view)).not.toEqual(expect.arrayContaining(['subject']));
    expect(Object.keys(view)).not.toEqual(expect.arrayContaining(['ticketIds']));
  });
});

describe('findingsAsCsv', () => {
  it('is the header alone where nothing was found', async () => {
    expect(await piecesOf([])).toEqual([header]);
  });

  it('has details as JSON, and no remedy of an open finding', async () => {
    expect((await piecesOf([finding])).join('')).toBe(
      `${header}fnd_1,unknown_ticket,42,,"{""status"":7}","adopt; keep",,,,,,\r\n`,
    );
  });

  it('has the remedy that was chosen, by whom and when, and why it failed', async () => {
    const failed = { ...finding, resolution, error: 'The ticket is gone, "42"' };
    expect((await piecesOf([failed])).join('')).toBe(
      `${header}fnd_1,unknown_ticket,42,,"{""status"":7}",,adopt,done,key_1,2026-01-31T09:00:00.000Z,false,"The ticket is gone, ""42"""\r\n`,
    );
  });

  it.each(['=HYPERLINK("http://evil.example")', '+1', '@SUM(A1)'])(
    'makes a text out of the formula %s',
    async (error) => {
      const [, line = ''] = (await piecesOf([{ ...finding, error }])).join('').split('\r\n');
      expect(line).toContain(`'${error.replaceAll('"', '""')}`);
    },
  );

  it.each([199, 200, 450])('comes in pieces of whole rows, and loses none of %i', async (count) => {
    const findings = Array.from({ length: count }, (_, index) => ({ ...finding, findingId: `fnd_${index}` }));
    const pieces = await piecesOf(findings);
    expect(pieces.every((piece) => piece === '' || piece.endsWith('\r\n'))).toBe(true);
    const ids = pieces
      .join('')
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
    expect(ids).toEqual(findings.map(({ findingId }) => findingId));
  });
});
