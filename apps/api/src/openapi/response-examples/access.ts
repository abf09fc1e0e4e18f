import { permissionsOf } from '@leadbridge/contracts';

import { onePage, type ResponseExamples } from './common.js';

const user = {
  id: 'usr_0mwr14qlk8c08e3861fb4ce96',
  email: 'desk@example.com',
  name: 'Desk',
  role: 'operator',
  disabled: false,
  second_factor: { method: null, required: true, due_at: '2026-01-31T09:18:52.328Z' },
  oidc: null,
  created_at: '2026-01-31T09:18:52.328Z',
  updated_at: '2026-01-31T09:18:52.328Z',
  last_sign_in_at: null,
};

const sessions = {
  sessions: [
    {
      id: 'ses_9f86d081884c7d659a2feaa0c55ad015',
      created_at: '2026-01-31T09:18:54.346Z',
      last_seen_at: '2026-01-31T10:02:11.020Z',
      expires_at: '2026-01-31T21:18:54.346Z',
      address: '203.0.113.7',
      second_factor_proven: true,
      current: true,
    },
  ],
};

const key = {
  id: 'key_0mwr14sde69284e3b38da6a36',
  name: 'CRM',
  role: 'operator',
  propose_only: false,
  status: 'active',
  last_characters: 'mple',
  created_at: '2026-01-31T09:18:54.626Z',
  rotated_at: null,
  expires_at: '2026-05-01T23:18:54.626Z',
  revoked_at: null,
  last_used_at: null,
  previous_key_works_until: null,
};

export const accessExamples: ResponseExamples = {
  postUsers: { 201: user },
  postUsersByUserIdInvite: {
    201: {
      invite_url: 'https://leads.example.com/console/setup#lbi_example',
      invite_expires_at: '2026-01-31T10:18:52.328Z',
    },
  },
  postAuthSetupCheck: { 200: { email: 'desk@example.com', name: 'Desk' } },
  postAuthSetup: {
    200: {
      token: 'lbs_example',
      token_type: 'Bearer',
      expires_at: '2026-01-31T21:18:54.346Z',
      user,
      second_factor_required: false,
    },
  },
  getUsers: { 200: { users: [user], pagination: onePage } },
  getUsersByUserId: { 200: user },
  patchUsersByUserId: {
    200: { ...user, role: 'viewer', second_factor: { method: null, required: false, due_at: null } },
  },
  getAuthMethods: { 200: { password: true, oidc: { name: 'Example Directory', available: true } } },
  postAuthOidcCode: {
    200: { to: '/console/leads', expires_at: '2026-01-31T21:18:54.346Z', user },
  },
  postAuthLogout: { 200: { end_session_url: 'https://login.example.com/logout?client_id=leadbridge' } },
  postAuthReauthenticate: { 200: { proven_until: '2026-01-31T09:33:54.346Z' } },
  postAuthLogin: {
    200: {
      token: 'lbs_example',
      token_type: 'Bearer',
      expires_at: '2026-01-31T21:18:54.346Z',
      user,
      second_factor_required: false,
    },
  },
  getAuthSession: {
    200: {
      user,
      permissions: permissionsOf('operator'),
      second_factor_methods: ['totp', 'email'],
      psa_ticket_url: 'https://psa.example.com/tickets?id={id}',
      second_factor_required: false,
      session: {
        created_at: '2026-01-31T09:18:54.346Z',
        expires_at: '2026-01-31T21:18:54.346Z',
        second_factor_proven: false,
      },
    },
  },
  getAuthCaller: {
    200: {
      id: key.id,
      name: key.name,
      kind: 'api_key',
      role: 'operator',
      permissions: permissionsOf('operator'),
      propose_only: false,
    },
  },
  getAuthSessions: { 200: sessions },
  getUsersByUserIdSessions: {
    200: { sessions: sessions.sessions.map((session) => ({ ...session, current: false })) },
  },
  postAuthMfaEnroll: {
    200: {
      method: 'totp',
      secret: 'EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM',
      otpauth_url:
        'otpauth://totp/Leadbridge:desk%40example.com?secret=EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM&issuer=Leadbridge',
      expires_at: '2026-01-31T09:33:54.525Z',
    },
  },
  postApiKeys: { 201: { ...key, key: 'lbk_example' } },
  getApiKeys: { 200: { api_keys: [key], pagination: onePage } },
  getApiKeysByKeyId: { 200: key },
  postApiKeysByKeyIdRotate: {
    200: {
      ...key,
      rotated_at: '2026-02-01T09:18:54.754Z',
      previous_key_works_until: '2026-02-02T09:18:54.754Z',
      key: 'lbk_example',
    },
  },
  postAuthMfaVerify: {
    200: { verified: true, method: 'totp', recovery_codes: ['exam-ple1-exam-ple2', 'exam-ple3-exam-ple4'] },
  },
};
