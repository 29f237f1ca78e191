// Leaving a form with changes asks first: keep editing, or discard.
import { useBlocker } from '@tanstack/react-router';
import { Button } from '#app/ui/primitives/button.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';

/** Put it on a page with a form; `dirty` says what is not saved, null for nothing. */
export function LeaveUnsaved({ dirty }: { dirty: string | null }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty !== null && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty !== null,
    withResolver: true,
  });
  const blocked = blocker.status === 'blocked';
  return (
    <Sheet open={blocked} onClose={() => blocker.reset?.()} title="Leave without saving?" detail={dirty}>
      <div className="grid gap-2 px-3">
        <Button kind="danger" wide onPress={() => blocker.proceed?.()}>
          Discard
        </Button>
        <Button kind="lamp" wide size="large" onPress={() => blocker.reset?.()}>
          Keep editing
        </Button>
      </div>
    </Sheet>
  );
}
