// The person's passkeys: the dates of each, its name and removal, and a new one on this device.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, HoldButton } from '#app/ui/primitives/button.tsx';
import { PasswordField, TextField } from '#app/ui/form/field.tsx';
import { FactRow, Facts, LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import type { Answer } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { addPasskey, canPasskey } from '#app/auth/passkey.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

type Passkey = Answer<'passkey', 'list'>[number];

export const passkeysQuery = api.passkey.list.queryOptions();

/** "Added 12 Nov, last used 18:00". */
export const passkeyNote = (
  { createdAt, lastUsedAt }: Pick<Passkey, 'createdAt' | 'lastUsedAt'>,
  now: number,
): string => {
  const added = formatMoment(createdAt, now, reader());
  return lastUsedAt === null
    ? m.account_passkey_never_used({ added })
    : m.account_passkey_used({ added, used: formatMoment(lastUsedAt, now, reader()) });
};

/** The message of the error that ended adding a passkey. */
export function addPasskeyError(error: unknown): string {
  if (api.passkey.begin.failedWith(error, 'E_BAD_LOGIN')) return m.account_password_mismatch();
  return (error as { name?: unknown } | null)?.name === 'InvalidStateError'
    ? m.account_passkey_exists()
    : errorMessage(error);
}

export function Passkeys() {
  const now = useNow(30_000);
  const query = useQuery(passkeysQuery);
  const [open, setOpen] = useState<{ passkey?: Passkey; anchor: HTMLElement } | null>(null);
  const passkeys = query.data ?? [];
  if (passkeys.length === 0 && !canPasskey()) return null;
  const close = () => setOpen(null);
  return (
    <>
      <SectionTitle end={passkeys.length > 0 ? String(passkeys.length) : undefined}>
        {m.account_passkeys()}
      </SectionTitle>
      <Rows>
        {passkeys.map((passkey) => (
          <LinkRow
            key={passkey.id}
            icon="key"
            label={passkey.name}
            note={passkeyNote(passkey, now)}
            onPress={(anchor) => setOpen({ passkey, anchor })}
          />
        ))}
        {canPasskey() && (
          <LinkRow
            icon="plus"
            label={m.account_passkey_add()}
            note={m.account_passkey_add_hint()}
            onPress={(anchor) => setOpen({ anchor })}
          />
        )}
      </Rows>
      <Sheet
        open={open !== null}
        onClose={close}
        title={open === null ? '' : (open.passkey?.name ?? m.account_passkey_add())}
        anchor={open?.anchor ?? null}
      >
        {open?.passkey && <OnePasskey passkey={open.passkey} now={now} onDone={close} />}
        {open && !open.passkey && <NewPasskey onDone={close} />}
      </Sheet>
    </>
  );
}

function NewPasskey({ onDone }: { onDone: () => void }) {
  const form = useRequestForm({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: m.account_current_password_required() } : {}),
    send: async ({ password }) => {
      if (!(await addPasskey(password))) return;
      onDone();
      flash('positive', m.account_passkey_added());
    },
    readErrors: (error) => ({ password: addPasskeyError(error) }),
  });
  return (
    <RequestFields form={form}>
      <PasswordField
        {...form.field('password')}
        label={m.account_current_password()}
        maxLength={200}
        hint={m.account_passkey_next()}
      />
      <Button kind="lamp" type="submit" wide size="large" busy={form.isBusy}>
        {m.account_passkey_add_confirm()}
      </Button>
    </RequestFields>
  );
}

function OnePasskey({ passkey, now, onDone }: { passkey: Passkey; now: number; onDone: () => void }) {
  const done = (message: string) => {
    onDone();
    flash('positive', message);
  };
  const { id } = passkey;
  const form = useRequestForm({
    initial: { name: passkey.name },
    validate: ({ name }) =>
      name.trim() === '' ? { name: m.forms_not_empty({ label: m.account_passkey_name() }) } : {},
    send: async ({ name }) => {
      await api.passkey.update({ id, name });
      done(m.forms_saved());
    },
    readErrors: (error) => ({ name: errorMessage(error) }),
  });
  const removal = useMutation({
    ...api.passkey.destroy.mutationOptions(),
    onSuccess: () => done(m.account_passkey_removed({ name: passkey.name })),
    onError: (error: unknown) => flash('negative', errorMessage(error)),
  });
  return (
    <>
      <Facts>
        <FactRow term={m.account_added()}>{formatMoment(passkey.createdAt, now, reader())}</FactRow>
        <FactRow term={m.account_last_used()}>
          {passkey.lastUsedAt === null ? m.account_never() : formatMoment(passkey.lastUsedAt, now, reader())}
        </FactRow>
        <FactRow term={m.account_passkey_stored()}>
          {passkey.backedUp ? m.account_passkey_stored_manager() : m.account_passkey_stored_one()}
        </FactRow>
      </Facts>
      <div className="pt-4">
        <RequestFields form={form}>
          <TextField {...form.field('name')} label={m.account_passkey_name()} autoComplete="off" maxLength={100} />
          {form.values.name.trim() !== passkey.name && (
            <div className="pb-4">
              <Button type="submit" wide busy={form.isBusy}>
                {m.actions_save()}
              </Button>
            </div>
          )}
        </RequestFields>
      </div>
      <HoldButton confirm={m.forms_remove_confirm()} busy={removal.isPending} onConfirm={() => removal.mutate({ id })}>
        {m.forms_remove_hold()}
      </HoldButton>
    </>
  );
}
