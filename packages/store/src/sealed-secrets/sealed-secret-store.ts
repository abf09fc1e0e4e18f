import type { SealedSecret, SealedSecretStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { credentialModel, type CredentialDocument } from '../people/credential-model.js';
import { suppressionHashId, suppressionHashModel } from '../suppression/suppression-hash.js';
import type { SuppressionHashDocument } from '../suppression/suppression-hash.js';
import { webhookModel, type WebhookDocument } from '../subscription/webhook-model.js';

export function createSealedSecretStore(connection: Connection): SealedSecretStore {
  const webhooks = webhookModel(connection);
  const credentials = credentialModel(connection);
  const hashes = suppressionHashModel(connection);

  return {
    async *list() {
      for await (const document of webhooks.find().lean<WebhookDocument[]>().cursor()) {
        yield* ofWebhook(document);
      }
      const withFactor = credentials.find({ factor: { $ne: null } });
      for await (const document of withFactor.lean<CredentialDocument[]>().cursor()) {
        yield* ofPerson(document);
      }
      const hash = await hashes.findById(suppressionHashId).lean<SuppressionHashDocument>();
      if (hash !== null && hash.sealed !== null) {
        yield { kind: 'suppression_hash', id: hash._id, sealed: hash.sealed };
      }
    },

    async replace({ kind, id, sealed: before }, after) {
      if (kind === 'suppression_hash') {
        const changed = await hashes.updateOne(
          { _id: suppressionHashId, sealed: before },
          { $set: { sealed: after } },
        );
        return changed.matchedCount === 1;
      }
      if (kind !== 'webhook') {
        const field = kind === 'totp' ? 'factor.sealedSecret' : 'factor.sealedPhone';
        const changed = await credentials.updateOne(
          { _id: id, [field]: before },
          { $set: { [field]: after } },
        );
        return changed.matchedCount === 1;
      }
      const current = await webhooks.updateOne(
        { _id: id, sealedSecret: before },
        { $set: { sealedSecret: after } },
      );
      if (current.matchedCount === 1) {
        return true;
      }
      const previous = await webhooks.updateOne(
        { _id: id, 'previousSecrets.sealed': before },
        { $set: { 'previousSecrets.$.sealed': after } },
      );
      return previous.matchedCount === 1;
    },
  };
}

function ofWebhook({ _id: id, sealedSecret, previousSecrets }: WebhookDocument): SealedSecret[] {
  const all = [sealedSecret, ...previousSecrets.map(({ sealed }) => sealed)];
  return all.map((sealed) => ({ kind: 'webhook', id, sealed }));
}

function ofPerson({ _id: id, factor }: CredentialDocument): SealedSecret[] {
  const { sealedSecret = null, sealedPhone = null } = factor ?? {};
  return [
    ...(sealedSecret === null ? [] : [{ kind: 'totp', id, sealed: sealedSecret } as const]),
    ...(sealedPhone === null ? [] : [{ kind: 'phone', id, sealed: sealedPhone } as const]),
  ];
}
