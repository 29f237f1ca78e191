// The live dot and the panel behind it: how fresh the connection is, what was said lately, and a way to try now.
import { useState } from 'react';
import { ageWords, secondWords } from '#app/ui/ago.ts';
import { Chip } from '#app/ui/chip.tsx';
import { Button } from '#app/ui/button.tsx';
import { LiveDot } from '#app/ui/live.tsx';
import { FactRow, Facts } from '#app/ui/rows.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { refetchAll } from '../live/apply.ts';
import { queryClient } from '../api/client.ts';
import { pastFlashes } from '../session/flash.ts';
import { useLive } from '../session/freshness.ts';
import { wakeLive } from '../session/live-link.ts';
import { useNow } from '../session/now.ts';
import { useUpdate } from '../session/update.ts';

const words = { enrolled: 'Live', enrolling: 'Joining', offline: 'Offline' };

/** Asks the server about everything on screen, now. */
export function checkNow(): void {
  wakeLive();
  refetchAll(queryClient);
}

/** The dot of every page. */
export function LivePanel() {
  const live = useLive();
  const [open, setOpen] = useState(false);
  const update = useUpdate();
  return (
    <>
      {update.ready && <Chip onPress={update.apply}>Update</Chip>}
      <LiveDot state={live.state} onOpen={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title="Connection" detail={words[live.state]}>
        <Facts>
          <LastHeard />
          {pastFlashes().map((said) => (
            <FactRow key={said.serial} term={said.words}>
              {secondWords(new Date(said.at).toISOString())}
            </FactRow>
          ))}
        </Facts>
        <div className="pt-2">
          <Button kind="lamp" wide onPress={checkNow}>
            Check now
          </Button>
        </div>
      </Sheet>
    </>
  );
}

function LastHeard() {
  const { heardAt } = useLive();
  const now = useNow(1000);
  return <FactRow term="Last heard">{heardAt === null ? 'Not yet' : `${ageWords(now - heardAt)} ago`}</FactRow>;
}
