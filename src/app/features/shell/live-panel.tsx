// The live dot and its panel: the state of the connection, the latest flashes, and a check on demand.
import { onlineManager } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { Chip } from '#app/ui/primitives/chip.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { LiveDot } from '#app/ui/status/live-dot.tsx';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { refetchAll } from '#app/realtime/apply-change.ts';
import { queryClient } from '#app/api/query-client.ts';
import { ApiError } from '#app/api/errors.ts';
import { readErrorMessage } from '#app/api/error-messages.ts';
import { pastFlashes } from '#app/device/flash.ts';
import { useLive, useLiveState } from '#app/realtime/freshness.ts';
import { wakeLive } from '#app/realtime/wake.ts';
import { reader } from '#app/device/reader.ts';
import { formatAge, formatSeconds } from '#text/format.ts';
import * as m from '#text/messages.js';
import { useNow } from '#app/device/now.ts';
import { useUpdate } from '#app/device/update.ts';

const states = { enrolled: m.ui_live, enrolling: m.ui_connecting, offline: m.ui_offline };

/** Fetches everything on screen again. */
export function checkNow(): void {
  wakeLive();
  refetchAll(queryClient);
}

/** Fetches everything on screen and returns the message for the success. Throws `ApiError` when a call fails. */
export async function checked(): Promise<string> {
  // Without a network a query would pause instead of failing.
  if (!onlineManager.isOnline()) throw new ApiError(0, 'E_NETWORK');
  wakeLive();
  await queryClient.invalidateQueries({}, { throwOnError: true });
  return m.shell_checked({ time: formatSeconds(new Date().toISOString(), reader()) });
}

/** The live dot and its panel: in the header of every page, from 1440 px on once in the rail. */
export function LivePanel({ look }: Pick<ComponentProps<typeof LiveDot>, 'look'>) {
  const rail = look === 'rail';
  const state = useLiveState();
  const [open, setOpen] = useState(false);
  const update = useUpdate();
  return (
    <>
      <div className={cx('flex flex-none items-center gap-2.5', !rail && 'lg:hidden')}>
        {update.ready && (
          <span className={rail ? 'max-lg:hidden' : 'contents'}>
            <Chip onPress={update.apply}>{m.shell_update()}</Chip>
          </span>
        )}
        <LiveDot {...(look && { look })} state={state} onOpen={() => setOpen(true)} />
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title={m.shell_connection()} detail={states[state]()}>
        <div className="whitespace-pre-line">
          <Facts>
            <LastAnswer />
            {pastFlashes().map((past) => (
              <FactRow key={past.serial} term={past.text}>
                {formatSeconds(new Date(past.at).toISOString(), reader())}
              </FactRow>
            ))}
          </Facts>
        </div>
        <CheckNow />
      </Sheet>
    </>
  );
}

function LastAnswer() {
  const { lastContactAt, roundTrip } = useLive();
  const now = useNow(1000);
  return (
    <>
      <FactRow term={m.shell_last_answer()}>
        {lastContactAt === null ? m.shell_not_yet() : m.shell_ago({ age: formatAge(now - lastContactAt, reader()) })}
      </FactRow>
      {roundTrip !== null && (
        <FactRow term={m.shell_round_trip()}>{m.shell_milliseconds({ count: roundTrip })}</FactRow>
      )}
    </>
  );
}

function CheckNow() {
  const [message, setMessage] = useState<string | null>('');
  const check = () => {
    setMessage(null);
    void checked().then(setMessage, (error: unknown) => setMessage(readErrorMessage(error)));
  };
  return (
    <div className="grid gap-2 pt-2 text-center">
      <p className="text-text2" role="status">
        {message ?? m.shell_checking()}
      </p>
      <Button kind="lamp" wide busy={message === null} onPress={check}>
        {m.actions_check_now()}
      </Button>
    </div>
  );
}
