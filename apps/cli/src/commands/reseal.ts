import { resealSecrets } from '@leadbridge/usecases';

import type { SecretContext } from '../compose.js';

/** Lists how many secrets were re-encrypted, and which cannot be decrypted: these have to be set up again. */
export async function resealAll({ terminal, secrets, box }: SecretContext): Promise<boolean> {
  const { total, resealed, unreadable } = await resealSecrets(secrets, box);
  for (const { kind, id } of unreadable) {
    terminal.note(`${kind} ${id}: none of the keys opens it`);
  }
  terminal.result(`${total} secrets: ${resealed} re-encrypted, ${unreadable.length} cannot be decrypted`);
  return unreadable.length === 0;
}
