// The person's passkeys: each with when it was added and used, renaming and removing it, and adding one on this device.
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { clockWords } from '#app/ui/format.ts';
import { Button, HoldButton } from '#app/ui/primitives/button.tsx';
import { PasswordField, TextField } from '#app/ui/form/field.tsx';
import { FactRow, Facts, LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import type { Answer } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { addPasskey, canPasskey } from '#app/auth/passkey.ts';
import { isSilent } from '#app/features/shell/query-state.tsx';

type Passkey = Answer<'passkey', 'list'>[number];

export const passkeysQuery = api.passkey.list.queryOptions();

/** "Added 12 Nov, last used 18:00". */
export const passkeyNote = (
  { createdAt, lastUsedAt }: Pick<Passkey, 'createdAt' | 'lastUsedAt'>,
  now: number,
): string =>
  `Added ${clockWords(createdAt, now)}, ${lastUsedAt === null ? 'never used' : `last used ${clockWords(lastUsedAt, now)}`}`;

/** Why none was added. */
export function addingFault(error: unknown): string {
  if (api.passkey.begin.failedWith(error, 'E_BAD_LOGIN')) return 'The current password does not match.';
  return (error as { name?: unknown } | null)?.name === 'InvalidStateError'
    ? 'This device has a passkey of yours already.'
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
      <SectionTitle end={passkeys.length > 0 ? String(passkeys.length) : undefined}>Passkeys</SectionTitle>
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
            label="Add a passkey"
            note="Signs in without a password."
            onPress={(anchor) => setOpen({ anchor })}
          />
        )}
      </Rows>
      <Sheet
        open={open !== null}
        onClose={close}
        title={open === null ? '' : (open.passkey?.name ?? 'Add a passkey')}
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
      flash('positive', 'Added. It signs you in without a password.');
    },
  });
  const fault = missing
    ? 'Enter your current password to confirm.'
    : adding.isError
      ? addingFault(adding.error)
      : undefined;
  const submit = () => {
    setMissing(password === '');
    if (password !== '' && !adding.isPending) adding.mutate(password);
  };
  return (
    <form onSubmit={onSubmit(submit)} noValidate>
      <PasswordField
        label="Current password"
        maxLength={200}
        hint="Then this device asks for your face, finger or code."
        value={password}
        onChange={setPassword}
        error={fault}
      />
      <Button kind="lamp" type="submit" wide size="large" busy={adding.isPending}>
        Add passkey
      </Button>
    </form>
  );
}

function OnePasskey({ passkey, now, onDone }: { passkey: Passkey; now: number; onDone: () => void }) {
  const [name, setName] = useState(passkey.name);
  const done = (words: string) => ({
    onSuccess: () => {
      onDone();
      flash('positive', words);
    },
    onError: (error: unknown) => flash('negative', errorMessage(error)),
  });
  const renaming = useMutation({ ...api.passkey.update.mutationOptions(), ...done('Saved') });
  const removal = useMutation({
    ...api.passkey.destroy.mutationOptions(),
    ...done(`${passkey.name} was removed.`),
  });
  const { id } = passkey;
  return (
    <>
      <Facts>
        <FactRow term="Added">{clockWords(passkey.createdAt, now)}</FactRow>
        <FactRow term="Last used">
          {passkey.lastUsedAt === null ? 'Never' : clockWords(passkey.lastUsedAt, now)}
        </FactRow>
        <FactRow term="Stored">{passkey.backedUp ? 'In a password manager' : 'On one device only'}</FactRow>
      </Facts>
      <form className="pt-4" onSubmit={onSubmit(() => renaming.mutate({ id, name }))} noValidate>
        <TextField label="Name" autoComplete="off" maxLength={100} value={name} onChange={setName} />
        {name.trim() !== passkey.name && name.trim() !== '' && (
          <div className="pb-4">
            <Button type="submit" wide busy={renaming.isPending}>
              Save
            </Button>
          </div>
        )}
      </form>
      <HoldButton confirm="Yes, remove it" busy={removal.isPending} onConfirm={() => removal.mutate({ id })}>
        Hold to remove
      </HoldButton>
    </>
  );
}
