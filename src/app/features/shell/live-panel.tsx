// The live dot and the panel behind it: how fresh the connection is, what was said lately, and a way to try now.
import { onlineManager } from '@tanstack/react-query';
import { useState } from 'react';
import { ageWords, secondWords } from '#app/ui/format.ts';
import { Chip } from '#app/ui/primitives/chip.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { LiveDot } from '#app/ui/status/live-dot.tsx';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { refetchAll } from '#app/realtime/apply-change.ts';
import { queryClient } from '#app/api/query-client.ts';
import { Refused, sentenceOf } from '#app/api/errors.ts';
import { pastFlashes } from '#app/device/flash.ts';
import { useLive } from '#app/realtime/freshness.ts';
import { wakeLive } from '#app/realtime/wake.ts';
import { useNow } from '#app/device/now.ts';
import { useUpdate } from '#app/device/update.ts';

const words = { enrolled: 'Live', enrolling: 'Joining', offline: 'Offline' };

/** Asks the server about everything on screen, now. */
export function checkNow(): void {
  wakeLive();
  refetchAll(queryClient);
}

/** The same, until all of it is answered: what to say then. Throws `Refused` when something is not. */
export async function checked(): Promise<string> {
  // A question asked without a network waits for one, and says neither that it failed nor that it did not.
  if (!onlineManager.isOnline()) throw new Refused(0, 'E_OFFLINE');
  wakeLive();
  await queryClient.invalidateQueries({}, { throwOnError: true });
  return `Checked ${secondWords(new Date().toISOString())}`;
}

/** The live dot and what opens from it: in the header of every page, from 1440 px on once in the rail. */
export function LivePanel({ rail = false }: { rail?: boolean }) {
  const live = useLive();
  const [open, setOpen] = useState(false);
  const update = useUpdate();
  return (
    <>
      <div className={`flex flex-none items-center gap-2.5 ${rail ? '' : 'lg:hidden'}`}>
        {update.ready && (
          <span className={rail ? 'max-lg:hidden' : 'contents'}>
            <Chip onPress={update.apply}>Update</Chip>
          </span>
        )}
        <LiveDot narrow={rail} state={live.state} onOpen={() => setOpen(true)} />
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title="Connection" detail={words[live.state]}>
        <Facts>
          <LastHeard />
          {pastFlashes().map((said) => (
            <FactRow key={said.serial} term={said.words}>
              {secondWords(new Date(said.at).toISOString())}
            </FactRow>
          ))}
        </Facts>
        <CheckNow />
      </Sheet>
    </>
  );
}

function LastHeard() {
  const { heardAt, roundTrip } = useLive();
  const now = useNow(1000);
  return (
    <>
      <FactRow term="Last heard">{heardAt === null ? 'Not yet' : `${ageWords(now - heardAt)} ago`}</FactRow>
      {roundTrip !== null && <FactRow term="Round trip">{roundTrip} ms</FactRow>}
    </>
  );
}

function CheckNow() {
  const [said, say] = useState<string | null>('');
  const check = () => {
    say(null);
    void checked().then(say, (error: unknown) => say(sentenceOf(error, '')));
  };
  return (
    <div className="grid gap-2 pt-2 text-center">
      <p className="text-text2" role="status">
        {said ?? 'Checking'}
      </p>
      <Button kind="lamp" wide busy={said === null} onPress={check}>
        Check now
      </Button>
    </div>
  );
}
