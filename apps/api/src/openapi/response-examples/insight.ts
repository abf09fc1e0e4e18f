import { type ResponseExamples } from './common.js';

const config = {
  psa: { base_url: 'https://psa.example.com', custom_fields_enabled: true },
  providers: {
    provider_a: {
      enabled: true,
      rate_limit: 0,
      label: 'Provider A',
      former_labels: [],
      aliases: [],
      kind: 'provider_a',
    },
    provider_b: {
      enabled: true,
      rate_limit: 0,
      label: 'Provider B',
      former_labels: [],
      aliases: [],
      kind: 'provider_b',
    },
    provider_c: {
      enabled: true,
      rate_limit: 0,
      label: 'Provider C',
      former_labels: [],
      aliases: [],
      kind: 'provider_c',
    },
  },
  workflow: { auto_conversion: false },
  lists: {
    hot: 'Hot',
    warm: 'Warm',
    cold: 'Cold',
    enterprise: 'Enterprise',
    source: 'Source: <label>',
    industry: 'Industry: <name>',
    mid_market: 'Mid-Market',
    small_business: 'Small Business',
    do_not_contact: 'Do Not Contact',
  },
  status_ids: { contacted: 3 },
  default_country: 'US',
  company_matching: 'name',
};

export const insightExamples: ResponseExamples = {
  getHealth: {
    200: {
      status: 'healthy',
      version: '1.0.0',
      timestamp: '2026-01-31T09:18:41.817Z',
      services: { psa: 'connected', provider_a: 'connected', database: 'connected' },
      psa_failure: null,
      psa_write_check: null,
      workers: { alive: 2, last_seen_at: '2026-01-31T09:18:41.204Z' },
      queue: { state: 'connected', waiting: 3, active: 12 },
      psa_budget: {
        limit: 500,
        used: 120,
        window_seconds: 300,
        free: { opt_out: 380, lifecycle: 375, single: 370, bulk: 360, mirror: 180 },
        waiting: { opt_out: 0, lifecycle: 0, single: 0, bulk: 0, mirror: 0 },
        used_by: { opt_out: 4, lifecycle: 12, single: 24, bulk: 80, mirror: 0, others: 0 },
      },
      psa_mirror: { complete: true, missing: { tickets: 0, contacts: 0, clients: 0 } },
      event_dispatch: { state: 'working', oldest_waiting_seconds: 0.12 },
      resources: {
        uptime_seconds: 86400,
        memory_mb: 135,
        heap_used_mb: 57,
        cpu_share: 0.01,
        load_average: 0.42,
      },
    },
  },
  getLivez: { 200: { status: 'alive' } },
  getReadyz: { 200: { status: 'ready' } },
  getQueues: {
    200: {
      queues: [
        { name: 'lead-imports', waiting: 1, delayed: 0, active: 8, failed: 0 },
        { name: 'bulk-imports', waiting: 2, delayed: 1, active: 4, failed: 0 },
      ],
    },
  },
  getConfig: { 200: config },
  putConfig: {
    200: {
      ...config,
      providers: { ...config.providers, provider_a: { ...config.providers.provider_a, rate_limit: 200 } },
    },
  },
  getAnalyticsSync: {
    200: {
      period: { start: '2026-01-01T00:00:00.000Z', end: '2026-01-31T23:59:59.999Z' },
      totals: { leads_imported: 15, prospects_created: 4, opportunities_won: 1 },
      by_source: {
        csv: { leads: 5, success_rate: 0.6429 },
        manual: { leads: 1, success_rate: 1 },
        provider_a: { leads: 6, success_rate: 0.8 },
        provider_b: { leads: 3, success_rate: 1 },
      },
    },
  },
  getAnalyticsHistory: {
    200: {
      period: { start: '2026-01-30T00:00:00.000Z', end: '2026-01-31T23:59:59.999Z' },
      interval: 'day',
      points: [
        {
          start: '2026-01-30T00:00:00.000Z',
          created: 11,
          updated: 4,
          skipped: 2,
          preserved: 1,
          failed: 3,
        },
        { start: '2026-01-31T00:00:00.000Z', created: 4, updated: 0, skipped: 0, preserved: 0, failed: 0 },
      ],
    },
  },
  getAnalyticsPerformance: {
    200: {
      response_times: { average: 48.2741, p95: 143.3056, p99: 460.9705 },
      error_rates: {
        total: 0.01,
        by_endpoint: { '/leads/{lead_id}': 0, '/sync/leads': 0.0125, '/sync/leads/bulk': 0 },
      },
      throughput: { requests_per_minute: 2.6667, data_processed_mb: 0.319883 },
    },
  },
  getAnalyticsWorkflow: {
    200: {
      period: { start: '2026-01-01T00:00:00.000Z', end: '2026-01-31T23:59:59.999Z' },
      conversion_rates: {
        contacted_to_engaged: 0.8,
        contacted_to_no_interest: 0.2,
        engaged_to_new_prospect: 1,
        negotiation_to_won: 0.5,
        new_lead_to_researching: 0.4,
        new_opportunity_to_progressing: 0.6667,
        new_prospect_to_prospecting: 1,
        progressing_to_negotiation: 1,
        prospecting_to_disqualified: 0.25,
        prospecting_to_qualified: 0.75,
        qualified_to_new_opportunity: 1,
        researching_to_contacted: 0.8333,
        researching_to_invalid_data: 0.1667,
        negotiation_to_lost: 0.25,
      },
      average_time_in_stage_hours: {
        contacted: 52.75,
        engaged: 20.5,
        negotiation: 72,
        new_lead: 6.25,
        new_opportunity: 48,
        new_prospect: 4,
        progressing: 120.5,
        prospecting: 96.25,
        qualified: 26,
        researching: 30.5,
      },
      bottleneck: { status: 'progressing', average_hours: 120.5, records: 1 },
      success_metrics: {
        win_rate: 0.6667,
        average_deal_value: 20000.5,
        average_days_to_win: 31.5,
        qualified_rate: 0.75,
      },
    },
  },
  getErrors: {
    200: {
      errors: [
        {
          id: 'err_0mwr14ph615b03e7cc99d55b6',
          timestamp: '2026-01-31T09:18:50.874Z',
          level: 'warning',
          message: 'Duplicate email address (rows 4, 9)',
          source: 'import',
          details: {
            lead_id: null,
            error_code: 'DUPLICATE_IN_REQUEST',
            job_id: 'job_0mwr14j7c9cad6dfd772f988a',
            request_id: 'req_0mkyz14sg8c2a7893bf76505c8',
            fault: 'caller',
            lead_source: 'provider_a',
            rows: [
              { row: 4, name: 'Alex Example', company: 'Example Software Ltd' },
              { row: 9, name: 'Alex Example', company: 'Example Software Ltd' },
            ],
          },
        },
      ],
      pagination: { total: 1, page: 1, limit: 50, next_cursor: null },
    },
  },
  getAudit: {
    200: {
      entries: [
        {
          id: 'aud_0mwr14sgya3d0890a41d05cb3',
          at: '2026-01-31T09:18:54.754Z',
          action: 'api_key.rotated',
          actor: { id: 'key_0mk2xq4b1c7de9f20a3b4c5d6', name: 'CRM', kind: 'api_key' },
          target: { type: 'api_key', id: 'key_0mwr14sde69284e3b38da6a36' },
          changes: {
            key: { from: '[secret]', to: '[secret]' },
            expires_in_days: { from: null, to: 90 },
          },
          address: '127.0.0.1',
          request_id: 'req_0mwr14sg8c2a7893bf76505c8',
          via: null,
        },
      ],
      pagination: {
        total: 26,
        page: 1,
        limit: 1,
        next_cursor:
          'WyJhdWRpdCIsMiwiMjAyNi0wMS0zMVQwOToxODo1NC43NTRaIiwiYXVkXzBtd3IxNHNneWEzZDA4OTBhNDFkMDVjYjMiXQ',
      },
    },
  },
  getOpenapiJson: { 200: { openapi: '3.1.0', info: { title: 'Leadbridge', version: '1.0.0' }, paths: {} } },
};
