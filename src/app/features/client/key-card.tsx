// The key of a client: hidden until it is asked for; freed for another machine, or replaced by a new one.
import { useEffect, useState } from 'react';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Button, ButtonSizeContext } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { Help } from '#app/ui/status/help.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { flash } from '#app/device/flash.ts';
import { ConfirmSheet } from '#app/features/shell/confirm-sheet.tsx';
import * as m from '#text/messages.js';
import { type KeyOwner, clientCommand, copyKey, readClientKey } from './client-key.ts';
import { CopyButton } from './copy-button.tsx';

const SHOWN_MS = 120_000;
const HIDDEN = '••••••••••';

interface KeyCardProps {
  owner: KeyOwner;
  /** A client has claimed the key. */
  claimed: boolean;
}

/** Show and Copy need `readKey`, the reset `update`, a new key both. Without any of them: nothing. */
export function KeyCard({ owner, claimed }: KeyCardProps) {
  const mayRead = useCanIn(`${owner.noun}.readKey`, owner.organizationId);
  const mayUpdate = useCanIn(`${owner.noun}.update`, owner.organizationId);
  const [key, setKey] = useState<string | null>(null);
  // A key is hidden after two minutes: a colleague may have replaced it.
  useEffect(() => {
    const timer = setTimeout(() => setKey(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [key]);
  if (!mayRead && !(mayUpdate && claimed)) return null;
  return (
    <>
      <SectionTitle
        end={
          <span className="-my-3 flex items-center">
            {mayRead && m.client_key_recorded()}
            <Help term={m.client_key()} text={m.client_help_key()} />
          </span>
        }
      >
        {m.client_key()}
      </SectionTitle>
      {mayRead && <KeyLine owner={owner} shown={key} onShow={setKey} />}
      <Rows>
        {mayUpdate && claimed && <ResetKey owner={owner} />}
        {mayUpdate && mayRead && <RotateKey owner={owner} onRotated={setKey} />}
      </Rows>
      {mayRead && <SetUp owner={owner} />}
    </>
  );
}

interface KeyLineProps {
  owner: KeyOwner;
  shown: string | null;
  onShow: (key: string | null) => void;
}

function KeyLine({ owner, shown, onShow }: KeyLineProps) {
  const [busy, setBusy] = useState(false);
  const toggle = async () => {
    if (shown !== null) return onShow(null);
    setBusy(true);
    try {
      onShow(await readClientKey(owner));
    } catch (error) {
      flash('negative', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mx-3 mt-2 flex flex-wrap items-center gap-2 rounded-[18px] bg-s1 py-2 ps-4 pe-2">
      <bdi data-secret="" className="min-w-0 flex-1 basis-24 font-mono text-code wrap-anywhere select-all">
        {shown ?? HIDDEN}
      </bdi>
      <ButtonSizeContext value="small">
        <Button kind="quiet" busy={busy} onPress={() => void toggle()}>
          <Icon name="eye" size={22} />
          {shown === null ? m.forms_show() : m.forms_hide()}
        </Button>
        <CopyButton label={m.client_copy()} onCopy={() => copyKey(owner)} />
      </ButtonSizeContext>
    </div>
  );
}

function ResetKey({ owner: { noun, id, name } }: { owner: KeyOwner }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <LinkRow icon="refresh" label={m.client_reset()} note={m.client_reset_note()} onPress={setAnchor} />
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchor={anchor}
        title={m.client_reset_title({ name })}
        detail={m.client_reset_detail()}
      >
        <ConfirmSheet
          hold={m.client_reset_hold()}
          confirm={m.client_reset_confirm()}
          failed={m.client_reset_failed()}
          onConfirm={() => api[noun].update({ id, keyConnected: false })}
          onDone={() => flash('positive', m.client_reset_done())}
        />
      </Sheet>
    </>
  );
}

function RotateKey({ owner, onRotated }: { owner: KeyOwner; onRotated: (key: string) => void }) {
  const { noun, id, name } = owner;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const rotate = async () => onRotated((await api[noun].rotateKey({ id })).key);
  return (
    <>
      <LinkRow
        icon="key"
        label={<span className="text-misstext">{m.client_rotate()}</span>}
        note={m.client_rotate_note()}
        onPress={setAnchor}
      />
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchor={anchor}
        title={m.client_rotate_title({ name })}
        detail={m.client_rotate_detail()}
      >
        <ConfirmSheet
          hold={m.client_rotate_hold()}
          confirm={m.client_rotate_confirm()}
          failed={m.client_rotate_failed()}
          onConfirm={rotate}
          onDone={() => flash('positive', m.client_rotate_done())}
        />
      </Sheet>
    </>
  );
}

/** The command that starts a client: masked on the screen, whole when copied. */
function SetUp({ owner }: { owner: KeyOwner }) {
  return (
    <>
      <SectionTitle>{m.client_set_up()}</SectionTitle>
      <div className="mx-3 mt-2 rounded-[18px] bg-s1 p-4">
        <p className="pb-2 text-text2">{m.client_set_up_detail()}</p>
        <pre className="pb-3 ps-6 -indent-6 font-mono text-code text-[0.9375rem]/[1.5] whitespace-pre-wrap wrap-anywhere">
          {clientCommand(HIDDEN)}
        </pre>
        <ButtonSizeContext value="medium">
          <CopyButton label={m.client_copy_command()} onCopy={() => copyKey(owner, clientCommand)} />
        </ButtonSizeContext>
      </div>
    </>
  );
}
