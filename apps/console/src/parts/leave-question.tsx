import { useBlocker } from '@tanstack/react-router';

import { mayBeHeldUp } from '../api/leave-page.js';
import { ConfirmDialog } from './confirm-button.js';

interface Move {
  readonly current: { readonly pathname: string };
  readonly next: { readonly pathname: string };
}

const toAnotherScreen = ({ current, next }: Move): boolean => current.pathname !== next.pathname;

/** Asks who goes to another screen, or loads the page anew, before what they did on this one is lost. */
export function LeaveQuestion({
  isUnsaved,
  question,
}: {
  readonly isUnsaved: boolean;
  readonly question: string;
}) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: toAnotherScreen,
    disabled: !isUnsaved,
    enableBeforeUnload: mayBeHeldUp,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      label="Leave this screen?"
      question={question}
      confirm="Leave"
      isOpen={status === 'blocked'}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  );
}
