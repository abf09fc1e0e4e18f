import { useBlocker } from '@tanstack/react-router';

import { ConfirmDialog } from './confirm-button.js';

interface Move {
  readonly current: { readonly pathname: string };
  readonly next: { readonly pathname: string };
}

const toAnotherScreen = ({ current, next }: Move): boolean => current.pathname !== next.pathname;

/** Asks who goes to another screen before what they did on this one is lost. */
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
    // The page itself is also loaded anew for another person, whom nothing may hold up.
    enableBeforeUnload: false,
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
