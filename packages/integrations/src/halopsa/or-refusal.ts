import { PsaRefusedError, type WriteResult } from '@leadbridge/usecases';

/** What was read; or, as the result of the item that needs it, why the PSA refuses to show that one entity. */
export async function orRefusal<T>(
  read: Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | Extract<WriteResult, { ok: false }>> {
  try {
    return { ok: true, value: await read };
  } catch (error) {
    if (error instanceof PsaRefusedError && error.isOfOne) {
      return { ok: false, uncertain: false, message: error.message };
    }
    throw error;
  }
}
