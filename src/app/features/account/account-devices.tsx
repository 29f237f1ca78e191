// The person's devices that receive pushes: the details of each, and its removal.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HoldButton } from '#app/ui/primitives/button.tsx';
import { FactRow, Facts, LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import type { Answer } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { usePush } from '#app/push/store.ts';
import { formatAge, formatMoment } from '#text/format.ts';
import { pushTroubleText, sendFaultText } from '#app/features/shell/send-fault.ts';
import * as m from '#text/messages.js';

export type Device = Answer<'device', 'list'>[number];

const listed = api.device.list.queryOptions({}, { persist: true });

/** The devices: this one, the others, and the query. */
export function useDevices() {
  const { device } = usePush();
  const query = useQuery(listed);
  const all = query.data ?? [];
  return { query, here: all.find(({ id }) => id === device), others: all.filter(({ id }) => id !== device) };
}

/** The time at which a device last showed an alarm. */
export const receiptText = ({ lastReceiptAt }: Pick<Device, 'lastReceiptAt'>, now: number): string =>
  lastReceiptAt === null ? m.account_receipt_none() : formatMoment(lastReceiptAt, now, reader());

const nameOf = (device: Device): string => device.name || m.account_device_unnamed();

/** The other devices that ring. */
export function OtherDevices({ others }: { others: readonly Device[] }) {
  const now = useNow(30_000);
  const [open, setOpen] = useState<{ device: Device; anchor: HTMLElement } | null>(null);
  if (others.length === 0) return null;
  return (
    <>
      <SectionTitle end={String(others.length)}>{m.account_other_devices()}</SectionTitle>
      <Rows>
        {others.map((device) => (
          <LinkRow
            key={device.id}
            icon={/phone|pad|android|pixel|galaxy/i.test(device.name) ? 'mobile' : 'laptop'}
            label={nameOf(device)}
            note={
              device.lastError === null
                ? m.account_last_shown_at({ time: receiptText(device, now) })
                : pushTroubleText(device.lastError)
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
      flash('positive', m.account_device_removed({ device: nameOf(device) }));
    },
    onError: (error) => flash('negative', errorMessage(error)),
  });
  return (
    <>
      <Facts>
        <FactRow term={m.account_last_opened()}>
          {m.shell_ago({ age: formatAge(now - Date.parse(device.lastSeenAt), reader()) })}
        </FactRow>
        <FactRow term={m.account_last_alarm_shown()}>{receiptText(device, now)}</FactRow>
        <FactRow term={m.account_push_service()}>{device.service}</FactRow>
        {device.lastError && (
          <FactRow term={m.account_last_trouble()}>{sendFaultText(device.lastError, 'push')}</FactRow>
        )}
        <FactRow term={m.account_added()}>{formatMoment(device.createdAt, now, reader())}</FactRow>
      </Facts>
      <p className="text-text3 px-1.5 py-3 text-[0.9375rem]">{m.account_device_gone_detail()}</p>
      <HoldButton
        confirm={m.forms_remove_confirm()}
        busy={removal.isPending}
        onConfirm={() => removal.mutate({ id: device.id })}
      >
        {m.forms_remove_hold()}
      </HoldButton>
    </>
  );
}
