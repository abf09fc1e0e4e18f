import { Alert, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { EnrolResponse, VerifyResponse } from '@leadbridge/contracts';

import { useSession } from '../session/session.js';
import { ChooseMethod } from './choose-method.js';
import { ConfirmCode } from './confirm-code.js';
import { methodNames } from './method-names.js';
import { RecoveryCodes } from './recovery-codes.js';
import { timeLeft } from './time-left.js';
import { Section } from '../parts/section.js';

/**
 * Sets up, or replaces, the second factor: choose, confirm with its first code, save the recovery codes.
 *
 * @param onDone called once the recovery codes are saved
 */
export function SecondFactor({ onDone }: { readonly onDone?: () => void }) {
  const { user, second_factor_required: isOverdue } = useSession();
  const { method, due_at: dueAt } = user.second_factor;
  const [offer, setOffer] = useState<EnrolResponse | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const client = useQueryClient();

  const confirmed = ({ recovery_codes: codes = [] }: VerifyResponse): void => {
    setOffer(null);
    setRecoveryCodes(codes);
    void client.invalidateQueries();
  };
  const saved = async (): Promise<void> => {
    await client.invalidateQueries();
    setRecoveryCodes(null);
    onDone?.();
  };

  return (
    <Section title="Two-factor authentication">
      <Stack>
        {recoveryCodes === null ? (
          <>
            <Text>
              {method === null
                ? 'Two-factor authentication is off. Anyone who learns your password can sign in as you.'
                : `Two-factor authentication is on: ${methodNames[method]}. A new method replaces it.`}
            </Text>
            {method !== null || dueAt === null || isOverdue ? null : (
              <Alert color="yellow">
                Your role requires it. Time left to set it up: {timeLeft(dueAt, Date.now())}.
              </Alert>
            )}
            {offer === null ? (
              <ChooseMethod onOffer={setOffer} />
            ) : (
              <ConfirmCode offer={offer} onConfirmed={confirmed} onBack={() => setOffer(null)} />
            )}
          </>
        ) : (
          <RecoveryCodes codes={recoveryCodes} onSaved={() => void saved()} />
        )}
      </Stack>
    </Section>
  );
}
