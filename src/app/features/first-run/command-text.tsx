// The command that starts the client: its key is masked until it is asked for.
import { useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { type KeyOwner, readClientKey } from '#app/features/client/client-key.ts';
import * as m from '#text/messages.js';

const HIDDEN = '••••••••••';

interface CommandTextProps {
  owner: KeyOwner;
  command: (key: string) => string;
}

/** Shown whole it can be copied by hand, where the browser has no clipboard. */
export function CommandText({ owner, command }: CommandTextProps) {
  const [key, setKey] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const toggle = async () => {
    if (key !== null) return setKey(null);
    setBusy(true);
    try {
      setKey(await readClientKey(owner));
    } catch (error) {
      flash('negative', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mx-3 rounded-[18px] bg-s1 p-4">
      <pre
        data-secret=""
        className="pb-3 ps-6 -indent-6 font-mono text-code text-[0.9375rem]/[1.5] whitespace-pre-wrap wrap-anywhere select-all"
      >
        {command(key ?? HIDDEN)}
      </pre>
      <Button size="small" busy={busy} onPress={() => void toggle()}>
        <Icon name="eye" size={20} />
        {key === null ? m.firstrun_show_key() : m.firstrun_hide_key()}
      </Button>
      <p className="pt-3 text-text3">{m.firstrun_key_note()}</p>
    </div>
  );
}
