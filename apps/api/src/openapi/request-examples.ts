/**
 * One request body for each endpoint that has one, by operation id. A test validates each example against its
 * schema, and fails for an endpoint with a body but without an example.
 */
export const requestExamples: Readonly<Record<string, unknown>> = {
  postSyncLeads: {
    source: 'provider_a',
    data: {
      first_name: 'Alex',
      last_name: 'Example',
      email: 'alex@example.com',
      company: 'Example Software Ltd',
      title: 'Director of IT',
    },
    options: { deduplication: true, update_existing: true, custom_fields: true, strict: false },
  },
  postCompanyMatchesByMatchId: { client_id: 12 },
  postSyncLeadsBulk: {
    source: 'csv',
    leads: [
      {
        first_name: 'Alex',
        last_name: 'Example',
        email: 'alex@example.com',
        company: 'Example Software Ltd',
      },
      { first_name: 'Robin', last_name: 'Sample', email: 'robin@example.org', company: 'Sample Works' },
    ],
    batch_options: { batch_size: 100, continue_on_error: true },
  },
  putImportMappingsByName: {
    columns: [
      { column: 'Full name', field: 'name' },
      { column: 'Mail', field: 'email' },
      { column: 'Stand', field: null },
    ],
  },
  postValidateLeads: { source: 'manual', data: { first_name: 'Alex', email: 'alex@example.com' } },
  putLeadsByLeadIdStatus: { status: 'contacted', reason: 'Answered the first call' },
  postProspectsConvertByLeadId: {
    qualification_data: {
      pain_points: 'Reports take two days',
      budget_range: '50k-100k',
      decision_maker: true,
      fit_score: 82,
    },
    conversion_options: { create_opportunity: false, notify_team: true },
  },
  putProspectsByProspectIdStatus: {
    status: 'prospecting',
    reason: 'Pain points are confirmed',
    next_action: 'Send the proposal',
    next_action_date: '2026-03-31',
  },
  postOpportunities: {
    prospect_id: 1,
    opportunity_data: { value: 75_000, probability: 40, expected_close_date: '2026-06-30' },
  },
  putOpportunitiesByOpportunityId: { status: 'progressing', probability: 60, notes: 'Terms were sent' },
  postCalls: {
    lead_id: 1,
    occurred_at: '2026-01-31T09:30:00Z',
    direction: 'outbound',
    dialled_number: '+15551234567',
    duration_seconds: 240,
    outcome: 'Wants a demonstration',
  },
  postJobsByJobIdCancel: {},
  postJobsByJobIdCommit: { if_changed: 'skip' },
  postMirrorRebuild: {},
  postPsaCheck: {},
  postReconciliations: {},
  postReconciliationsByReconciliationIdFindingsByFindingIdResolve: { remedy: 'follow' },
  postReconciliationsByReconciliationIdResolve: { kind: 'unknown_before_first_import', remedy: 'adopt' },
  postJobsByJobIdRetry: {},
  postJobsByJobIdUndo: { dry_run: true },
  postWebhooks: { url: 'https://hooks.example.com/leadbridge', events: ['lead.created', 'sync.completed'] },
  patchWebhooksByWebhookId: { events: ['*'], active: true },
  postWebhooksByWebhookIdRotateSecret: { revoke_previous: false },
  postWebhooksByWebhookIdTest: {},
  postWebhooksByWebhookIdDeliveriesByDeliveryIdRedeliver: {},
  postWebhooksByWebhookIdReplay: { failed_since: '2026-01-31T09:00:00Z', dry_run: true },
  postWebhooksTest: { timestamp: '2026-01-31T09:00:00Z' },
  postWebhooksDncSync: {
    ticket_id: 10_000,
    event_type: 'ticket.updated',
    changes: { customfields: [{ id: 105, new_value: true }] },
  },
  postSuppressions: { email: 'alex@example.com', reason: 'Asked by telephone' },
  postSuppressionsBulk: {
    suppressions: [
      { email: 'alex@example.com', reason: 'Unsubscribed', occurred_at: '2026-01-31T09:00:00Z' },
      { domain: 'example.org', reason: 'A customer of a partner' },
    ],
    dry_run: true,
  },
  postSuppressionsBySuppressionIdRetry: {},
  deleteSuppressionsBySuppressionId: { reason: 'Added by mistake' },
  postErasures: { email: 'alex@example.com' },
  putConfig: { providers: { provider_a: { rate_limit: 200 } } },
  postAuthLogin: { email: 'ops@example.com', password: 'a long sentence of one’s own' },
  postAuthSetupCheck: { token: 'lbi_example' },
  postAuthSetup: { token: 'lbi_example', name: 'Desk', password: 'a long sentence of one’s own' },
  postAuthLogout: {},
  postAuthPassword: {
    current_password: 'a long sentence of one’s own',
    new_password: 'another sentence, just as long',
  },
  postAuthMfaEnroll: { method: 'totp' },
  postAuthMfaVerify: { code: '123456' },
  postAuthOidcCode: { code: '123456' },
  postAuthReauthenticate: { password: 'a long sentence of one’s own', code: '123456' },
  postUsers: {
    email: 'ops@example.com',
    name: 'Robin Sample',
    role: 'operator',
    password: 'a long sentence of one’s own',
  },
  patchUsersByUserId: { role: 'viewer' },
  postMcp: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'job_status', arguments: { job_id: 'job_0mwr14p4r0e1d2c3b4a5f6e7d' } },
  },
  postApiKeys: { name: 'CRM export', role: 'operator', expires_in_days: 90 },
  postApiKeysByKeyIdRotate: { expires_in_days: 90 },
};

/** Further bodies of an endpoint, by title, if one example does not show everything that it accepts. */
export const furtherRequestExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  postSyncLeads: {
    apollo: {
      source: 'provider_a',
      data: {
        person: {
          first_name: 'Alex',
          last_name: 'Example',
          email: 'alex@example.com',
          contact: { email_unsubscribed: null },
          organization: { name: 'Example Software Ltd', estimated_num_employees: 120 },
        },
      },
    },
    zoominfo: {
      source: 'provider_b',
      data: {
        contact: {
          firstName: 'Alex',
          lastName: 'Example',
          email: 'alex@example.com',
          jobTitle: 'Director of IT',
        },
        company: { name: 'Example Software Ltd', revenue: '$18 Million', employeeCount: 120 },
      },
    },
    hunter: {
      source: 'provider_c',
      data: {
        data: {
          first_name: 'Alex',
          last_name: 'Example',
          email: 'alex@example.com',
          score: 96,
          company: 'Example Software Ltd',
        },
      },
    },
  },
};
