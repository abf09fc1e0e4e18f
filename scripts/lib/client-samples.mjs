/**
 * A program for each generated client, as an integrator would write it. `@wrong` stands for a lead with a value of the wrong type, and
 * must not compile; the rest must.
 */
const right = `{ email: 'alex@example.com', company: 'Example Ltd', headcount: 12, 'Job Title': 'CTO' }`;
const native = `{ person: { email: 'alex@example.com', organization: { name: 'Example Ltd' } } }`;
const wrong = `{ email: 5, company: 'Example Ltd' }`;

/** A sample with the lead in its place. */
export function withLead(sample, kind) {
  return sample.replaceAll('@lead', { right, native, wrong }[kind]);
}

export const leadKinds = ['right', 'native', 'wrong'];

export const openapiFetch = `
import createClient from 'openapi-fetch';
import type { components, paths, webhooks } from './schema.js';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000/api/v1', headers: { 'X-API-Key': 'key' } });
export type Created = webhooks['lead.created']['post']['requestBody']['content']['application/json'];

export async function importLead(): Promise<number | null> {
  const { data, error } = await client.POST('/sync/leads', { body: { source: 'csv', data: @lead } });
  if (error !== undefined) {
    throw new Error(error.error.code satisfies components['schemas']['ApiError']['error']['code']);
  }
  return 'lead_id' in data ? data.lead_id : null;
}

export async function firstStatus(): Promise<components['schemas']['Job']['status'] | undefined> {
  const { data } = await client.GET('/jobs', { params: { query: { limit: 10, status: 'completed' } } });
  return data?.jobs[0]?.status;
}
`;

export const heyApi = `
import { getJobs, postSyncLeads } from './generated/index.js';
import type { EventLeadCreated, Job } from './generated/index.js';

export type Created = EventLeadCreated;

export async function importLead(): Promise<number | null> {
  const { data } = await postSyncLeads({ body: { source: 'csv', data: @lead } });
  return data !== undefined && 'lead_id' in data ? data.lead_id : null;
}

export async function firstStatus(): Promise<Job['status'] | undefined> {
  const { data } = await getJobs({ query: { limit: 10, status: 'completed' } });
  return data?.jobs[0]?.status;
}
`;

export const typescriptFetch = `
import { Configuration, ImportApi, JobsApi, type Job } from './generated/index.js';

const configuration = new Configuration({ basePath: 'http://127.0.0.1:3000/api/v1', accessToken: 'key' });

export async function importLead(): Promise<unknown> {
  return await new ImportApi(configuration).postSyncLeads({
    postSyncLeadsRequest: { source: 'csv', data: @lead },
  });
}

export async function firstStatus(): Promise<Job['status'] | undefined> {
  const { jobs } = await new JobsApi(configuration).getJobs({ limit: 10, status: 'completed' });
  return jobs[0]?.status;
}
`;

/** Python has no compiler: the models refuse a wrong type where they are made. */
export const python = `
import sys
from pydantic import ValidationError
from openapi_client import ApiClient, Configuration, ImportApi, JobsApi
from openapi_client.models import FlatLead, Job, LeadInput, PostSyncLeadsRequest, ProviderPayload

lead = FlatLead(email="alex@example.com", company="Example Ltd")
request = PostSyncLeadsRequest(source="csv", data=LeadInput(lead))
assert request.to_dict()["data"]["email"] == "alex@example.com"
assert Job.model_fields["status"] is not None
client = ApiClient(Configuration(host="http://127.0.0.1:3000/api/v1", access_token="key"))
assert ImportApi(client) and JobsApi(client)
try:
    FlatLead(email=5, company="Example Ltd")
except ValidationError:
    sys.exit(0)
sys.exit("A lead with a wrong type was taken")
`;
