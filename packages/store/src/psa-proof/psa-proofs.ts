import type { PsaProofs } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

interface PsaProofDocument {
  /** The PSA's address. */
  _id: string;
  build: string;
  passedAt: Date;
  takesArrays: boolean;
}

export function createPsaProofs(connection: Connection): PsaProofs {
  const proofs = connection.collection<PsaProofDocument>('psa_proofs');
  return {
    async find(psaUrl) {
      const found = await proofs.findOne({ _id: psaUrl });
      if (found === null) {
        return null;
      }
      const { build, passedAt, takesArrays } = found;
      return { psaUrl, build, takesArrays, passedAt: passedAt.toISOString() };
    },

    async save({ psaUrl, build, takesArrays, passedAt }) {
      await proofs.replaceOne(
        { _id: psaUrl },
        { build, takesArrays, passedAt: new Date(passedAt) },
        { upsert: true },
      );
    },

    async forget(psaUrl) {
      await proofs.deleteOne({ _id: psaUrl });
    },
  };
}
