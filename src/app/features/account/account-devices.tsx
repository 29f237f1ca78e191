// The person's devices that can be reached by push, each with what is known of it, and removing one.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ageWords, clockWords } from '#app/ui/format.ts';
import { HoldButton } from '#app/ui/primitives/button.tsx';
import { FactRow, Facts, LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import type { Answer } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { usePush } from '#app/push/store.ts';

export type Device = Answer<'device', 'list'>[number];

const listed = api.device.list.queryOptions({}, { persist: true });

/** The devices: the one in hand, the others, and what went wrong in asking. */
export function useDevices() {
  const { device } = usePush();
  const query = useQuery(listed);
  const all = query.data ?? [];
  return { query, here: all.find(({ id }) => id === device), others: all.filter(({ id }) => id !== device) };
}

/** When a device last showed an alarm. */
export const receiptWords = ({ lastReceiptAt }: Pick<Device, 'lastReceiptAt'>, now: number): string =>
  lastReceiptAt === null ? 'Nothing yet' : clockWords(lastReceiptAt, now);

const nameOf = (device: Device): string => device.name || 'A device without a name';

/** Everything that rings besides this device. */
export function OtherDevices({ others }: { others: readonly Device[] }) {
  const now = useNow(30_000);
  const [open, setOpen] = useState<{ device: Device; anchor: HTMLElement } | null>(null);
  if (others.length === 0) return null;
  return (
    <>
      <SectionTitle end={String(others.length)}>Your other devices</SectionTitle>
      <Rows>
        {others.map((device) => (
          <LinkRow
            key={device.id}
            icon={/phone|pad|android|pixel|galaxy/i.test(device.name) ? 'mobile' : 'laptop'}
            label={nameOf(device)}
            note={
              device.lastError === null ? `Last shown: ${receiptWords(device, now)}` : `Trouble: ${device.lastError}`
            }
            onPress={(anchor) => setOpen({ device, anchor })}
          />
        ))}
      </Rows>
      <Sheet
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open === null ? '' : nameOf(open.device)}
        anchor={open?.anchor ?? null}
      >
        {open && <OneDevice device={open.device} now={now} onGone={() => setOpen(null)} />}
      </Sheet>
    </>
  );
}

function OneDevice({ device, now, onGone }: { device: Device; now: number; onGone: () => void }) {
  const removal = useMutation({
    ...api.device.destroy.mutationOptions(),
    onSuccess: () => {
      onGone();
      flash('positive', `Removed. ${nameOf(device)} will not ring.`);
    },
    onError: (error) => flash('negative', errorMessage(error)),
  });
  return (
    <>
      <Facts>
        <FactRow term="Last opened">{ageWords(now - Date.parse(device.lastSeenAt))} ago</FactRow>
        <FactRow term="Last alarm shown">{receiptWords(device, now)}</FactRow>
        <FactRow term="Push service">{device.service}</FactRow>
        {device.lastError !== null && <FactRow term="Last trouble">{device.lastError}</FactRow>}
        <FactRow term="Added">{clockWords(device.createdAt, now)}</FactRow>
      </Facts>
      <p className="text-text3 px-1.5 py-3 text-[0.9375rem]">
        A removed device stays silent until somebody signed in as you opens Backwatch on it.
      </p>
      <HoldButton confirm="Yes, remove it" busy={removal.isPending} onConfirm={() => removal.mutate({ id: device.id })}>
        Hold to remove
      </HoldButton>
    </>
  );
}
