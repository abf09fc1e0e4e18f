import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

export interface Question {
  readonly label: string;
  readonly question: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly color?: string;
  readonly children?: ReactNode;
}

/** A button for what cannot be taken back by a second click: it says what will happen, and asks. */
export function ConfirmButton({
  loading = false,
  disabled = false,
  ...question
}: Question & { readonly loading?: boolean; readonly disabled?: boolean }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" loading={loading} disabled={disabled} onClick={open}>
        {question.label}
      </Button>
      <ConfirmDialog {...question} isOpen={isOpen} onClose={close} />
    </>
  );
}

/** The question alone, for what opens it otherwise than by a button. */
export function ConfirmDialog({
  label,
  question,
  confirm,
  onConfirm,
  color = 'red.9',
  children,
  isOpen,
  onClose,
}: Question & { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={label}>
      <Stack>
        <Text>{question}</Text>
        {children}
        <Group>
          <Button
            color={color}
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {confirm}
          </Button>
          <Button variant="default" onClick={onClose} data-autofocus>
            Back
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
