import type { AuditAction, AuditView } from '@leadbridge/contracts';

import { inWords } from '../../parts/format.js';
import type { NamesById } from '../../parts/names.js';

type Entry = Pick<AuditView, 'action' | 'actor' | 'target' | 'changes' | 'method' | 'via'>;

/** Who did what, as one sentence; people and keys by their names. */
export function auditSentence(entry: Entry, names: NamesById): string {
  const { actor, via } = entry;
  const who = actor.kind === 'service' ? 'Leadbridge' : actor.name;
  const helped = via === 'mcp' ? ' through an assistant' : '';
  const did = sentences[entry.action];
  return did === undefined
    ? `${who}: ${inWords(entry.action).toLowerCase()}${helped}.`
    : `${who} ${did(entry, names)}${helped}.`;
}

const about =
  (verb: string, kind: string) =>
  (entry: Entry, names: NamesById): string => {
    const name = nameOf(entry, names);
    return name === null
      ? `${verb} a${/^[aeiou]/iu.test(kind) ? 'n' : ''} ${kind}`
      : `${verb} the ${kind} ${name}`;
  };

/** Of somebody's account: one's own is not named again. */
const account =
  (verb: string) =>
  (entry: Entry, names: NamesById): string =>
    entry.actor.id === entry.target.id
      ? `${verb} their own account`
      : `${verb} the account of ${nameOf(entry, names) ?? 'somebody who has been removed'}`;

const person =
  (verb: string) =>
  (entry: Entry, names: NamesById): string =>
    `${verb} ${nameOf(entry, names) ?? 'a person'}`;

const always = (text: string) => (): string => text;

const sentences: Readonly<Partial<Record<AuditAction, (entry: Entry, names: NamesById) => string>>> = {
  'api_key.issued': about('issued', 'API key'),
  'api_key.rotated': about('rotated', 'API key'),
  'api_key.revoked': about('revoked', 'API key'),
  'user.created': person('added'),
  'user.invited': person('invited'),
  'user.joined': always('accepted the invitation'),
  'user.changed': account('changed'),
  'user.removed': person('removed'),
  'user.signed_in': ({ method }) => `signed in${method === 'oidc' ? ' with OpenID Connect' : ''}`,
  'user.signed_out': always('signed out'),
  'user.reauthenticated': always('confirmed who they are'),
  'user.session_ended': account('ended a session of'),
  'user.locked': always('was locked out after too many failed sign-ins'),
  'auth.login_failed': always('failed to sign in'),
  'user.password_changed': account('changed the password of'),
  'user.second_factor_enrolled': always('set up a second factor'),
  'user.second_factor_reset': account('removed the second factor of'),
  'user.recovery_code_used': always('signed in with a recovery code'),
  'config.changed': always('changed the settings'),
  'import_mapping.saved': ({ target }) => `saved the column mapping “${target.id}”`,
  'import_mapping.removed': ({ target }) => `removed the column mapping “${target.id}”`,
  'webhook.created': about('added', 'webhook'),
  'webhook.changed': about('changed', 'webhook'),
  'webhook.removed': about('removed', 'webhook'),
  'webhook.secret_replaced': about('replaced the secret of', 'webhook'),
  'webhook.tested': about('tested', 'webhook'),
  'webhook.redelivered': about('sent a delivery again to', 'webhook'),
  'webhook.replayed': about('replayed events to', 'webhook'),
  'queue.job_retried': always('retried a job in its queue'),
  'queue.job_promoted': always('moved a job up in its queue'),
  'queue.job_removed': always('removed a job from its queue'),
  'mirror.rebuild_requested': always('asked for a new mirror of the PSA'),
  'psa.check_requested': always('checked the connection to the PSA'),
  'reconciliation.requested': always('compared the PSA with the records'),
  'reconciliation.resolved': always('resolved a finding of a reconciliation'),
  'mcp.plan_import': always('planned an import'),
  'mcp.plan_undo': always('planned an undo'),
  'mcp.commit_plan': always('carried out a plan'),
  'mcp.suppress_person': always('recorded an opt-out'),
  'erasure.requested': always('asked to erase a person'),
  'erasure.completed': always('erased a person'),
  'suppression.removed': always('removed an opt-out'),
  'company_match.decided': always('decided on the client of a company'),
};

/** What people may have done. */
export const auditActions: readonly string[] = Object.keys(sentences);

/** Of what an entry is about: its name now, else the one that the entry itself says. */
function nameOf({ target, changes }: Entry, names: NamesById): string | null {
  const said = ['name', 'email', 'url'].map((field) => changes[field]?.to ?? changes[field]?.from);
  const name = names.get(target.id) ?? said.find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name : null;
}
