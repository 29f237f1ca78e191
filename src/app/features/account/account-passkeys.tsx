// The person's passkeys: the dates of each, its name and removal, and a new one on this device.
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, HoldButton } from '#app/ui/primitives/button.tsx';
import { PasswordField, TextField } from '#app/ui/form/field.tsx';
import { FactRow, Facts, LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import type { Answer } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { addPasskey, canPasskey } from '#app/auth/passkey.ts';
import { isSilent } from '#app/features/shell/query-state.tsx';
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
  if (isSilent(query) || (passkeys.length === 0 && !canPasskey())) return null;
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

const onSubmit = (run: () => void) => (event: FormEvent) => {
  event.preventDefault();
  run();
};

function NewPasskey({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const adding = useMutation({
    mutationFn: addPasskey,
    onSuccess: (added) => {
      if (!added) return;
      onDone();
      flash('positive', m.account_passkey_added());
    },
  });
  const message = missing
    ? m.account_current_password_required()
    : adding.isError
      ? addPasskeyError(adding.error)
      : undefined;
  const submit = () => {
    setMissing(password === '');
    if (password !== '' && !adding.isPending) adding.mutate(password);
  };
  return (
    <form onSubmit={onSubmit(submit)} noValidate>
      <PasswordField
        label={m.account_current_password()}
        maxLength={200}
        hint={m.account_passkey_next()}
        value={password}
        onChange={setPassword}
        error={message}
      />
      <Button kind="lamp" type="submit" wide size="large" busy={adding.isPending}>
        {m.account_passkey_add_confirm()}
      </Button>
    </form>
  );
}

function OnePasskey({ passkey, now, onDone }: { passkey: Passkey; now: number; onDone: () => void }) {
  const [name, setName] = useState(passkey.name);
  const done = (message: string) => ({
    onSuccess: () => {
      onDone();
      flash('positive', message);
    },
    onError: (error: unknown) => flash('negative', errorMessage(error)),
  });
  const renaming = useMutation({ ...api.passkey.update.mutationOptions(), ...done(m.forms_saved()) });
  const removal = useMutation({
    ...api.passkey.destroy.mutationOptions(),
    ...done(m.account_passkey_removed({ name: passkey.name })),
  });
  const { id } = passkey;
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
      <form className="pt-4" onSubmit={onSubmit(() => renaming.mutate({ id, name }))} noValidate>
        <TextField
          label={m.account_passkey_name()}
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={setName}
        />
        {name.trim() !== passkey.name && name.trim() !== '' && (
          <div className="pb-4">
            <Button type="submit" wide busy={renaming.isPending}>
              {m.actions_save()}
            </Button>
          </div>
        )}
      </form>
      <HoldButton
        confirm={m.account_remove_confirm()}
        busy={removal.isPending}
        onConfirm={() => removal.mutate({ id })}
      >
        {m.account_remove()}
      </HoldButton>
    </>
  );
}
