import { describe, expect, it } from '@jest/globals';

interface Response {
  id: string;
  status: string;
  isValid(body: unknown): boolean;
}
type Examples = Record<string, Record<string, unknown>>;

// The scripts are plain JavaScript, as they run before anything is built.
const { bestExample, examplesOf, maskedExample, realAddresses } = (await import(
  new URL('./lib/response-examples.mjs', import.meta.url).href
)) as {
  bestExample(bodies: unknown[]): unknown;
  examplesOf(
    responses: Response[],
    before: Examples,
    recorded: Map<string, unknown[]>,
  ): { examples: Examples; missing: string[] };
  maskedExample(body: unknown): unknown;
  realAddresses(example: unknown): string[];
};

describe('an example', () => {
  it('has no id, time or secret of the run that it is from, and still shows which are the same', () => {
    const job = 'job_0mwr14iul5b961f3085868612';
    const masked = maskedExample({
      id: job,
      url: `/jobs/${job}`,
      ended: '2027-05-05T10:00:07.001Z',
      began: '2027-05-05T10:00:00.999Z',
      token: 'lbs_AbC-123',
      key: { secret: 'whsec_c2VjcmV0c2VjcmV0', base32: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
      codes: ['abcd-efgh-2345-wxyz'],
    });
    expect(masked).toEqual({
      id: 'job_0mwr14jl90000000000000001',
      url: '/jobs/job_0mwr14jl90000000000000001',
      ended: '2026-01-31T09:00:01.000Z',
      began: '2026-01-31T09:00:00.000Z',
      token: 'lbs_example',
      key: {
        secret: 'whsec_RXhhbXBsZUV4YW1wbGVFeGFtcGxlRXhhbXBsZQ==',
        base32: 'EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM',
      },
      codes: ['exam-ple1-exam-ple2'],
    });
  });

  it('is the response with the most values, of nobody whose address may be real', () => {
    const full = { email: 'alex@example.com', name: 'Alex' };
    expect(
      bestExample([{ email: null, name: 'Alex' }, full, { ...full, phone: '1', email: 'a@b.io' }]),
    ).toEqual(full);
    expect(bestExample([{ email: 'a@b.io' }])).toBeUndefined();
    expect(realAddresses(['a@leads.example.com', 'b@example.org', 'c@example.com.evil.io'])).toEqual([
      'c@example.com.evil.io',
    ]);
  });

  it('is kept while it is valid, else recorded anew, and missing if no test got one', () => {
    const isValid = (body: unknown): boolean => typeof body === 'object' && body !== null && 'name' in body;
    const responses = ['kept', 'outdated', 'unseen'].map((id) => ({ id, status: '200', isValid }));
    const before = { kept: { 200: { name: 'before' } }, outdated: { 200: { title: 'before' } } };
    const recorded = new Map([
      ['kept 200', [{ name: 'recorded' }]],
      ['outdated 200', [{ title: 'recorded' }, { name: 'recorded' }]],
    ]);
    expect(examplesOf(responses, before, recorded)).toEqual({
      examples: { kept: { 200: { name: 'before' } }, outdated: { 200: { name: 'recorded' } } },
      missing: ['unseen 200'],
    });
  });
});
